-- A procedure inserts a row; a loop calls it.
-- check: SELECT COUNT(*), SUM(id), SUM(amount) FROM dbo.test
-- want: 800 | 320400 | 39600.00
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, amount decimal(10,2) NOT NULL, note char(30) NOT NULL);
GO
CREATE PROCEDURE dbo.AddRow
    @id int,
    @amount decimal(10,2),
    @note char(30) = 'default note'
AS
BEGIN
    SET NOCOUNT ON;
    INSERT dbo.test (id, amount, note) VALUES (@id, @amount, @note);
    RETURN @id;
END;
GO
DECLARE @i int = 1, @back int, @a decimal(10,2);
WHILE @i <= 800
BEGIN
    SET @a = @i * 37 % 100;
    EXEC @back = dbo.AddRow @id = @i, @amount = @a;
    IF @back <> @i RAISERROR('row %d came back as %d', 16, 1, @i, @back);
    SET @i = @back + 1;
END;
GO
DROP PROCEDURE dbo.AddRow;
GO
