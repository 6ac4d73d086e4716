package loaders

// Baseline is the name of the load that every slowdown is measured against.
const Baseline = "baseline"

func init() { Register(baseline{}) }

type baseline struct{}

func (baseline) Name() string { return Baseline }

func (baseline) About() string {
	return "Rows sorted once into pages 88 % full, as 7 rows make them: the leaf level is one contiguous stretch, so read-ahead asks for up to 54 pages at a time."
}

func (baseline) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '
);
INSERT INTO dbo.test (c1, c2)
SELECT TOP ($(rows)) n.i, n.i
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2) WITH (FILLFACTOR = 100, MAXDOP = 1);
`, nil
}

// Size: 7 rows of 1,011 bytes on a page; the heap, the sort runs and the index
// exist at the same time.
func (baseline) Size(rows int64) Size {
	final := ceilDiv(rows, 7) * pageBytes
	return Size{FinalBytes: final, PeakBytes: 3 * final, BulkRows: 2 * rows}
}
