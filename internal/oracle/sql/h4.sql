CREATE TABLE dbo.test (id int NOT NULL, val varchar(8000) NULL);
GO
INSERT INTO dbo.test (id, val) VALUES (1, NULL), (2, REPLICATE('2', 7800)), (3, NULL);
GO
--> loaded
UPDATE dbo.test SET val = REPLICATE('1', 5000) WHERE id = 1;
UPDATE dbo.test SET val = REPLICATE('3', 5000) WHERE id = 3;
GO
--> grown
