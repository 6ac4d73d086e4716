-- The old spelling: a column named timestamp needs no type. Its values ascend in the order of the inserts.
-- check: SELECT COUNT(*) FROM dbo.test AS a JOIN dbo.test AS b ON b.id = a.id + 1 WHERE b.[timestamp] > a.[timestamp]
-- want: 99
CREATE TABLE dbo.test (id int IDENTITY PRIMARY KEY, timestamp);
GO
INSERT dbo.test DEFAULT VALUES;
GO 100
