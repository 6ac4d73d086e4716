-- A row is 4 + 4 + 906 + 3 = 917 bytes; 8 fill a page. The split outlives the rollback.
CREATE TABLE dbo.test (id int PRIMARY KEY, filler char(906) NOT NULL DEFAULT '');
INSERT INTO dbo.test (id) VALUES (1), (2), (3), (4), (6), (7), (8), (9);
GO
BEGIN TRANSACTION;
INSERT INTO dbo.test (id) VALUES (5);
ROLLBACK TRANSACTION;
