-- SELECT INTO takes types from its expressions; ISNULL makes a column NOT NULL.
-- check: SELECT COUNT(*), SUM(id), MAX(DATALENGTH(c)), SUM(CAST(price AS decimal(20,2))) FROM dbo.test
-- want: 250 | 31375 | 996 | 39218.75
-- check: SELECT name, TYPE_NAME(system_type_id), max_length FROM sys.columns WHERE object_id = OBJECT_ID('dbo.test') ORDER BY column_id
-- want: id | int | 4
-- want: price | money | 8
-- want: c | char | 996
-- check: SELECT is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('dbo.test') AND name = 'id'
-- want: 0
SELECT ISNULL(CAST(number AS int), 0) AS id, CAST(number * 1.25 AS money) AS price, CONVERT(char(996), 'into') AS c
INTO dbo.test
FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 250;
GO
