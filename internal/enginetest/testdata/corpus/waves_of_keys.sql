-- Waves: ascending even keys, then ascending odd keys between them.
-- check: SELECT COUNT(*), SUM(k), COUNT(DISTINCT k) FROM dbo.test
-- want: 1000 | 500500 | 1000
CREATE TABLE dbo.test (k int NOT NULL PRIMARY KEY, pad char(800) NOT NULL DEFAULT 'w');
GO
SET NOCOUNT ON;
DECLARE @k int = 2;
WHILE @k <= 1000 BEGIN INSERT dbo.test (k) VALUES (@k); SET @k += 2; END;
SET @k = 1;
WHILE @k < 1000 BEGIN INSERT dbo.test (k) VALUES (@k); SET @k += 2; END;
GO
