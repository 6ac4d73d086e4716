-- A procedure fills whichever table the synonym stands for; the synonym is switched between two tables.
-- check: SELECT (SELECT COUNT(*) FROM dbo.load_a), (SELECT SUM(k) FROM dbo.load_a), (SELECT COUNT(*) FROM dbo.load_b), (SELECT SUM(k) FROM dbo.load_b)
-- want: 40 | 1220 | 20 | 610
-- check: SELECT COUNT(*) FROM dbo.test
-- want: 40
-- check: SELECT base_object_name FROM sys.synonyms
-- want: [dbo].[load_a]
CREATE TABLE dbo.load_a (k int NOT NULL, turn tinyint NOT NULL);
CREATE TABLE dbo.load_b (k int NOT NULL, turn tinyint NOT NULL);
CREATE SYNONYM dbo.test FOR dbo.load_a;
GO
CREATE PROCEDURE dbo.fill @turn tinyint AS
SET NOCOUNT ON;
INSERT INTO dbo.test (k, turn)
SELECT number + @turn * 20, @turn FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 20;
GO
CREATE PROCEDURE dbo.switch AS
DECLARE @next sysname = CASE (SELECT base_object_name FROM sys.synonyms WHERE name = 'test') WHEN '[dbo].[load_a]' THEN 'load_b' ELSE 'load_a' END;
BEGIN TRANSACTION;
DROP SYNONYM IF EXISTS dbo.test;
EXEC ('CREATE SYNONYM dbo.test FOR dbo.' + @next);
COMMIT;
GO
DECLARE @turn tinyint = 0;
WHILE @turn < 3
BEGIN
    EXEC dbo.fill @turn;
    EXEC dbo.switch;
    SET @turn += 1;
END
EXEC dbo.switch;
GO
