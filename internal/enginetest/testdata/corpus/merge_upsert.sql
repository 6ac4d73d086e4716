-- MERGE updates what is there, inserts what is not and deletes what is gone.
-- check: SELECT COUNT(*), SUM(id), SUM(v) FROM dbo.test
-- want: 200 | 30100 | 301000
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, v int NOT NULL);
INSERT dbo.test SELECT number, 0 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
GO
MERGE INTO dbo.test AS t
USING (SELECT number AS id FROM master..spt_values WHERE type = 'P' AND number BETWEEN 51 AND 250) AS s
ON t.id = s.id
WHEN MATCHED THEN UPDATE SET v = 10 * s.id
WHEN NOT MATCHED BY TARGET THEN INSERT (id, v) VALUES (s.id, 10 * s.id)
WHEN NOT MATCHED BY SOURCE THEN DELETE;
GO
