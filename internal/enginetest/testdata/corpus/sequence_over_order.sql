-- NEXT VALUE FOR … OVER numbers the rows in an order of its own.
-- check: SELECT COUNT(*), SUM(CASE WHEN id = 1001 - v THEN 1 ELSE 0 END) FROM dbo.test
-- want: 1000 | 1000
CREATE SEQUENCE dbo.ids START WITH 1;
CREATE TABLE dbo.source (v int NOT NULL);
INSERT dbo.source SELECT number FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 1000 ORDER BY number % 7, number;
GO
SELECT NEXT VALUE FOR dbo.ids OVER (ORDER BY v DESC) AS id, v INTO dbo.test FROM dbo.source;
GO
