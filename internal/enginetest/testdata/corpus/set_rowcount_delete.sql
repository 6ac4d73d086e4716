-- The same in the old way, with SET ROWCOUNT.
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 1024 | 1047552
SELECT number AS id INTO dbo.test FROM master..spt_values WHERE type = 'P';
GO
SET ROWCOUNT 100
DELETE dbo.test WHERE id % 2 = 1
WHILE @@ROWCOUNT > 0
    DELETE dbo.test WHERE id % 2 = 1
SET ROWCOUNT 0
GO
