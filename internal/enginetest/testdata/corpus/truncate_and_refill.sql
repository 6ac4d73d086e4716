-- The table is filled, truncated and filled again: the identity starts anew.
-- check: SELECT COUNT(*), MIN(id), MAX(id) FROM dbo.test
-- want: 50 | 1 | 50
CREATE TABLE dbo.test (id int IDENTITY(1,1) NOT NULL, g char(36) NOT NULL DEFAULT CONVERT(char(36), NEWID()));
GO
INSERT dbo.test DEFAULT VALUES;
GO 80
TRUNCATE TABLE dbo.test;
GO
INSERT dbo.test DEFAULT VALUES;
GO 50
