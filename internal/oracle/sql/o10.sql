-- The row that crosses the fill line stays, and one row is on every page however long.
CREATE TABLE dbo.test (id int NOT NULL, a char(3000) NOT NULL DEFAULT '', b char(3000) NOT NULL DEFAULT '');
INSERT INTO dbo.test (id) VALUES (1), (2), (3), (4), (5), (6), (7), (8);
CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (id) WITH (FILLFACTOR = 70);
