-- SELECT INTO with the IDENTITY function numbers the rows.
-- check: SELECT COUNT(*), MIN(id), MAX(id), COUNT(DISTINCT id) FROM dbo.test
-- want: 2048 | 10 | 20480 | 2048
SELECT IDENTITY(int, 10, 10) AS id, number INTO dbo.test FROM master..spt_values WHERE type = 'P';
GO
