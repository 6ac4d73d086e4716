-- sys.all_objects crossed with itself: each view with each function, until there are enough rows.
-- check: SELECT COUNT(*), MIN(id), MAX(id), SUM(bucket) FROM dbo.test
-- want: 4000 | 1 | 4000 | 14000
SELECT TOP (4000)
       CAST(ROW_NUMBER() OVER (ORDER BY a.object_id, b.object_id) AS int) AS id,
       CAST(ROW_NUMBER() OVER (ORDER BY a.object_id, b.object_id) % 8 AS tinyint) AS bucket
INTO dbo.test
FROM sys.all_objects AS a
CROSS JOIN sys.all_objects AS b
WHERE a.type = 'V' AND b.type = 'IF'
ORDER BY id;
GO
