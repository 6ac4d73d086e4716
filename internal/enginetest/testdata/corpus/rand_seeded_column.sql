-- RAND(CHECKSUM(NEWID())) differs from row to row and stays within its bounds; RAND() alone is one value for the statement.
-- check: SELECT COUNT(*), MIN(CASE WHEN r >= 1 AND r <= 100 THEN 1 ELSE 0 END), COUNT(DISTINCT once), CASE WHEN COUNT(DISTINCT r) > 50 THEN 1 ELSE 0 END FROM dbo.test
-- want: 2048 | 1 | 1 | 1
SELECT number AS id,
       1 + CAST(RAND(CHECKSUM(NEWID())) * 100 AS int) AS r,
       RAND() AS once
INTO dbo.test
FROM master..spt_values WHERE type = 'P';
GO
