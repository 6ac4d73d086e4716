package loaders

func init() { Register(heap{}) }

type heap struct{}

func (heap) Name() string { return "heap" }

func (heap) About() string {
	return "Narrow rows are widened after the load, so nearly every row moves and leaves a forwarding stub: the scan jumps for each of them."
}

// Row g of the generator has x2 = g % 10. Of every ten, six survive; the k-th
// survivor gets x = k, so that the survivors are 1..N in insertion order, and
// those to be deleted get the numbers above N. The generator stops at the N-th
// survivor.
func (heap) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL,
    x2 int NOT NULL,
    y char(10) NOT NULL DEFAULT '',
    z char(10) NOT NULL DEFAULT ''
);
DECLARE @n int = $(rows);
DECLARE @total int = 10 * ((@n - 1) / 6)
                   + CASE WHEN (@n - 1) % 6 = 5 THEN 10 ELSE 2 * ((@n - 1) % 6) + 1 END;
INSERT INTO dbo.test (x, x2)
SELECT TOP (@total)
       CASE WHEN g.i % 10 IN (2, 4, 6, 8)
            THEN @n + 4 * ((g.i - 1) / 10) + (g.i % 10) / 2
            ELSE 6 * ((g.i - 1) / 10) + ((g.i - 1) % 10 + 1) / 2 + 1
       END,
       g.i % 10
FROM ` + numbers + ` AS g;
GO
ALTER TABLE dbo.test ALTER COLUMN y char(892) NOT NULL;
ALTER TABLE dbo.test ALTER COLUMN z char(100) NOT NULL;
CHECKPOINT;
GO
SET NOCOUNT ON;
DELETE FROM dbo.test WHERE x2 IN (2, 4, 6, 8);
`, nil
}

// Size: before the delete 5/3 of the rows, nearly all of them forwarded, 7 to a
// page; undo of the two widenings (old rows) and of the delete (wide rows).
func (heap) Size(rows int64) Size {
	all := rows * 5 / 3
	final := (ceilDiv(all, 7) + ceilDiv(all, 200)) * pageBytes
	undo := all*200 + (all-rows)*1100
	return Size{FinalBytes: final, PeakBytes: final + undo, BulkRows: 3*all + (all - rows), Chased: ceilDiv(all, 7)}
}

func (h heap) Twin() Loader {
	return twin{
		of:    h.Name(),
		about: "The rows of heap, inserted at their final width: a heap without forwarding.",
		pages: func(rows int64) int64 { return ceilDiv(rows, 7) },
		tsql: `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL,
    x2 int NOT NULL,
    y char(892) NOT NULL DEFAULT '',
    z char(100) NOT NULL DEFAULT ''
);
INSERT INTO dbo.test (x, x2)
SELECT TOP ($(rows)) n.i, CASE WHEN n.i % 6 = 0 THEN 0 ELSE 2 * ((n.i - 1) % 6) + 1 END
FROM ` + numbers + ` AS n;
`}
}
