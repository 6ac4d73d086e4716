-- DELETE with FROM and a join, and one with EXISTS.
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 343 | 85783
SELECT number AS id INTO dbo.test FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 500;
SELECT number * 5 AS id INTO dbo.fives FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
SELECT number * 7 AS id INTO dbo.sevens FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
GO
DELETE t FROM dbo.test t JOIN dbo.fives f ON f.id = t.id;
DELETE FROM dbo.test WHERE EXISTS (SELECT 1 FROM dbo.sevens s WHERE s.id = dbo.test.id);
GO
