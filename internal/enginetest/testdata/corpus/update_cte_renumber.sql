-- Rows are numbered backwards by an UPDATE of a CTE with ROW_NUMBER.
-- check: SELECT COUNT(DISTINCT seq), MIN(seq), MAX(seq), SUM(id * seq) FROM dbo.test
-- want: 300 | 1 | 300 | 4545100
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, seq int NULL);
INSERT dbo.test (id) SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 300;
GO
WITH numbered AS (SELECT seq, ROW_NUMBER() OVER (ORDER BY id DESC) AS rn FROM dbo.test)
UPDATE numbered SET seq = rn;
GO
