-- Overlapping waves and a refill after deletes, the keys that are there passed over by the primary key.
-- check: SELECT COUNT(*), SUM(id), COUNT(DISTINCT wave) FROM dbo.test
-- want: 1000 | 500500 | 4
-- check: SELECT COUNT(*) FROM dbo.test WHERE wave = 4
-- want: 500
CREATE TABLE dbo.test (id int NOT NULL CONSTRAINT pk PRIMARY KEY WITH (IGNORE_DUP_KEY = ON), wave int NOT NULL);
GO
DECLARE @wave int = 1;
WHILE @wave <= 3
BEGIN
    INSERT dbo.test (id, wave)
    SELECT number, @wave FROM master..spt_values
    WHERE type = 'P' AND number BETWEEN @wave * 300 - 299 AND @wave * 300 + 100;
    SET @wave += 1;
END;
GO
DELETE FROM dbo.test WHERE id % 2 = 0;
INSERT dbo.test (id, wave) SELECT number, 4 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 1000;
GO
