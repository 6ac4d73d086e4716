-- Columnstore indexes are not supported and refused by name.
-- error: column store index
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 1
CREATE TABLE dbo.test (id int NOT NULL);
INSERT dbo.test VALUES (1);
GO
CREATE CLUSTERED COLUMNSTORE INDEX cci ON dbo.test;
GO
