-- Tables, a sequence, a view, a function and procedures of an etl schema; names in them are those of their schema.
-- check: SELECT COUNT(*), MIN(id), MAX(id), SUM(amount) FROM dbo.test
-- want: 30 | 1000 | 1290 | 945
-- check: SELECT RTRIM(type), COUNT(*) FROM sys.objects WHERE schema_id = SCHEMA_ID('etl') AND parent_object_id = 0 GROUP BY RTRIM(type) ORDER BY 1
-- want: FN | 1
-- want: P | 2
-- want: SO | 1
-- want: U | 1
-- want: V | 1
IF NOT EXISTS (SELECT * FROM sys.schemas WHERE name = N'etl')
    EXEC (N'CREATE SCHEMA [etl] AUTHORIZATION [dbo]');
GO
CREATE TABLE etl.source_rows (id int NOT NULL PRIMARY KEY, amount int NOT NULL);
CREATE SEQUENCE etl.ids AS int START WITH 1000 INCREMENT BY 10;
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, amount int NOT NULL);
CREATE TABLE dbo.source_rows (wrong int);
GO
CREATE FUNCTION etl.doubled (@v int) RETURNS int AS
BEGIN
    RETURN @v * 2;
END
GO
CREATE VIEW etl.prepared AS
SELECT id, etl.doubled(amount) + 1 AS amount FROM source_rows;
GO
CREATE PROCEDURE etl.gather @rows int AS
SET NOCOUNT ON;
WHILE @rows > 0
BEGIN
    INSERT source_rows (id, amount) VALUES (NEXT VALUE FOR ids, (SELECT COUNT(*) FROM source_rows) + 1);
    SET @rows -= 1;
END
GO
CREATE PROCEDURE etl.run_all AS
EXEC gather 30;
INSERT dbo.test (id, amount) SELECT id, amount FROM prepared WHERE amount > 2;
UPDATE t SET amount = t.amount - 1 FROM dbo.test AS t WHERE EXISTS (SELECT * FROM source_rows AS s WHERE s.id = t.id);
UPDATE dbo.test SET amount = amount / 2 + 16 + (SELECT COUNT(*) FROM dbo.source_rows);
GO
EXEC etl.run_all;
GO
