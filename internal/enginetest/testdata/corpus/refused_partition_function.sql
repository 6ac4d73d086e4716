-- Partitioning is not supported and refused by name.
-- error: create partition function
-- check: SELECT OBJECT_ID('dbo.test')
-- want: NULL
CREATE PARTITION FUNCTION pf (int) AS RANGE RIGHT FOR VALUES (1000, 2000, 3000);
GO
CREATE PARTITION SCHEME ps AS PARTITION pf ALL TO ([PRIMARY]);
GO
CREATE TABLE dbo.test (id int NOT NULL) ON ps (id);
GO
