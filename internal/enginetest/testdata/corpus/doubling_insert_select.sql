-- One row, then the table into itself until it is large enough.
-- check: SELECT COUNT(*), COUNT(DISTINCT id), MAX(id) FROM dbo.test
-- want: 16384 | 16384 | 16384
SET NOCOUNT ON;
CREATE TABLE dbo.test (id int IDENTITY NOT NULL, payload char(40) NOT NULL);
INSERT dbo.test (payload) VALUES ('seed');
WHILE (SELECT COUNT(*) FROM dbo.test) < 10000
    INSERT dbo.test (payload) SELECT payload FROM dbo.test;
GO
