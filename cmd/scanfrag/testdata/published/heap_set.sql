-- name: published-heap-set
-- about: Heap with forwarding as published: narrow rows from one cross join, widened, two fifths deleted.
-- One cross join is too small at the published size: 2,506 rows against themselves are 6,280,036, not 6,666,666.
:setvar rows 4000000
SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL,
    x2 int NOT NULL,
    y char(10) NOT NULL DEFAULT '',
    z char(10) NOT NULL DEFAULT ''
);
GO
WITH numbers AS (
    SELECT TOP ($(rows) * 5 / 3) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS x
    FROM master..spt_values AS a, master..spt_values AS b
)
INSERT INTO dbo.test (x, x2)
SELECT x, x % 10 FROM numbers;
GO
ALTER TABLE dbo.test ALTER COLUMN y char(892) NOT NULL;
ALTER TABLE dbo.test ALTER COLUMN z char(100) NOT NULL;
GO
CHECKPOINT;
GO
DELETE TOP ($(rows) * 2 / 3) FROM dbo.test WHERE x2 IN (2, 4, 6, 8);
GO
