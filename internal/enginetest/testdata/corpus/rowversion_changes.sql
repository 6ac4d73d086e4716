-- A rowversion column tells which rows changed since a mark.
-- check: SELECT COUNT(*), COUNT(DISTINCT rv) FROM dbo.test
-- want: 500 | 500
-- check: SELECT COUNT(*), MIN(id), MAX(id) FROM dbo.changed
-- want: 60 | 10 | 510
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, v int NOT NULL, rv rowversion NOT NULL);
INSERT dbo.test (id, v) SELECT number, 0 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 500;
GO
DECLARE @mark binary(8) = @@DBTS;
UPDATE dbo.test SET v = v + 1 WHERE id % 10 = 0;
DELETE dbo.test WHERE id BETWEEN 1 AND 9;
INSERT dbo.test (id, v) SELECT id + 500, 0 FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (10)) AS n (id);
UPDATE dbo.test SET v = 1 WHERE id = 10;
INSERT dbo.test (id, v, rv) VALUES (509, 0, DEFAULT);
SELECT id, v INTO dbo.changed FROM dbo.test WHERE rv > @mark;
DELETE dbo.test WHERE id = 509;
GO
