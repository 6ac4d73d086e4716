package main

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestSQLiteLoad(t *testing.T) {
	if sqliteVersion() == "" {
		t.Skip("built without cgo")
	}
	for _, rows := range []string{"10000", "10001"} { // the count and the page size are checked inside
		var out bytes.Buffer
		path := filepath.Join(t.TempDir(), "x.sqlite")
		if err := sqliteMain(t.Context(), []string{path, rows, "16777216"}, &out); err != nil {
			t.Fatal(err)
		}
		if s, err := strconv.ParseFloat(strings.TrimSpace(out.String()), 64); err != nil || s <= 0 {
			t.Errorf("printed %q", out.String())
		}
	}
	if _, err := loadSQLite(filepath.Join(t.TempDir(), "no", "such", "dir"), 10, 1<<20); err == nil {
		t.Error("a file in no directory was opened")
	}
}
