package loaders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// builtIn are the kit's own loads; a user's own in Go may stand beside them.
var builtIn = append(Default(), "guid", "interleave", "ladder", "refill", "widen", "worst")

func TestNames(t *testing.T) {
	got := Names()
	if got[0] != Baseline || !slices.IsSorted(got[1:]) {
		t.Errorf("names %v: baseline and then the others in order are wanted", got)
	}
	for _, want := range builtIn {
		if !slices.Contains(got, want) {
			t.Errorf("names %v lack %s", got, want)
		}
	}
}

func TestRegisterPanics(t *testing.T) {
	for _, l := range []Loader{nil, baseline{}, sqlFile{}, sqlFile{header: header{name: All}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Register(%v) did not panic", l)
				}
			}()
			Register(l)
		}()
	}
}

func TestPrepareAll(t *testing.T) {
	for _, name := range Names() {
		l, _ := Lookup(name)
		all := []Loader{l}
		if tw, ok := TwinOf(l); ok {
			all = append(all, tw)
		} else if name != Baseline && slices.Contains(builtIn, name) {
			t.Errorf("%s has no good twin", name)
		}
		for _, l := range all {
			p, err := Prepare(l, 10_001)
			if err != nil {
				t.Fatalf("%s: %v", l.Name(), err)
			}
			if _, direct := l.(Direct); p.Rows != 10_001 || len(p.Script.Batches) == 0 && !direct {
				t.Errorf("%s: %+v", l.Name(), p)
			}
			for _, b := range p.Script.Batches {
				if strings.Contains(b.Text, "$(") {
					t.Errorf("%s: a variable is left in %q", l.Name(), b.Text)
				}
			}
			if l.About() == "" {
				t.Errorf("%s has no sentence", l.Name())
			}
			sized, ok := l.(Sized)
			if !ok {
				if slices.Contains(builtIn, name) {
					t.Errorf("%s does not tell its size", l.Name())
				}
				continue
			}
			s := sized.Size(PublishedRows)
			if s.FinalBytes <= 0 || s.PeakBytes < s.FinalBytes || s.LoopRows+s.BulkRows < PublishedRows {
				t.Errorf("%s: size %+v", l.Name(), s)
			}
		}
	}
}

// heapNumbers repeats the arithmetic of the heap load's INSERT in Go.
func heapNumbers(n int64) (total int64, x func(g int64) int64) {
	total = 10 * ((n - 1) / 6)
	if (n-1)%6 == 5 {
		total += 10
	} else {
		total += 2*((n-1)%6) + 1
	}
	return total, func(g int64) int64 {
		switch g % 10 {
		case 2, 4, 6, 8:
			return n + 4*((g-1)/10) + (g%10)/2
		}
		return 6*((g-1)/10) + ((g-1)%10+1)/2 + 1
	}
}

func TestHeapNumbering(t *testing.T) {
	for n := int64(1); n <= 200; n++ {
		total, x := heapNumbers(n)
		var kept, gone int64
		for g := int64(1); g <= total; g++ {
			switch g % 10 {
			case 2, 4, 6, 8:
				gone++
				if x(g) != n+gone {
					t.Fatalf("n %d: deleted row %d has x %d, want %d", n, g, x(g), n+gone)
				}
			default:
				kept++
				if x(g) != kept {
					t.Fatalf("n %d: kept row %d has x %d, want %d", n, g, x(g), kept)
				}
			}
		}
		if kept != n {
			t.Fatalf("n %d: %d rows are kept of %d", n, kept, total)
		}
	}
	if total, _ := heapNumbers(4_000_000); total != 6_666_667 {
		t.Errorf("%d rows are generated for 4,000,000, want 6,666,667", total)
	}
}

func TestPrepareFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.sql", "-- about: my theory\nCREATE TABLE dbo.test (c int);\r\nGO 2\r\nPRINT '$(rows)';\r\n")
	l, err := File(good)
	if err != nil {
		t.Fatal(err)
	}
	if l.Name() != "good" || l.About() != "my theory" {
		t.Errorf("name %q, about %q", l.Name(), l.About())
	}
	titled, err := File(write("file.sql", "\r\n--  Name:  its-own.name \r\n-- name: second\n--- author: Jane: Doe\n--\nPRINT 1; -- about: too late\n-- about: too late"))
	if err != nil || titled.Name() != "its-own.name" || AuthorOf(titled) != "Jane: Doe" || titled.About() != "The script file.sql." || AuthorOf(l) != "" {
		t.Errorf("%+v, %v", titled, err)
	}
	for text, want := range map[string]string{
		"-- about: x\n-- name: ../x\nPRINT 1": "line 2: \"../x\" is not a name for a loader",
		"-- name: heap\nPRINT 1":              "heap is a built-in loader",
	} {
		if _, err := File(write("file.sql", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	os.Remove(filepath.Join(dir, "file.sql"))
	p, err := Prepare(l, 20_000)
	if err != nil || p.Rows != 20_000 || len(p.Notes) != 0 || p.Script.Batches[0].Count != 2 || p.Script.Batches[1].Text != "PRINT '20000';\r\n" {
		t.Errorf("%+v, %v", p, err)
	}
	fixed, _ := File(write("fixed.sql", "CREATE TABLE dbo.test (c int);"))
	if p, err := Prepare(fixed, 20_000); err != nil || p.Rows != PublishedRows || len(p.Notes) != 1 {
		t.Errorf("a file without $(rows): %+v, %v", p, err)
	}
	for text, want := range map[string]string{
		"SELECT 1;\nUSE master;": "line 2: USE is not allowed",
		"GO\nuse [tempdb]":       "line 2: USE is not allowed",
		"\n\nDROP  DATABASE x":   "line 3: DROP DATABASE is not allowed",
		"SELECT 1\nGO\nALTER /* */ DATABASE CURRENT SET RECOVERY SIMPLE": "line 3: ALTER DATABASE is not allowed",
		"PRINT 1\nEXEC ('DROP DATABASE x')":                              "line 2: USE and CREATE, ALTER and DROP DATABASE are not allowed",
		"CREATE DATABASE y":                                              "line 1: CREATE DATABASE is not allowed",
		"-- nothing":                                                     "holds no statement",
		"SELECT $(nope)":                                                 "line 1: $(nope) is not defined",
	} {
		l, err := File(write("bad.sql", text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Prepare(l, 10_000); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{
		"ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 1;",
		"PRINT 'USE master; DROP DATABASE x'; -- USE master",
		"SELECT 1 AS [use], 2 AS [create]",
		"SELECT c FROM dbo.test OPTION (USE HINT ('x'))",
	} {
		l, _ := File(write("fine.sql", text))
		if _, err := Prepare(l, 10_000); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if ls, err := Find(dir); err != nil || len(ls) != 4 || ls[0].Name() != "bad" {
		t.Errorf("folder: %v, %v", ls, err)
	}
	if ls, err := Find(All); err != nil || len(ls) != len(Names()) || ls[0].Name() != Baseline {
		t.Errorf("all: %v, %v", ls, err)
	}
	if ls, err := Find("heap-twin"); err != nil || ls[0].Name() != "heap-twin" {
		t.Errorf("twin: %v, %v", ls, err)
	}
	if _, err := Find("haep"); err == nil || !strings.Contains(err.Error(), "alternating") {
		t.Errorf("unknown loader: %v", err)
	}
}
