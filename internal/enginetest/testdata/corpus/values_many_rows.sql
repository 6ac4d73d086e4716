-- Hand-written rows in one VALUES list, multiplied by a cross join with numbers.
-- check: SELECT city, COUNT(*), SUM(n) FROM dbo.test GROUP BY city ORDER BY city
-- want: Bern | 40 | 820
-- want: Lima | 40 | 820
-- want: Oslo | 40 | 820
CREATE TABLE dbo.cities (city varchar(10) NOT NULL);
INSERT INTO dbo.cities (city) VALUES ('Oslo'), ('Bern'), ('Lima');
SELECT c.city, v.number AS n INTO dbo.test
FROM dbo.cities AS c CROSS JOIN master..spt_values AS v
WHERE v.type = 'P' AND v.number BETWEEN 1 AND 40;
GO
