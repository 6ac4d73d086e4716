package tsql_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestErrorNumbers(t *testing.T) {
	s := newSession(t)
	for text, want := range map[string]string{
		"CREATE TABLE t0 ()":                                 "102 ",
		"CREATE DATABASE e ON (NAME = e, FILENAME = '')":     "5105 ",
		"CREATE DATABASE [" + strings.Repeat("n", 129) + "]": "103 ",
	} {
		sink := &null{}
		if err := s.Batch(t.Context(), text, nil, sink); err != nil || sink.err == nil || !strings.HasPrefix(sink.err.Error(), want) {
			t.Errorf("%.60s: %v, message %v", text, err, sink.err)
		}
	}
}

// TestDamagedPage reads a page with a flipped bit: 824, and the session goes on.
func TestDamagedPage(t *testing.T) {
	dir := t.TempDir()
	inst, s := opened(t, dir)
	run(t, s, "CREATE TABLE t(a char(100)); INSERT t VALUES ('needle')")
	sink := &null{}
	if s.Batch(t.Context(), `CREATE DATABASE [a\b]`, nil, sink); sink.err == nil || !strings.HasPrefix(sink.err.Error(), "5105 ") {
		t.Errorf("%v", sink.err)
	}
	s.Close()
	if err := inst.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "d.mdf")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(raw), "needle")
	raw[at] ^= 1
	if err := os.WriteFile(path, raw, 0o666); err != nil {
		t.Fatal(err)
	}
	inst, s = opened(t, dir)
	sink = &null{}
	if err := s.Batch(t.Context(), "SELECT * FROM t", nil, sink); err != nil || sink.err == nil || !strings.HasPrefix(sink.err.Error(), "824 ") {
		t.Errorf("%v, message %v", err, sink.err)
	}
	if got := strings.Join(rowsOf(t, s, "SELECT 1"), ""); got != "1" {
		t.Errorf("afterwards %q", got)
	}
	s.Close()
	if err := inst.Close(); err != nil {
		t.Error(err)
	}
	if now, _ := os.ReadFile(path); string(now) != string(raw) {
		t.Error("reading wrote to the file")
	}
}
