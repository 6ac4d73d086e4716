CREATE TABLE dbo.test (c char(10) NOT NULL);
INSERT INTO dbo.test VALUES ('0123456789');
GO
--> before
ALTER TABLE dbo.test ALTER COLUMN c char(12) NOT NULL;
GO
--> after
