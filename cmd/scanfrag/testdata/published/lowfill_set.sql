-- name: published-lowfill-set
-- about: Low fill factor: all numbers in one INSERT from a cross join, then a clustered index half full.
:setvar rows 4000000
SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL,
    y char(896) NOT NULL DEFAULT '',
    z char(120) NOT NULL DEFAULT ''
);
GO
INSERT INTO dbo.test (x)
SELECT TOP ($(rows)) ROW_NUMBER() OVER (ORDER BY (SELECT NULL))
FROM master..spt_values AS a, master..spt_values AS b;
GO
CREATE CLUSTERED INDEX cx_test ON dbo.test (x, y) WITH FILLFACTOR = 51;
GO
