package loaders

func init() { Register(refill{}) }

type refill struct{}

func (refill) Name() string { return "refill" }

func (refill) About() string {
	return "Three rows of every page are deleted and come back in the gaps of every second page, in scattered order: those pages split, the others stay half empty."
}

// Pages hold 7 rows; their second, fourth and sixth go. Of a pair of pages all six come back into the first, whose 10
// rows then need two pages; the second keeps 4.
func (refill) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 bigint NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '
);
INSERT INTO dbo.test (c1, c2)
SELECT TOP ($(rows)) n.i, 4 * n.i
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2) WITH (FILLFACTOR = 100, MAXDOP = 1);
DELETE FROM dbo.test WHERE c1 % 7 IN (2, 4, 6);
GO
SET NOCOUNT ON;
DECLARE @n int = $(rows), @p int = ($(rows) + 13) / 14;
` + stride + `
DECLARE @pair int = 0, @f int = 0, @c1 int, @end int;
BEGIN TRANSACTION;
WHILE @f < @p
BEGIN
    SET @c1 = 14 * @pair + 2;
    SET @end = 14 * @pair + 13;
    WHILE @c1 <= @end AND @c1 <= @n
    BEGIN
        INSERT INTO dbo.test (c1, c2)
        VALUES (@c1, CASE WHEN @c1 % 14 < 7 THEN 4 * CAST(@c1 AS bigint) + 1 ELSE 4 * CAST(@c1 - 7 AS bigint) + 2 END);
        SET @c1 += CASE WHEN @c1 % 14 = 6 THEN 3 ELSE 2 END;
    END;
    SET @pair = (@pair + @stride) % @p;
    SET @f += 1;
    IF @f % 15000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
END;
COMMIT TRANSACTION;
`, nil
}

// Size: 3 pages for 14 rows, every third of them new; before, the heap, the sort runs and the index at the same time, and
// the undo of the DELETE.
func (refill) Size(rows int64) Size {
	leaf := ceilDiv(rows*3, 14)
	final := (leaf + leaf/200 + 16) * pageBytes
	full := ceilDiv(rows, 7) * pageBytes
	return Size{FinalBytes: final, PeakBytes: 3 * full, LoopRows: rows * 3 / 7, BulkRows: 2*rows + rows*3/7, ScanReads: leaf / 3}
}

func (r refill) Twin() Loader {
	return sorted(r.Name(), `    c1 int NOT NULL,
    c2 bigint NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '`, "4 * n.i")
}
