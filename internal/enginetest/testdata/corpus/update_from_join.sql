-- UPDATE with FROM and a join, through the alias.
-- check: SELECT COUNT(*), SUM(v) FROM dbo.test
-- want: 500 | 10100
SELECT number AS id, 0 AS v INTO dbo.test FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 500;
SELECT number AS id, number * 2 AS v INTO dbo.src FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
GO
UPDATE t SET t.v = s.v FROM dbo.test AS t INNER JOIN dbo.src AS s ON s.id = t.id;
GO
