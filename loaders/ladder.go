package loaders

func init() { Register(ladder{}) }

type ladder struct{}

func (ladder) Name() string { return "ladder" }

func (ladder) About() string {
	return "A full index whose pages each get one row too many, in scattered order: split once, they stay half full, and every second page lies somewhere at the file's end."
}

// p pages of 7 rows, then one row into the middle of each but about every twelfth: 4 rows on each half. All pages split
// would be over the size limit.
func (ladder) TSQL(rows int64) (string, error) {
	return `SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '
);
DECLARE @first int = 7 * ((12 * CAST($(rows) AS bigint) + 94) / 95);
INSERT INTO dbo.test (c1, c2)
SELECT TOP (@first) n.i, 2 * n.i
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2) WITH (FILLFACTOR = 100, MAXDOP = 1);
GO
SET NOCOUNT ON;
DECLARE @n int = $(rows), @p int = (12 * CAST($(rows) AS bigint) + 94) / 95;
` + stride + `
DECLARE @i int = 7 * @p + 1, @page int = 0;
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    INSERT INTO dbo.test (c1, c2) VALUES (@i, 14 * @page + 7);
    SET @page = (@page + @stride) % @p;
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

// Size: 12 pages for 95 rows, 11 of them split; while the index is built also the heap and the sort runs.
func (ladder) Size(rows int64) Size {
	first := ceilDiv(rows*12, 95)
	leaf := first + (rows - 7*first)
	final := (leaf + leaf/200 + 16) * pageBytes
	return Size{FinalBytes: final, PeakBytes: max(final+128<<20, 3*first*pageBytes), LoopRows: rows / 8, BulkRows: 2 * rows, ScanReads: leaf / 2}
}

func (l ladder) Twin() Loader {
	return sorted(l.Name(), `    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '`, "2 * n.i")
}
