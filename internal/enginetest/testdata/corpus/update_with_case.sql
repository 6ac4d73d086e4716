-- UPDATE with CASE, compound assignment and a subquery.
-- check: SELECT COUNT(*), SUM(v) FROM dbo.test
-- want: 100 | 22017
CREATE TABLE dbo.test (id int PRIMARY KEY, v int);
INSERT dbo.test SELECT number, number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
UPDATE dbo.test SET v = CASE id % 3 WHEN 0 THEN v * 10 WHEN 1 THEN v ELSE (SELECT MAX(id) FROM dbo.test) END;
UPDATE dbo.test SET v += 5 WHERE id % 3 = 1;
GO
