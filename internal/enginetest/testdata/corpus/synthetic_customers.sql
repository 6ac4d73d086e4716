-- Customers with names from small lists, joined by remainders.
-- check: SELECT COUNT(*), COUNT(DISTINCT name), SUM(CASE WHEN name LIKE 'Ada %' THEN 1 ELSE 0 END) FROM dbo.test
-- want: 600 | 12 | 150
CREATE TABLE #first (i int, n varchar(10)); CREATE TABLE #last (i int, n varchar(10));
INSERT #first VALUES (0,'Ada'),(1,'Bo'),(2,'Cy'),(3,'Di');
INSERT #last VALUES (0,'Lee'),(1,'Poe'),(2,'Ray');
SELECT CAST(v.number AS int) AS id, f.n + ' ' + l.n AS name INTO dbo.test
FROM master..spt_values AS v
JOIN #first AS f ON f.i = v.number % 4
JOIN #last AS l ON l.i = v.number % 3
WHERE v.type = 'P' AND v.number < 600;
GO
