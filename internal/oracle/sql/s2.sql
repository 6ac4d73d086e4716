CREATE TABLE dbo.test (c1 int, c2 char(1000));
CREATE CLUSTERED INDEX cx ON dbo.test (c1);
GO
INSERT INTO dbo.test VALUES (1, 'a');
INSERT INTO dbo.test VALUES (2, 'a');
INSERT INTO dbo.test VALUES (3, 'a');
INSERT INTO dbo.test VALUES (4, 'a');
INSERT INTO dbo.test VALUES (6, 'a');
INSERT INTO dbo.test VALUES (7, 'a');
INSERT INTO dbo.test VALUES (8, 'a');
INSERT INTO dbo.test VALUES (5, 'a');
