package loaders

func init() { Register(widen{}) }

type widen struct{}

func (widen) Name() string { return "widen" }

func (widen) About() string {
	return "An ascending key, nine rows to a page; then every row grows, and every page splits once: in key order old pages alternate with new ones, which lie behind them all."
}

// Adding a nullable column leaves the rows short until the UPDATE gives it a value.
func (widen) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(860) NOT NULL DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
INSERT INTO dbo.test (c1, c2)
SELECT TOP ($(rows)) n.i, n.i
FROM ` + numbers + ` AS n;
ALTER TABLE dbo.test ADD c4 char(132) NULL;
GO
SET NOCOUNT ON;
DECLARE @i int = 0, @n int = $(rows);
WHILE @i < @n
BEGIN
    UPDATE dbo.test SET c4 = ' ' WHERE c2 > @i AND c2 <= @i + 100000;
    SET @i += 100000;
END;
`, nil
}

// Size: 9 rows on two leaf pages. The reads of old pages merge, and so do those of new ones.
func (widen) Size(rows int64) Size {
	leaf := ceilDiv(rows*2, 9)
	final := (leaf + leaf/200 + 16) * pageBytes
	return Size{FinalBytes: final, PeakBytes: final + 512<<20, BulkRows: 2 * rows}
}

func (w widen) Twin() Loader {
	return bulkTwin{
		of:    w.Name(),
		about: "The rows of widen at their final width, bulk-copied in key order, the order a bulk load sorts its rows into: full pages.",
		create: `CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(860) NOT NULL DEFAULT ' ',
    c4 char(132) NULL
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
`,
		columns: []string{"c1", "c2", "c3", "c4"},
		order:   []string{"c2"},
		row:     func(i int64) []any { return []any{i, i, " ", " "} },
		pages:   func(rows int64) int64 { return ceilDiv(rows, 8) },
	}
}
