package loaders

func init() { Register(worst{}) }

type worst struct{}

func (worst) Name() string { return "worst" }

func (worst) About() string {
	return "Rows forwarded five to a page, in an order in which a scan comes back to a page only after all the others: one read per row, as no pool smaller than the table still has the page."
}

// Adding nullable columns leaves the rows short until an UPDATE gives the columns a value: then the row is forwarded to
// the page of the last forwarded row, so that the order of the UPDATEs decides which rows share a page, while the scan
// follows stubs in the order of x. Page f of p takes the rows q, q+p .. q+4p with q = f * stride modulo p; the stride
// has no factor in common with p, and near p times the golden ratio it makes each step of the scan a jump over a good
// part of the file.
//
// Five to a page: the bytes of w stay in the rows when the column is dropped. Without w seven would share a page: as
// many reads, of a table that a smaller pool holds. A forwarded row is 1,541 bytes long: up to 1,612 a page with four of
// them still takes a fifth, from 1,295 it takes no sixth.
func (worst) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL
);
INSERT INTO dbo.test (x)
SELECT TOP ($(rows)) n.i
FROM ` + numbers + ` AS n;
CREATE UNIQUE INDEX ix_test ON dbo.test (x);
ALTER TABLE dbo.test ADD y char(1016) NULL, w char(500) NULL;
GO
SET NOCOUNT ON;
DECLARE @n int = $(rows), @p int = ($(rows) + 4) / 5;
` + stride + `
DECLARE @f int = 0, @q int = 0, @x int;
BEGIN TRANSACTION;
WHILE @f < @p
BEGIN
    SET @x = @q + 1;
    WHILE @x <= @n
    BEGIN
        UPDATE dbo.test SET y = '', w = '' WHERE x = @x;
        SET @x += @p;
    END;
    SET @q = (@q + @stride) % @p;
    SET @f += 1;
    IF @f % 20000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
END;
COMMIT TRANSACTION;
GO
DROP INDEX ix_test ON dbo.test;
ALTER TABLE dbo.test DROP COLUMN w;
`, nil
}

// Size: 592 stubs on a home page, 5 forwarded rows on another; the index is small, the undo log keeps old rows of 11 bytes.
func (worst) Size(rows int64) Size {
	final := (ceilDiv(rows, 5) + ceilDiv(rows, 592) + 16) * pageBytes
	return Size{FinalBytes: final, PeakBytes: final + 128<<20 + 64*rows, LoopRows: rows, BulkRows: rows, Chased: rows}
}

func (w worst) Twin() Loader {
	return bulkTwin{
		of:    w.Name(),
		about: "The rows of worst at their final width, bulk-copied into a heap: without forwarding.",
		create: `CREATE TABLE dbo.test (
    x int NOT NULL,
    y char(1016) NULL
);
`,
		columns: []string{"x", "y"},
		row:     func(i int64) []any { return []any{i, " "} },
		pages:   func(rows int64) int64 { return ceilDiv(rows, 7) },
	}
}
