-- Ranges of a sequence are reserved, then filled set by set.
-- check: SELECT COUNT(*), MIN(id), MAX(id), SUM(CAST(id AS bigint)) FROM dbo.test
-- want: 1000 | 1 | 1000 | 500500
-- check: SELECT CAST(current_value AS int) FROM sys.sequences WHERE name = 'ids'
-- want: 1000
CREATE SEQUENCE dbo.ids AS int START WITH 1 INCREMENT BY 1 CACHE 100;
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, batch tinyint NOT NULL);
GO
DECLARE @batch tinyint = 1, @first sql_variant, @last sql_variant, @from int;
WHILE @batch <= 4
BEGIN
    EXEC sys.sp_sequence_get_range
        @sequence_name = N'dbo.ids', @range_size = 250,
        @range_first_value = @first OUTPUT, @range_last_value = @last OUTPUT;
    SET @from = CAST(@first AS int);
    INSERT dbo.test (id, batch)
    SELECT @from + number, @batch FROM master..spt_values WHERE type = 'P' AND number <= CAST(@last AS int) - @from;
    SET @batch += 1;
END;
GO
