-- The load is a procedure with a row count and a batch size.
-- check: SELECT COUNT(*), MAX(id), SUM(part) FROM dbo.test
-- want: 1234 | 1234 | 7008
CREATE TABLE dbo.test (id bigint NOT NULL, part int NOT NULL);
GO
CREATE OR ALTER PROCEDURE dbo.usp_load (@rows bigint, @batch int = 100)
AS
SET NOCOUNT ON;
DECLARE @from bigint = 1, @part int = 0;
WHILE @from <= @rows
BEGIN
    INSERT dbo.test (id, part)
    SELECT TOP (CASE WHEN @rows - @from + 1 < @batch THEN @rows - @from + 1 ELSE @batch END)
           @from + ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) - 1, @part
    FROM sys.all_columns;
    SELECT @from = @from + @batch, @part = @part + 1;
END
GO
EXECUTE dbo.usp_load @rows = 1234;
GO
