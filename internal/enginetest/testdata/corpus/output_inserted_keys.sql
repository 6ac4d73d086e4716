-- OUTPUT INSERTED hands new identity values to a table variable.
-- check: SELECT COUNT(*), SUM(child - parent) FROM dbo.test
-- want: 100 | 0
CREATE TABLE dbo.parent (id int IDENTITY(1,1), n int);
CREATE TABLE dbo.test (parent int, child int);
DECLARE @new TABLE (id int, n int);
INSERT dbo.parent (n) OUTPUT INSERTED.id, INSERTED.n INTO @new (id, n)
SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100 ORDER BY number;
INSERT dbo.test SELECT id, n FROM @new;
GO
