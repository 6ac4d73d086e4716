-- An indexed view is refused by name.
-- error: index on a view
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 1
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, g int NOT NULL);
INSERT dbo.test VALUES (1, 1);
GO
CREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT g, COUNT_BIG(*) AS n FROM dbo.test GROUP BY g;
GO
CREATE UNIQUE CLUSTERED INDEX cx ON dbo.v (g);
GO
