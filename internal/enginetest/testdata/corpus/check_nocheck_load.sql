-- Constraints are switched off for a load, dirty rows are mended, and the constraints are trusted again.
-- check: SELECT COUNT(*), SUM(v), MIN(v) FROM dbo.test
-- want: 2000 | 1999000 | 0
-- check: SELECT name, is_disabled, is_not_trusted FROM sys.check_constraints WHERE parent_object_id = OBJECT_ID('dbo.test') ORDER BY name
-- want: ck_id | 0 | 0
-- want: ck_v | 0 | 0
CREATE TABLE dbo.test (id int NOT NULL, v int NOT NULL, pad char(200) NOT NULL DEFAULT 'x');
ALTER TABLE dbo.test ADD CONSTRAINT ck_v CHECK (v >= 0), CONSTRAINT ck_id CHECK (id BETWEEN 0 AND 5000);
GO
ALTER TABLE dbo.test NOCHECK CONSTRAINT ALL;
INSERT dbo.test (id, v) SELECT number, CASE number % 100 WHEN 7 THEN -number ELSE number END
FROM master..spt_values WHERE type = 'P' AND number < 2000;
GO
DECLARE @refused int = 0;
BEGIN TRY
    ALTER TABLE dbo.test WITH CHECK CHECK CONSTRAINT ALL;
END TRY
BEGIN CATCH
    SET @refused = ERROR_NUMBER();
END CATCH;
IF @refused <> 547 RAISERROR ('dirty rows were trusted', 16, 1);
UPDATE dbo.test SET v = ABS(v) WHERE v < 0;
ALTER TABLE dbo.test WITH CHECK CHECK CONSTRAINT ALL;
GO
