-- Two nested cursors make a product.
-- check: SELECT COUNT(*), SUM(a * b) FROM dbo.test
-- want: 84 | 2184
CREATE TABLE #a (n int); CREATE TABLE #b (n int);
INSERT #a SELECT number FROM master..spt_values WHERE type='P' AND number BETWEEN 1 AND 12;
INSERT #b SELECT number FROM master..spt_values WHERE type='P' AND number BETWEEN 1 AND 7;
CREATE TABLE dbo.test (a int, b int);
DECLARE @a int, @b int;
DECLARE ca CURSOR FOR SELECT n FROM #a;
OPEN ca;
FETCH NEXT FROM ca INTO @a;
WHILE @@FETCH_STATUS = 0
BEGIN
    DECLARE cb CURSOR FOR SELECT n FROM #b;
    OPEN cb;
    FETCH NEXT FROM cb INTO @b;
    WHILE @@FETCH_STATUS = 0
    BEGIN
        INSERT dbo.test VALUES (@a, @b);
        FETCH NEXT FROM cb INTO @b;
    END;
    CLOSE cb; DEALLOCATE cb;
    FETCH NEXT FROM ca INTO @a;
END;
CLOSE ca; DEALLOCATE ca;
DROP TABLE #a, #b;
GO
