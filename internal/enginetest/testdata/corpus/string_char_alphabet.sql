-- Letters from CHAR and ASCII arithmetic; SUBSTRING cuts an alphabet.
-- check: SELECT COUNT(*), MIN(letters), MAX(letters), COUNT(DISTINCT letters) FROM dbo.test
-- want: 676 | AA | ZZ | 676
-- check: SELECT COUNT(*) FROM dbo.test WHERE first <> LOWER(LEFT(letters, 1)) OR ASCII(letters) NOT BETWEEN 65 AND 90
-- want: 0
SELECT CAST(CHAR(65 + a.number) + CHAR(ASCII('A') + b.number) AS char(2)) AS letters,
       SUBSTRING('abcdefghijklmnopqrstuvwxyz', a.number + 1, 1) AS first
INTO dbo.test
FROM master..spt_values a CROSS JOIN master..spt_values b
WHERE a.type = 'P' AND b.type = 'P' AND a.number < 26 AND b.number < 26;
GO
