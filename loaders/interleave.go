package loaders

func init() { Register(interleave{}) }

type interleave struct{}

func (interleave) Name() string { return "interleave" }

func (interleave) About() string {
	return "Eight ascending runs of keys take turns: each run's pages are allocated between those of the other seven, so no two neighbours in key order share an extent."
}

// Whether pages of a run end full or, split in halves, with 4 rows is the server's affair: the last run's are full in any
// case, which keeps eight runs within the size limit.
func (interleave) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = $(rows), @run int = $(rows) / 8 + 1;
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (c1, c2) VALUES (@i, @i % 8 * @run + @i / 8);
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
    SET @i += 1;
END;
COMMIT TRANSACTION;
`, nil
}

// Size: 7 rows on a leaf page.
func (interleave) Size(rows int64) Size {
	leaf := ceilDiv(rows, 7)
	final := (leaf + leaf/100 + 64) * pageBytes
	return Size{FinalBytes: final, PeakBytes: final + 128<<20, LoopRows: rows, ScanReads: leaf}
}

func (l interleave) Twin() Loader {
	return sorted(l.Name(), `    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '`, "n.i % 8 * ($(rows) / 8 + 1) + n.i / 8")
}
