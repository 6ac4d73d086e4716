package loaders

// sorted is the good twin that inserts rows into a heap and builds the clustered index afterwards: one sort into full pages.
// columns ends with the key c2; key is its value, of the number n.i.
func sorted(of, columns, key string) Loader {
	return twin{
		of:    of,
		about: "The rows of " + of + ", sorted once into full pages.",
		pages: func(rows int64) int64 { return ceilDiv(rows, 7) + ceilDiv(rows, 2000) },
		tsql: `SET NOCOUNT ON;
CREATE TABLE dbo.test (
` + columns + `
);
INSERT INTO dbo.test (c1, c2)
SELECT TOP ($(rows)) n.i, ` + key + `
FROM ` + numbers + ` AS n;
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2) WITH (FILLFACTOR = 100, MAXDOP = 1);
`}
}
