package loaders

func init() { Register(reverse{}) }

type reverse struct{}

func (reverse) Name() string { return "reverse" }

func (reverse) About() string {
	return "Keys arrive in descending order: every page is out of order, yet pages are full and lie next to each other, only backwards."
}

func (reverse) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = $(rows);
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (c1, c2) VALUES (@i, @n - @i);
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

// Size: 7 rows of 1,011 bytes on a leaf page; the upper levels are half full.
func (reverse) Size(rows int64) Size {
	leaf := ceilDiv(rows, 7)
	final := (leaf + leaf/100 + 16) * pageBytes
	return Size{FinalBytes: final, PeakBytes: final + 128<<20, LoopRows: rows}
}

func (r reverse) Twin() Loader {
	return twin{
		of:    r.Name(),
		about: "The rows of reverse, sorted once into full pages.",
		pages: func(rows int64) int64 { return ceilDiv(rows, 7) },
		tsql: `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '
);
INSERT INTO dbo.test (c1, c2)
SELECT TOP ($(rows)) n.i, $(rows) - n.i
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2) WITH (FILLFACTOR = 100, MAXDOP = 1);
`}
}
