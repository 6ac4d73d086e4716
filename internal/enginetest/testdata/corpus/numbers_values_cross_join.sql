-- Digits from a VALUES list, crossed with themselves and weighted.
-- check: SELECT COUNT(*), SUM(id), MIN(id), MAX(id) FROM dbo.test
-- want: 10000 | 49995000 | 0 | 9999
SELECT ones.d + 10 * tens.d + 100 * hundreds.d + 1000 * thousands.d AS id
INTO dbo.test
FROM (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS ones(d)
CROSS JOIN (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS tens(d)
CROSS JOIN (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS hundreds(d)
CROSS JOIN (VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)) AS thousands(d);
GO
