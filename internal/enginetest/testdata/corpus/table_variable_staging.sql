-- Rows are gathered in a table variable and then written at once.
-- check: SELECT COUNT(*), SUM(id), MAX(name) FROM dbo.test
-- want: 1000 | 500500 | item 999
SET NOCOUNT ON;
CREATE TABLE dbo.test (id int NOT NULL PRIMARY KEY, name varchar(20) NOT NULL);
DECLARE @stage TABLE (id int NOT NULL PRIMARY KEY, name varchar(20) NOT NULL);
DECLARE @i int = 1;
WHILE @i <= 1000
BEGIN
    INSERT @stage VALUES (@i, 'item ' + CAST(@i AS varchar(10)));
    SET @i += 1;
END;
INSERT dbo.test SELECT id, name FROM @stage;
GO
