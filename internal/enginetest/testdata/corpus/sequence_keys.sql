-- A sequence gives the keys: NEXT VALUE FOR in a default, in a loop and in a query.
-- check: SELECT COUNT(*), MIN(id), MAX(id), COUNT(DISTINCT id) FROM dbo.test
-- want: 120 | 1000 | 1595 | 120
CREATE SEQUENCE dbo.ids AS int START WITH 1000 INCREMENT BY 5 CACHE 50;
CREATE TABLE dbo.test (id int NOT NULL DEFAULT NEXT VALUE FOR dbo.ids, how char(5) NOT NULL);
GO
INSERT dbo.test (how) VALUES ('def');
GO 10
DECLARE @id int, @i int = 0;
WHILE @i < 10
BEGIN
    SET @id = NEXT VALUE FOR dbo.ids;
    INSERT dbo.test (id, how) VALUES (@id, 'loop');
    SET @i += 1;
END;
INSERT dbo.test (id, how) SELECT NEXT VALUE FOR dbo.ids, 'set' FROM master..spt_values WHERE type = 'P' AND number < 100;
GO
