package loaders

func init() { Register(guid{}) }

type guid struct{}

func (guid) Name() string { return "guid" }

func (guid) About() string {
	return "A random clustered key: each page fills, splits in halves and fills again, ends about 63 % full, and has its successor anywhere in the file."
}

// Row by row: an INSERT of all rows would sort them into key order first.
func (guid) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 uniqueidentifier NOT NULL DEFAULT NEWID(),
    c3 char(980) NOT NULL DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
GO
SET NOCOUNT ON;
DECLARE @i int = 1, @n int = $(rows);
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (c1) VALUES (@i);
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

// Size: 5.08 rows on a leaf page. Random keys split pages of 7 rows into 4 and 4, which then hold 8 (H(8) - H(4)) rows
// on average, H being the harmonic numbers. A page of the level above holds about 200 children.
func (guid) Size(rows int64) Size {
	leaf := ceilDiv(rows*100, 508)
	final := (leaf + leaf/150 + 16) * pageBytes
	return Size{FinalBytes: final, PeakBytes: final + 128<<20, LoopRows: rows, ScanReads: leaf}
}

func (g guid) Twin() Loader {
	return sorted(g.Name(), `    c1 int NOT NULL,
    c2 uniqueidentifier NOT NULL,
    c3 char(980) NOT NULL DEFAULT ' '`, "NEWID()")
}
