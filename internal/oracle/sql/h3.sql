CREATE TABLE dbo.test (id int NOT NULL IDENTITY, name varchar(8000) NOT NULL, birthday date NOT NULL);
GO
INSERT INTO dbo.test (name, birthday) VALUES (REPLICATE('A', 2000), '2020-01-01');
INSERT INTO dbo.test (name, birthday) VALUES (REPLICATE('B', 2000), '2020-01-01');
INSERT INTO dbo.test (name, birthday) VALUES (REPLICATE('C', 2000), '2020-01-01');
INSERT INTO dbo.test (name, birthday) VALUES (REPLICATE('D', 2000), '2020-01-01');
INSERT INTO dbo.test (name, birthday) VALUES (REPLICATE('E', 2000), '2020-01-01');
GO
--> loaded
UPDATE dbo.test SET name = REPLICATE('Z', 6500) WHERE id = 1;
GO
--> grown
