-- A clustered index is made, dropped and made anew on another key with DROP_EXISTING.
-- check: SELECT COUNT(*), SUM(a) FROM dbo.test
-- want: 700 | 244650
-- check: SELECT index_id, name, fill_factor FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.test') ORDER BY index_id
-- want: 1 | cx | 70
-- want: 2 | nc | 0
SELECT number AS a, 700 - number AS b, CAST('' AS char(100)) AS c INTO dbo.test FROM master..spt_values WHERE type = 'P' AND number < 700;
GO
CREATE CLUSTERED INDEX cx ON dbo.test (a);
DROP INDEX cx ON dbo.test;
CREATE CLUSTERED INDEX cx ON dbo.test (a);
CREATE INDEX nc ON dbo.test (b) INCLUDE (c);
CREATE CLUSTERED INDEX cx ON dbo.test (b DESC) WITH (DROP_EXISTING = ON, FILLFACTOR = 70);
GO
