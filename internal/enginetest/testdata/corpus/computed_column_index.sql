-- A hash of a long text as a computed column with an index on it, the usual way to look long texts up.
-- check: SELECT COUNT(*), COUNT(DISTINCT bucket), SUM(bucket) FROM dbo.test
-- want: 2000 | 16 | 15000
-- check: SELECT COUNT(*) FROM dbo.test WHERE url_hash = CHECKSUM('http://example.com/page/1234') AND url = 'http://example.com/page/1234'
-- want: 1
-- check: SELECT name, is_persisted FROM sys.computed_columns WHERE object_id = OBJECT_ID('dbo.test') ORDER BY name
-- want: bucket | 1
-- want: url_hash | 0
CREATE TABLE dbo.test (
    id int IDENTITY(0, 1) NOT NULL CONSTRAINT PK_test PRIMARY KEY,
    url varchar(300) NOT NULL,
    url_hash AS CHECKSUM(url),
    bucket AS (id % 16) PERSISTED NOT NULL
);
CREATE NONCLUSTERED INDEX IX_test_hash ON dbo.test (url_hash);
CREATE NONCLUSTERED INDEX IX_test_bucket ON dbo.test (bucket) INCLUDE (url_hash);
GO
SET NOCOUNT ON;
DECLARE @i int = 0;
WHILE @i < 2000
BEGIN
    INSERT dbo.test (url) VALUES ('http://example.com/page/' + CAST(@i AS varchar(10)));
    SET @i += 1;
END;
GO
