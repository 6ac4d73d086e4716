-- Short values are updated to long ones: clustered pages split.
-- check: SELECT COUNT(*), SUM(LEN(v)), COUNT(DISTINCT v) FROM dbo.test
-- want: 1000 | 751500 | 2
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, v varchar(2000) NOT NULL);
INSERT dbo.test SELECT number, 'abc' FROM master..spt_values WHERE type = 'P' AND number < 1000;
GO
UPDATE dbo.test SET v = REPLICATE('w', 1500) WHERE id % 2 = 0;
GO
