-- Keys that spread: the clustered key is computed of an identity, so that rows that follow each other lie far apart.
-- check: SELECT COUNT(*), SUM(CAST(spread AS bigint)), MIN(spread), MAX(spread) FROM dbo.test
-- want: 1009 | 508536 | 0 | 1008
-- check: SELECT id FROM dbo.test WHERE spread = 613
-- want: 1
-- check: SELECT MIN(l.record_size) FROM (SELECT min_record_size_in_bytes AS record_size FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.test'), 1, NULL, 'DETAILED') WHERE index_level = 0) AS l
-- want: 415
CREATE TABLE dbo.test (
    id int IDENTITY(1, 1) NOT NULL,
    spread AS (id * 613 % 1009) PERSISTED NOT NULL,
    filler char(400) NOT NULL CONSTRAINT DF_test_filler DEFAULT ('f'),
    CONSTRAINT PK_test PRIMARY KEY CLUSTERED (spread)
);
GO
INSERT dbo.test DEFAULT VALUES;
GO 1009
