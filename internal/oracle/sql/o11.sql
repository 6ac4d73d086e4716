-- 33 % of a page are 5.2 rows of 512 bytes.
CREATE TABLE dbo.test (id int NOT NULL, filler char(501) NOT NULL DEFAULT '');
INSERT INTO dbo.test (id) VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12);
CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (id) WITH (FILLFACTOR = 33);
