-- CREATE TYPE AS TABLE, a table-valued parameter, READONLY.
-- check: SELECT COUNT(*), SUM(Id), SUM(Qty) FROM dbo.test
-- want: 100 | 5050 | 450
CREATE TYPE dbo.RowList AS TABLE (Id int NOT NULL PRIMARY KEY, Qty int NOT NULL DEFAULT 0);
GO
CREATE TABLE dbo.test (Id int NOT NULL PRIMARY KEY, Qty int NOT NULL);
GO
CREATE PROCEDURE dbo.LoadRows @rows dbo.RowList READONLY
AS
BEGIN
    SET NOCOUNT ON;
    INSERT dbo.test (Id, Qty) SELECT Id, Qty FROM @rows;
END
GO
DECLARE @r AS dbo.RowList;
INSERT @r (Id, Qty) SELECT number, number % 10 FROM master..spt_values WHERE type = 'P' AND number BETWEEN 1 AND 100;
EXEC dbo.LoadRows @rows = @r;
GO
