-- name: published-heap-loop
-- about: Heap with forwarding: narrow rows one by one, widened, two fifths deleted in batches.
-- The loop makes as many rows as were meant, but their numbers run to 5/3 of them.
:setvar rows 4000000
CREATE TABLE dbo.test (
    x int NOT NULL,
    x2 int NOT NULL,
    y char(10) NOT NULL DEFAULT '',
    z char(10) NOT NULL DEFAULT ''
);
GO
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= $(rows) * 5 / 3
BEGIN
    IF @@TRANCOUNT = 0 BEGIN TRANSACTION;
    INSERT dbo.test (x, x2) VALUES (@i, @i % 10);
    IF @i % 100000 = 0 COMMIT TRANSACTION;
    SET @i += 1;
END;
IF @@TRANCOUNT > 0 COMMIT TRANSACTION;
GO
ALTER TABLE dbo.test ALTER COLUMN y char(892) NOT NULL;
ALTER TABLE dbo.test ALTER COLUMN z char(100) NOT NULL;
CHECKPOINT;
GO
SET NOCOUNT ON;
DECLARE @left int = $(rows) * 2 / 3, @n int;
WHILE @left > 0
BEGIN
    SET @n = CASE WHEN @left < 100000 THEN @left ELSE 100000 END;
    DELETE TOP (@n) FROM dbo.test WHERE x2 IN (2, 4, 6, 8);
    IF @@ROWCOUNT = 0 BREAK;
    SET @left -= @n;
END;
GO
