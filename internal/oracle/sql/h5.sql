CREATE TABLE dbo.test (id int NOT NULL, fname varchar(100) NOT NULL);
GO
INSERT INTO dbo.test (id, fname) VALUES (1, 'Dan');
GO 600
--> loaded
UPDATE dbo.test SET fname = fname + fname;
GO
--> grown
