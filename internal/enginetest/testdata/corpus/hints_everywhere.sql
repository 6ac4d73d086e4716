-- Table hints and query hints of every usual kind.
-- check: SELECT COUNT(*), SUM(id), SUM(v) FROM dbo.test
-- want: 200 | 20100 | 280
CREATE TABLE dbo.src (id int NOT NULL PRIMARY KEY CLUSTERED, v int NOT NULL);
CREATE INDEX ix_v ON dbo.src (v);
CREATE TABLE dbo.test (id int NOT NULL, v int NOT NULL);
CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (id);
GO
INSERT INTO dbo.src WITH (TABLOCKX, HOLDLOCK) (id, v) SELECT number, 1 FROM master..spt_values WITH (NOLOCK) WHERE type = 'P' AND number BETWEEN 1 AND 200 OPTION (RECOMPILE, MAXDOP 1);
INSERT INTO dbo.test WITH (TABLOCK) (id, v) SELECT a.id, a.v FROM dbo.src a WITH (FORCESEEK, UPDLOCK, ROWLOCK) WHERE a.id > 0 OPTION (MAXDOP 2, FAST 10);
UPDATE t WITH (PAGLOCK) SET v = t.v + b.v FROM dbo.test t WITH (INDEX(1)) JOIN dbo.src b WITH (INDEX(ix_v)) ON b.id = t.id WHERE b.id <= 50 OPTION (HASH JOIN);
UPDATE t SET v = t.v + 1 FROM dbo.test AS t INNER LOOP JOIN dbo.src AS s WITH (SERIALIZABLE) ON s.id = t.id WHERE s.id <= 20 OPTION (FORCE ORDER);
UPDATE dbo.test SET v = test.v + 1 FROM dbo.test INNER HASH JOIN dbo.src ON src.id = test.id WHERE test.id <= 10 OPTION (OPTIMIZE FOR UNKNOWN);
DECLARE @n int = 5;
SELECT COUNT(*) FROM dbo.test WITH (READUNCOMMITTED) WHERE id < @n OPTION (OPTIMIZE FOR (@n = 100), KEEPFIXED PLAN, MERGE JOIN, CONCAT UNION, ORDER GROUP);
SELECT COUNT(*) FROM dbo.test (NOLOCK) t OPTION (QUERYTRACEON 8744, USE HINT ('DISABLE_OPTIMIZER_ROWGOAL'));
GO
