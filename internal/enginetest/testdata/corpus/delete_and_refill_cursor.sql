-- Delete and refill: every third row goes by a modulo, the gaps are filled in descending order from a cursor.
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 900 | 405450
CREATE TABLE dbo.test (id int NOT NULL, pad char(500) NOT NULL, CONSTRAINT PK_t PRIMARY KEY CLUSTERED (id) WITH (FILLFACTOR = 90));
INSERT dbo.test SELECT number, REPLICATE('p', 500) FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 900;
CREATE TABLE #gone (id int NOT NULL PRIMARY KEY);
DELETE FROM t OUTPUT deleted.id INTO #gone FROM dbo.test AS t WHERE t.id % 3 = 0;
DECLARE del CURSOR FAST_FORWARD FOR SELECT id FROM #gone ORDER BY id DESC;
DECLARE @id int;
OPEN del;
FETCH NEXT FROM del INTO @id;
WHILE @@FETCH_STATUS = 0
BEGIN
    INSERT dbo.test (id, pad) VALUES (@id, 'again');
    FETCH NEXT FROM del INTO @id;
END;
CLOSE del;
DEALLOCATE del;
DROP TABLE #gone;
GO
