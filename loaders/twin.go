package loaders

// Twinned loaders have a good twin: the same columns and rows, well laid out.
type Twinned interface {
	Twin() Loader
}

// TwinName is the name of l's good twin.
func TwinName(name string) string { return name + "-twin" }

// TwinOf returns the good twin of l, if it has one.
func TwinOf(l Loader) (Loader, bool) {
	t, ok := l.(Twinned)
	if !ok {
		return nil, false
	}
	return t.Twin(), true
}

// twin is a loader that exists only as the good twin of another.
type twin struct {
	of    string
	about string
	tsql  string
	pages func(rows int64) int64
}

func (t twin) Name() string                    { return TwinName(t.of) }
func (t twin) About() string                   { return t.about }
func (t twin) TSQL(rows int64) (string, error) { return t.tsql, nil }

func (t twin) Size(rows int64) Size {
	final := t.pages(rows) * pageBytes
	return Size{FinalBytes: final, PeakBytes: 3 * final, BulkRows: 2 * rows}
}

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
