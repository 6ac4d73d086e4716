-- A global cursor lives across GO; a fetch per batch.
-- check: SELECT COUNT(*), SUM(n) FROM dbo.test
-- want: 10 | 55
CREATE TABLE dbo.test (n int);
DECLARE g CURSOR GLOBAL STATIC FOR SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 1000 ORDER BY number;
OPEN GLOBAL g;
GO
DECLARE @n int;
FETCH NEXT FROM g INTO @n;
INSERT dbo.test VALUES (@n);
GO 10
CLOSE GLOBAL g;
DEALLOCATE GLOBAL g;
GO
