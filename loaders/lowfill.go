package loaders

func init() { Register(lowfill{}) }

type lowfill struct{}

func (lowfill) Name() string { return "lowfill" }

func (lowfill) About() string {
	return "A freshly built, unfragmented index with pages a little more than half full and a 900-byte key: more pages for the same rows."
}

// TSQL: as published but for MAXDOP = 1. The published index was hardly fragmented; workers of a parallel build
// take extents in turn, which fragments an eighth of the pages.
func (lowfill) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL,
    y char(896) NOT NULL DEFAULT '',
    z char(120) NOT NULL DEFAULT ''
);
INSERT INTO dbo.test (x)
SELECT TOP ($(rows)) n.i
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (x, y) WITH (FILLFACTOR = 51, MAXDOP = 1);
`, nil
}

// Size: 5 rows on a leaf page, 8 children on a page above; beside it the heap
// with 7 rows a page and the sort runs.
func (lowfill) Size(rows int64) Size {
	heap := ceilDiv(rows, 7)
	index := ceilDiv(rows, 5) * 8 / 7
	return Size{FinalBytes: index * pageBytes, PeakBytes: (2*heap + index) * pageBytes, BulkRows: 2 * rows}
}

func (l lowfill) Twin() Loader {
	return twin{
		of:    l.Name(),
		about: "The rows of lowfill under the same key, built with full pages.",
		pages: func(rows int64) int64 { return ceilDiv(rows, 7) * 8 / 7 },
		tsql: `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    x int NOT NULL,
    y char(896) NOT NULL DEFAULT '',
    z char(120) NOT NULL DEFAULT ''
);
INSERT INTO dbo.test (x)
SELECT TOP ($(rows)) n.i
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (x, y) WITH (FILLFACTOR = 100, MAXDOP = 1);
`}
}
