package scan

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func i64(n int64) *int64 { return &n }

func TestCounter(t *testing.T) {
	const old = "Table 'test'. Scan count 1, logical reads 5, physical reads 2, read-ahead reads 30, lob logical reads 0, lob physical reads 7, lob read-ahead reads 8."
	const new19 = "Table 'a, physical reads 9'. Scan count 27, logical reads 135570, physical reads 3, page server reads 4, read-ahead reads 135000, page server read-ahead reads 6, lob logical reads 0, lob physical reads 0, lob page server reads 0, lob read-ahead reads 0, lob page server read-ahead reads 0."
	for _, tt := range []struct {
		line, name string
		want       *int64
	}{
		{old, "physical reads", i64(2)},
		{old, "read-ahead reads", i64(30)},
		{new19, "physical reads", i64(3)},
		{new19, "read-ahead reads", i64(135000)},
		{"Tabelle 'test'. Scananzahl 1, logische Lesevorgänge 5", "physical reads", nil},
		{"", "physical reads", nil},
	} {
		if got := Counter(tt.line, tt.name); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Counter(%q, %q) = %v, want %v", tt.line, tt.name, got, tt.want)
		}
	}
}

func TestDelta(t *testing.T) {
	if d := delta(i64(5), i64(12)); d == nil || *d != 7 {
		t.Errorf("delta 5 12 = %v", d)
	}
	for _, p := range [][2]*int64{{nil, i64(1)}, {i64(1), nil}, {i64(2), i64(1)}} {
		if d := delta(p[0], p[1]); d != nil {
			t.Errorf("delta %v = %d, want unknown", p, *d)
		}
	}
	got := histogram(sizeDelta(map[int64]int64{8192: 3, 65536: 1}, map[int64]int64{524288: 2, 8192: 5, 65536: 1}))
	if want := []ReadSize{{8192, 2}, {524288, 2}}; !reflect.DeepEqual(got, want) {
		t.Errorf("histogram %v, want %v", got, want)
	}
	if histogram(nil) != nil {
		t.Error("an unknown histogram must stay unknown")
	}
}

func TestColdVerdict(t *testing.T) {
	yes, no := true, false
	full := i64(100 * 8192)
	for _, tt := range []struct {
		name   string
		b      before
		bytes  *int64
		want   *bool
		reason string
	}{
		{"embedded", before{embedded: true, resident: i64(0), cached: i64(0), direct: &yes}, full, &yes, "direct I/O; 0 pages of the file in the kernel's cache"},
		{"embedded, flag unknown", before{embedded: true, resident: i64(0), cached: i64(0)}, full, &yes, "leaf pages; 0 pages of the file"},
		{"embedded, no cachestat", before{embedded: true, resident: i64(0), direct: &yes, cachedErr: errors.New("nope")}, full, &yes, "direct I/O"},
		{"embedded, nothing known", before{embedded: true, resident: i64(0), cachedErr: errors.New("nope")}, full, nil, "nope"},
		{"server", before{resident: i64(0)}, full, &yes, "caches outside the server are unknown"},
		{"resident", before{resident: i64(3)}, full, &no, "3 pages of the table"},
		{"buffered", before{embedded: true, resident: i64(0), direct: &no}, full, &no, "direct I/O is not in force"},
		{"page cache", before{embedded: true, resident: i64(0), cached: i64(9), direct: &yes}, full, &no, "9 pages of the file"},
		{"too few reads", before{resident: i64(0)}, i64(99 * 8192), &no, "only 99 of 100"},
		{"no permission", before{residentErr: errors.New("denied")}, full, nil, "denied"},
		{"no counter", before{resident: i64(0)}, nil, nil, "could not be counted"},
	} {
		got, reason := tt.b.verdict(100, tt.bytes)
		if !reflect.DeepEqual(got, tt.want) || !strings.Contains(reason, tt.reason) {
			t.Errorf("%s: %v, %q", tt.name, got, reason)
		}
	}
}

func TestDegree(t *testing.T) {
	n := 96
	for _, tt := range []struct {
		s          Server
		want, sent int
		bad        bool
	}{
		{Server{Schedulers: &n}, 0, 64, false},
		{Server{Schedulers: &n}, 1, 1, false},
		{Server{}, 4, 4, false},
		{Server{}, 0, 0, true},
	} {
		got, err := tt.s.Degree(tt.want)
		if got != tt.sent || (err != nil) != tt.bad {
			t.Errorf("Degree(%d) = %d, %v", tt.want, got, err)
		}
	}
}

func TestDatabaseStatements(t *testing.T) {
	s := Spec{ID: "ab12", Drives: []Drive{{Name: "C", Dir: `D:\data\`}, {Name: "E", Dir: "/mnt/e"}}}
	db := s.DatabaseName(s.Drives[0], "my load]'")
	if db != "scanfrag_ab12_my_load___C" {
		t.Fatalf("name %q", db)
	}
	got := CreateStatements(SQLServer, s.Drives[0], db)
	if !strings.Contains(got[0], `FILENAME = N'D:\data\scanfrag_ab12_my_load___C.mdf'`) || !strings.Contains(got[0], "LOG ON") || !strings.Contains(got[2], "sp_addextendedproperty") {
		t.Errorf("server: %q", got)
	}
	got = CreateStatements(Embedded, s.Drives[1], "scanfrag_x")
	if want := []string{"CREATE DATABASE [scanfrag_x] ON (NAME = N'scanfrag_x', FILENAME = N'/mnt/e/scanfrag_x.mdf');"}; !reflect.DeepEqual(got, want) {
		t.Errorf("embedded: %q", got)
	}
}

func TestDocumentRoundTrip(t *testing.T) {
	dop := 1
	d := Document{Schema: Schema, Results: []Result{{Drive: "d", Loader: "heap", Maxdop: &dop, Scans: []Scan{{ElapsedSeconds: 1.5, IOBytes: i64(8192)}}}}}
	var b bytes.Buffer
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"median_seconds": null`, `"read_sizes": null`, `"dop": null`, `"elapsed_seconds": 1.5`, `"cold": null`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("document lacks %s:\n%s", want, b.String())
		}
	}
	got, err := Read(&b)
	if err != nil || !reflect.DeepEqual(got.Results, d.Results) {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                                       "not a JSON document",
		"{}":                                     "names no schema",
		`{"schema": "scanfrag/2"}`:               `has schema "scanfrag/2"`,
		`{"schema": "scanfrag/1", "results": 3}`: "read document",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSpecCheck(t *testing.T) {
	if err := (Spec{}).Check(); err == nil {
		t.Error("an empty spec passes")
	}
}
