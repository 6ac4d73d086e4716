-- Quarter columns become rows; those without a figure give none.
-- check: SELECT COUNT(*), SUM(amount), COUNT(DISTINCT quarter) FROM dbo.test
-- want: 250 | 58100 | 3
CREATE TABLE #wide (id int NOT NULL, q1 int NULL, q2 int NULL, q3 int NULL, q4 int NULL);
INSERT #wide
SELECT number, number, number * 10, CASE WHEN number % 2 = 0 THEN number END, NULL
FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
GO
SELECT u.id, u.quarter, u.amount INTO dbo.test
FROM #wide UNPIVOT (amount FOR quarter IN (q1, q2, q3, q4)) AS u;
GO
