-- Deleted rows are moved to the table by OUTPUT DELETED INTO.
-- check: SELECT COUNT(*), SUM(id) FROM dbo.test
-- want: 150 | 22650
-- check: SELECT COUNT(*), SUM(id) FROM dbo.src
-- want: 150 | 22500
SELECT number AS id INTO dbo.src FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 300;
CREATE TABLE dbo.test (id int NOT NULL, moved datetime NOT NULL);
GO
WHILE 1 = 1
BEGIN
    DELETE TOP (40) FROM dbo.src
    OUTPUT DELETED.id, GETDATE() INTO dbo.test (id, moved)
    WHERE id % 2 = 0;
    IF @@ROWCOUNT = 0 BREAK;
END;
GO
