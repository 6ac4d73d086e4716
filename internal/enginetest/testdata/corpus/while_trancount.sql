-- The same with IF @@TRANCOUNT > 0 and a counter of its own.
-- check: SELECT COUNT(*), MAX(batch) FROM dbo.test
-- want: 2350 | 4
CREATE TABLE dbo.test (id int IDENTITY(1,1) PRIMARY KEY, batch int NOT NULL);
GO
SET NOCOUNT ON;
DECLARE @done int = 0, @inBatch int = 0, @batch int = 0;
WHILE @done < 2350
BEGIN
    IF @@TRANCOUNT = 0 BEGIN TRANSACTION;
    INSERT INTO dbo.test (batch) VALUES (@batch);
    SELECT @done += 1, @inBatch += 1;
    IF @inBatch = 500
    BEGIN
        COMMIT;
        SELECT @inBatch = 0, @batch += 1;
    END;
END;
IF @@TRANCOUNT > 0 COMMIT;
GO
