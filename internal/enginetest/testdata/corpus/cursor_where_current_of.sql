-- A cursor FOR UPDATE: every third row is deleted, every other one updated, WHERE CURRENT OF.
-- check: SELECT COUNT(*), SUM(v) FROM dbo.test
-- want: 20 | 2000
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, v int NOT NULL);
INSERT dbo.test SELECT number, 0 FROM master.dbo.spt_values WHERE type = 'P' AND number BETWEEN 1 AND 30;
DECLARE @id int, @v int;
DECLARE cur CURSOR LOCAL FORWARD_ONLY FOR
    SELECT id, v FROM dbo.test
    FOR UPDATE OF v;
OPEN cur;
FETCH NEXT FROM cur INTO @id, @v;
WHILE (@@FETCH_STATUS <> -1)
BEGIN
    IF (@@FETCH_STATUS <> -2)
    BEGIN
        IF @id % 3 = 0
            DELETE FROM dbo.test WHERE CURRENT OF cur;
        ELSE
            UPDATE dbo.test SET v = v + 100 WHERE CURRENT OF cur;
    END
    FETCH NEXT FROM cur INTO @id, @v;
END
CLOSE cur;
DEALLOCATE cur;
GO
