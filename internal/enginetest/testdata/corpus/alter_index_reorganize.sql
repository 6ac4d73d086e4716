-- Every second row is deleted, then the index is reorganized.
-- check: SELECT COUNT(*), SUM(k) FROM dbo.test
-- want: 1000 | 1000000
CREATE TABLE dbo.test (k int NOT NULL PRIMARY KEY CLUSTERED, pad char(200) NOT NULL DEFAULT 'r');
INSERT dbo.test (k) SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 2000;
DELETE dbo.test WHERE k % 2 = 0;
GO
ALTER INDEX ALL ON dbo.test REORGANIZE;
GO
