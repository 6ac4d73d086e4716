package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseFio(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"jobs": [{"error": 0, "read": {"io_bytes": 1048576, "runtime": 250, "total_ios": 2}}]}`, ""},
		{`{"jobs": [{"error": 5, "read": {"io_bytes": 1, "runtime": 1}}]}`, "fio failed with error 5"},
		{`{"jobs": [{"error": 0, "read": {"io_bytes": 0, "runtime": 1}}]}`, "fio read nothing"},
		{`{"jobs": [{"error": 0, "read": {"io_bytes": 9, "runtime": 0}}]}`, "less than its clock's millisecond"},
		{`{"jobs": []}`, "0 jobs, not 1"},
		{"fio: some message\n{}", "read fio's report"},
		{"", "read fio's report"},
	} {
		r, err := parseFio([]byte(tt.in))
		if tt.want == "" {
			if err != nil || r != (reading{seconds: 0.25, bytes: 1048576, reads: 2}) || r.rate() != 4.194304 {
				t.Errorf("%s: %+v, %v", tt.in, r, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.in, err, tt.want)
		}
	}
}

func TestTraceLog(t *testing.T) {
	reads := []read{{5, 1}, {64, 64}, {128, 8}, {3, 2}}
	path := filepath.Join(t.TempDir(), "x.iolog")
	if err := writeLog(path, "x.mdf", reads); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const want = `fio version 2 iolog
x.mdf add
x.mdf open
x.mdf read 40960 8192
x.mdf read 524288 524288
x.mdf read 1048576 65536
x.mdf read 24576 16384
x.mdf close
`
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	// Only the reads of 8 pages and more make up the stretch.
	if d, want := describe(reads), (traced{Reads: 4, Bytes: 75 * 8192, Offset: 64 * 8192, Length: 72 * 8192, Large: 72 * 8192}); d != want {
		t.Errorf("%+v, want %+v", d, want)
	}
	if d := describe(reads[:1]); d.Length != 0 {
		t.Errorf("%+v: no large read, yet a stretch", d)
	}
}
