-- MERGE with a VALUES source in a loop, as client programs write it.
-- check: SELECT COUNT(*), SUM(hits) FROM dbo.test
-- want: 10 | 200
CREATE TABLE dbo.test (k int NOT NULL PRIMARY KEY, hits int NOT NULL);
DECLARE @i int = 0;
WHILE @i < 200
BEGIN
    MERGE dbo.test WITH (HOLDLOCK) AS t
    USING (VALUES (@i % 10)) AS s (k) ON t.k = s.k
    WHEN MATCHED THEN UPDATE SET hits += 1
    WHEN NOT MATCHED THEN INSERT (k, hits) VALUES (s.k, 1);
    SET @i += 1;
END;
GO
