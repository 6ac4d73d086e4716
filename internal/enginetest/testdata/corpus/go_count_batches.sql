-- GO with a count repeats the batch.
-- check: SELECT COUNT(*), MIN(id), MAX(id), COUNT(DISTINCT g) FROM dbo.test
-- want: 250 | 1 | 250 | 250
CREATE TABLE dbo.test (id int IDENTITY(1,1) NOT NULL PRIMARY KEY, g uniqueidentifier NOT NULL DEFAULT NEWID(), t datetime NOT NULL DEFAULT GETDATE());
GO
SET NOCOUNT ON
INSERT INTO dbo.test DEFAULT VALUES
GO 250
