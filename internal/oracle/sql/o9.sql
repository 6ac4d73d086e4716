CREATE TABLE dbo.test (c1 int NOT NULL, c2 char(999) NOT NULL DEFAULT '');
GO
DECLARE @i int = 1;
WHILE @i <= 24
BEGIN
    INSERT INTO dbo.test (c1) VALUES (@i * 100);
    SET @i += 1;
END;
CREATE CLUSTERED INDEX cx ON dbo.test (c1) WITH (FILLFACTOR = 75);
GO
--> built
INSERT INTO dbo.test (c1) VALUES (110);
INSERT INTO dbo.test (c1) VALUES (120);
GO
--> 2 more
INSERT INTO dbo.test (c1) VALUES (130);
GO
--> a third
