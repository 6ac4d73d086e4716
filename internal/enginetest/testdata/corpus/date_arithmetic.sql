-- Dates spread over a range by DATEADD; DATEDIFF gives the distance back.
-- check: SELECT COUNT(*), SUM(days), MIN(at), MAX(at) FROM dbo.test
-- want: 2000 | 19840 | 2009-05-01 00:00:00.000 | 2009-05-21 19:45:00.000
CREATE TABLE dbo.test (id int NOT NULL, at datetime NOT NULL, days int NOT NULL);
INSERT dbo.test
SELECT number, DATEADD(minute, 15 * number, '20090501'), DATEDIFF(day, '20090501', DATEADD(mi, 15 * number, '20090501'))
FROM master..spt_values WHERE type = 'P' AND number < 2000;
GO
