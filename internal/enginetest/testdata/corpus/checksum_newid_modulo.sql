-- ABS(CHECKSUM(NEWID())) % n as a random integer.
-- check: SELECT COUNT(*), MIN(CASE WHEN v BETWEEN 0 AND 9 THEN 1 ELSE 0 END), COUNT(DISTINCT v) FROM dbo.test
-- want: 3000 | 1 | 10
CREATE TABLE dbo.test (id int IDENTITY, v int NOT NULL);
INSERT dbo.test (v)
SELECT TOP (3000) ABS(CHECKSUM(NEWID())) % 10
FROM master..spt_values AS a CROSS JOIN master..spt_values AS b;
GO
