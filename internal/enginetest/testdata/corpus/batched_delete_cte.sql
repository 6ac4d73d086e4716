-- A purge in batches of the lowest keys, through a CTE with TOP and ORDER BY.
-- check: SELECT COUNT(*), MIN(id), SUM(id) FROM dbo.test
-- want: 666 | 3 | 666333
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, pad char(200) NOT NULL DEFAULT '');
INSERT dbo.test (id) SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 2000;
GO
DECLARE @rows int = 1;
WHILE @rows > 0
BEGIN
    WITH batch AS (SELECT TOP (250) * FROM dbo.test WHERE id % 3 <> 0 ORDER BY id)
    DELETE FROM batch;
    SET @rows = @@ROWCOUNT;
END;
GO
