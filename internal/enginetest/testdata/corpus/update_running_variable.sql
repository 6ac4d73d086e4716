-- The "quirky" update: a variable carried along the clustered index.
-- check: SELECT COUNT(*), SUM(running), MAX(running) FROM dbo.test
-- want: 400 | 10746800 | 80200
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY CLUSTERED, running int NULL);
INSERT dbo.test (id) SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 400;
GO
DECLARE @r int = 0;
UPDATE dbo.test SET @r = running = @r + id FROM dbo.test WITH (TABLOCKX) OPTION (MAXDOP 1);
GO
