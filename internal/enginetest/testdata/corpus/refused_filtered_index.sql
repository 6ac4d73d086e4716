-- A filtered index is not supported and refused by name, once the rows are there.
-- error: filtered index
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 1000
CREATE TABLE dbo.test (id int IDENTITY PRIMARY KEY, status char(1) NOT NULL, pad char(100) NOT NULL DEFAULT '');
INSERT dbo.test (status) SELECT CASE WHEN number % 100 = 0 THEN 'O' ELSE 'C' END FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 1000;
CREATE NONCLUSTERED INDEX IX_open ON dbo.test (status) INCLUDE (pad) WHERE status = 'O';
GO
