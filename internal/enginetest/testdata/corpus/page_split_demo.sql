-- The classic page-split demo: eight wide rows, then a row between.
-- check: SELECT COUNT(*), SUM(ID) FROM dbo.test
-- want: 9 | 3615
-- check: SELECT page_count, index_type_desc FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.test'), 1, NULL, 'DETAILED') WHERE index_level = 0
-- want: 3 | CLUSTERED INDEX
SET NOCOUNT ON;
IF OBJECT_ID('dbo.test', 'U') IS NOT NULL
    DROP TABLE dbo.test;
GO
CREATE TABLE [dbo].[test]
(
    [ID] [int] NOT NULL,
    [Filler] [char](1000) NOT NULL CONSTRAINT [DF_test_Filler] DEFAULT (REPLICATE('x', 1000)),
    CONSTRAINT [PK_test] PRIMARY KEY CLUSTERED ([ID] ASC)
    WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF, IGNORE_DUP_KEY = OFF, ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON, FILLFACTOR = 100) ON [PRIMARY]
) ON [PRIMARY];
GO
INSERT INTO dbo.test (ID) VALUES (100), (200), (300), (400), (500), (600), (700), (800);
GO
SELECT OBJECT_NAME(ips.[object_id]) AS TableName, ips.index_id, ips.page_count, ips.avg_page_space_used_in_percent, ips.avg_fragmentation_in_percent
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID(N'dbo.test'), NULL, NULL, 'DETAILED') AS ips;
GO
INSERT INTO dbo.test (ID) VALUES (15);
GO
