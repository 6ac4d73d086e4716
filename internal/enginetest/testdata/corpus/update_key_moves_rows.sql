-- Updating the clustered key moves every row to the other end.
-- check: SELECT COUNT(*), SUM(k), SUM(k * id) FROM dbo.test
-- want: 600 | -180300 | -72180100
CREATE TABLE dbo.test (id int NOT NULL, k int NOT NULL, pad char(300) NOT NULL DEFAULT 'p');
CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (k);
INSERT dbo.test (id, k) SELECT number, number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 600;
GO
UPDATE dbo.test SET k = -k;
GO
