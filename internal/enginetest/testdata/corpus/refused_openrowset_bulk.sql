-- Files are not read: OPENROWSET (BULK …) is refused by name.
-- error: OPENROWSET
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 0
CREATE TABLE dbo.test (id int);
GO
INSERT dbo.test SELECT * FROM OPENROWSET(BULK 'C:\data\test.csv', FORMATFILE = 'C:\data\t.fmt') AS x;
GO
