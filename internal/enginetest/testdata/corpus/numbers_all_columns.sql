-- The cross join of sys.all_columns that test data is so often made from.
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 10000 | 50005000
SET NOCOUNT ON;
DECLARE @n int = 10000;
;WITH x AS
(
    SELECT TOP (@n) id = ROW_NUMBER() OVER (ORDER BY (SELECT 0))
    FROM sys.all_columns AS ac1
    CROSS JOIN sys.all_columns AS ac2
)
SELECT id = CAST(id AS int) INTO dbo.test FROM x;
GO
