-- A random GUID as the clustered key.
-- check: SELECT COUNT(*), COUNT(DISTINCT id), SUM(DATALENGTH(filler)) FROM dbo.test
-- want: 1500 | 1500 | 600000
SET NOCOUNT ON;
CREATE TABLE dbo.test (id uniqueidentifier NOT NULL DEFAULT NEWID() PRIMARY KEY CLUSTERED, filler char(400) NOT NULL DEFAULT 'f');
GO
DECLARE @i int = 0;
BEGIN TRAN;
WHILE @i < 1500 BEGIN INSERT dbo.test DEFAULT VALUES; SET @i += 1; END;
COMMIT;
GO
