package loaders

func init() { Register(alternating{}) }

type alternating struct{}

func (alternating) Name() string { return "alternating" }

func (alternating) About() string {
	return "Keys arrive from both ends in turn, meet in the middle and interleave: pages split everywhere and key order jumps over the file."
}

// For an odd number of rows the descending half starts one higher, so that the
// two halves keep different parity and no key occurs twice; for an even one the
// keys are the published ones.
func (alternating) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(256) NOT NULL DEFAULT ' ',
    c4 char(740) NOT NULL DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2, c3);
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = $(rows), @top int = $(rows) + $(rows) % 2;
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (c1, c2) VALUES (@i, CASE WHEN @i % 2 = 0 THEN @i ELSE @top - @i END);
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

// Size: 7 leaf pages for every 30 rows and 5.3 % of non-leaf pages above them,
// as the published figures have it.
func (alternating) Size(rows int64) Size {
	leaf := ceilDiv(rows*7, 30)
	final := (leaf + leaf*53/1000 + 16) * pageBytes
	return Size{FinalBytes: final, PeakBytes: final + 128<<20, LoopRows: rows, ScanReads: leaf * 2 / 3}
}

func (a alternating) Twin() Loader {
	return twin{
		of:    a.Name(),
		about: "The rows of alternating, sorted once into full pages.",
		pages: func(rows int64) int64 { return ceilDiv(rows, 7) + ceilDiv(rows, 200) },
		tsql: `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(256) NOT NULL DEFAULT ' ',
    c4 char(740) NOT NULL DEFAULT ' '
);
INSERT INTO dbo.test (c1, c2)
SELECT TOP ($(rows)) n.i, CASE WHEN n.i % 2 = 0 THEN n.i ELSE $(rows) + $(rows) % 2 - n.i END
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2, c3) WITH (FILLFACTOR = 100, MAXDOP = 1);
`}
}
