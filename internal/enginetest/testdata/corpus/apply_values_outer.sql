-- CROSS APPLY and OUTER APPLY with VALUES, TOP and a correlated subquery.
-- check: SELECT COUNT(*), SUM(x), SUM(y) FROM dbo.test
-- want: 20 | 165 | 110
CREATE TABLE dbo.test (id int NOT NULL, x int NOT NULL, y int NULL);
WITH n AS (SELECT TOP (10) number AS id FROM master..spt_values WHERE type = 'P' AND number > 0 ORDER BY number)
INSERT dbo.test
SELECT n.id, v.x, o.y
FROM n
CROSS APPLY (VALUES (n.id), (n.id * 2)) AS v (x)
OUTER APPLY (SELECT TOP (1) m.id AS y FROM n AS m WHERE m.id <= n.id ORDER BY m.id DESC) AS o;
GO
