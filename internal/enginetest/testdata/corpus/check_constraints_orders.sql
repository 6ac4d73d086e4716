-- Business rules as CHECK constraints of columns and of the table; what breaks one goes to a table of rejects.
-- check: SELECT COUNT(*), SUM(qty), SUM(line_total) FROM dbo.test
-- want: 70 | 350 | 4970.0000
-- check: SELECT COUNT(*), MIN(reason), MAX(reason) FROM dbo.rejects
-- want: 30 | 547 | 547
CREATE TABLE dbo.test (
    order_id int IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    qty smallint NOT NULL CONSTRAINT CK_test_qty CHECK (qty BETWEEN 1 AND 100),
    unit_price money NOT NULL CONSTRAINT CK_test_price CHECK (unit_price > 0),
    line_total money NOT NULL,
    status char(1) NOT NULL DEFAULT ('N') CHECK (status IN ('N', 'P', 'S')),
    ordered date NOT NULL,
    shipped date NULL,
    CONSTRAINT CK_test_total CHECK (line_total = qty * unit_price),
    CONSTRAINT CK_test_dates CHECK (shipped IS NULL OR shipped >= ordered)
);
CREATE TABLE dbo.rejects (n int NOT NULL, reason int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @i int = 0, @day date = '20240101';
WHILE @i < 100
BEGIN
    BEGIN TRY
        INSERT dbo.test (qty, unit_price, line_total, ordered, shipped)
        VALUES (5, 14.2, CASE WHEN @i % 10 = 3 THEN 1 ELSE 71 END,
                DATEADD(day, @i, @day), DATEADD(day, CASE WHEN @i % 10 IN (6, 9) THEN @i - 1 ELSE @i + 1 END, @day));
    END TRY
    BEGIN CATCH
        INSERT dbo.rejects VALUES (@i, ERROR_NUMBER());
    END CATCH;
    SET @i += 1;
END;
GO
