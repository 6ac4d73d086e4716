package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"scanfrag/loaders"
)

// A scan of baseline reads its leaf level once, in large reads next to each other.
func TestTraceOfBaseline(t *testing.T) {
	const rows = 20_000
	b := &bench{opt: options{rows: rows, memory: 32 << 20}, stderr: io.Discard, dir: t.TempDir()}
	if err := b.build(t.Context()); err != nil {
		t.Fatal(err)
	}
	dir, _, err := b.subdir("db")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.prepared(t.Context(), dir, loaders.Baseline, "db"); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "db.iolog")
	var out bytes.Buffer
	if err := traceMain(t.Context(), []string{dir, "db", strconv.Itoa(rows), strconv.Itoa(32 << 20), log}, &out); err != nil {
		if strings.Contains(err.Error(), "direct I/O") {
			t.Skip(err) // a memory file system
		}
		t.Fatal(err)
	}
	var got traced
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	const leaf = (rows + 6) / 7 * 8192
	if got.Bytes < leaf || got.Bytes > leaf*11/10 || got.Large < leaf*9/10 || got.Length > leaf*11/10 {
		t.Errorf("%+v for %d bytes of leaf pages", got, leaf)
	}
	raw, err := os.ReadFile(log)
	if n := int64(bytes.Count(raw, []byte(" read "))); err != nil || n != got.Reads {
		t.Errorf("the log holds %d reads of %d: %v", n, got.Reads, err)
	}
	if b.peakRSS == 0 && runtime.GOOS == "linux" {
		t.Error("the server's peak memory was not taken")
	}
}
