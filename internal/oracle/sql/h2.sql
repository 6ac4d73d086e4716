CREATE TABLE dbo.test (id int NOT NULL, flag bit NOT NULL);
GO
INSERT INTO dbo.test WITH (TABLOCK) (id, flag)
SELECT TOP (1000) number, 0 FROM master..spt_values WHERE type = 'P' ORDER BY number;
