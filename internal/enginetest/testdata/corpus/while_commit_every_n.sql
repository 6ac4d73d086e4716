-- One row at a time in a loop, a transaction for every 1000.
-- check: SELECT COUNT(*), SUM(id), SUM(grp) FROM dbo.test
-- want: 4500 | 10127250 | 13503
SET NOCOUNT ON
CREATE TABLE dbo.test (id int NOT NULL, grp int NOT NULL, filler char(200) NOT NULL DEFAULT ' ')
CREATE CLUSTERED INDEX cx ON dbo.test (grp, id)
DECLARE @i int
SET @i = 1
BEGIN TRAN
WHILE @i <= 4500
BEGIN
    INSERT dbo.test (id, grp) VALUES (@i, @i % 7)
    IF @i % 1000 = 0
    BEGIN
        COMMIT TRAN
        BEGIN TRAN
    END
    SET @i = @i + 1
END
COMMIT TRAN
GO
