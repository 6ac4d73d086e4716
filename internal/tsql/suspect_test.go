package tsql_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql"
)

// TestSuspectDatabase is a directory with one database that is cut off and a file that is none.
func TestSuspectDatabase(t *testing.T) {
	dir := t.TempDir()
	inst, err := engine.Open(engine.Options{Dir: dir, PoolBytes: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"good", "other"} {
		if _, err := inst.CreateDatabase(t.Context(), engine.DatabaseSpec{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if err := inst.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "other.mdf")
	if err := os.Truncate(path, 30*8192); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.mdf"), []byte("notes"), 0o666); err != nil {
		t.Fatal(err)
	}
	if inst, err = engine.Open(engine.Options{Dir: dir, PoolBytes: 16 << 20}); err != nil {
		t.Fatal(err)
	}
	defer inst.Close()
	const want = "Database 'other' cannot be opened: it is truncated: 30 pages of "
	if _, err := tsql.NewSession(inst, tsql.Options{Database: "other"}); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("login: %v", err)
	}
	s, err := tsql.NewSession(inst, tsql.Options{Database: "good"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, text := range []string{"USE other", "SELECT * FROM other.dbo.t", "CREATE TABLE other.dbo.t(a int)", "SELECT * FROM other.sys.objects"} {
		if got := strings.Join(rowsOf(t, s, "SELECT physical_name, state_desc, size FROM sys.master_files WHERE database_id = DB_ID('other')"), ";"); got != path+",SUSPECT,0" {
			t.Errorf("sys.master_files: %s", got)
		}
		sink := &null{}
		if err := s.Batch(t.Context(), text, nil, sink); err != nil || sink.err == nil || !strings.HasPrefix(sink.err.Error(), "945 line 1: "+want) ||
			!strings.HasSuffix(sink.err.Error(), "; delete or move the file "+path+", or put a copy in its place.") {
			t.Errorf("%s: %v, message %v", text, err, sink.err)
		}
	}
	const list = "SELECT name, state_desc FROM sys.databases WHERE database_id > 4 ORDER BY name"
	if got := strings.Join(rowsOf(t, s, list), ";"); got != "good,ONLINE;other,SUSPECT" {
		t.Errorf("sys.databases: %s", got)
	}
	sink := &null{}
	if s.Batch(t.Context(), "CREATE DATABASE other", nil, sink); sink.err == nil || !strings.HasPrefix(sink.err.Error(), "5170 ") {
		t.Errorf("create: %v", sink.err)
	}
	run(t, s, "DROP DATABASE other; CREATE DATABASE other; USE other; CREATE TABLE t(a int)")
	if got := strings.Join(rowsOf(t, s, list), ";"); got != "good,ONLINE;other,ONLINE" {
		t.Errorf("sys.databases: %s", got)
	}
}
