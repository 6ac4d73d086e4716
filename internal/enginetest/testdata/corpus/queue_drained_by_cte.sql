-- A queue is drained from its head; what leaves it lands in the table.
-- check: SELECT COUNT(*), SUM(id), MIN(batch), MAX(batch) FROM dbo.test
-- want: 500 | 125250 | 1 | 8
-- check: SELECT COUNT(*) FROM dbo.queue
-- want: 0
CREATE TABLE dbo.queue (id int IDENTITY PRIMARY KEY, payload char(100) NOT NULL);
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, payload char(100) NOT NULL, batch int NOT NULL);
INSERT dbo.queue (payload) SELECT TOP (500) 'x' FROM master..spt_values WHERE type = 'P';
GO
DECLARE @batch int = 1;
WHILE EXISTS (SELECT * FROM dbo.queue)
BEGIN
    WITH head AS (SELECT TOP (64) id, payload, @batch AS batch FROM dbo.queue WITH (ROWLOCK) ORDER BY id)
    DELETE FROM head OUTPUT deleted.id, deleted.payload, deleted.batch INTO dbo.test (id, payload, batch);
    SET @batch += 1;
END;
GO
