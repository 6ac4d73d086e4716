-- MERGE with HOLDLOCK, OUTPUT $action into a table variable.
-- check: SELECT COUNT(*), SUM(v) FROM dbo.test
-- want: 15 | 150
-- check: SELECT STRING_AGG(act, ',') WITHIN GROUP (ORDER BY act) FROM dbo.log_t
-- want: INSERT,UPDATE
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, v int NOT NULL);
CREATE TABLE dbo.log_t (act nvarchar(10), n int);
INSERT dbo.test SELECT number, 5 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 10;
DECLARE @acts TABLE (act nvarchar(10), id int);
MERGE INTO dbo.test WITH (HOLDLOCK) AS tgt
USING (SELECT number AS id, 10 AS v FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 15) AS src (id, v)
ON tgt.id = src.id
WHEN MATCHED AND tgt.v <> src.v THEN UPDATE SET tgt.v = src.v
WHEN NOT MATCHED BY TARGET THEN INSERT (id, v) VALUES (src.id, src.v)
OUTPUT $action, inserted.id INTO @acts (act, id);
INSERT dbo.log_t SELECT act, COUNT(*) FROM @acts GROUP BY act;
GO
