package main

import (
	"strings"
	"testing"
)

// TestScanDescribesTheIndexScanned times COUNT(*) on a table whose nonclustered index is smaller than itself.
func TestScanDescribesTheIndexScanned(t *testing.T) {
	dir := t.TempDir()
	made := cli(t, "", "sql", "--dir", dir, "--memory", "32MiB", "-Q", `CREATE TABLE dbo.test(id int NOT NULL PRIMARY KEY, k int NOT NULL, pad char(1000) NOT NULL);
INSERT dbo.test SELECT number + 1, number, 'p' FROM master..spt_values WHERE type = 'P';
CREATE INDEX narrow ON dbo.test(k); CREATE INDEX wide ON dbo.test(k) INCLUDE (pad)`)
	if made.code != 0 {
		t.Fatalf("%+v", made)
	}
	got := cli(t, "", "scan", "--dir", dir, "--memory", "32MiB", "--runs", "1", "--maxdop", "1", "--quiet", "--json", "-", "--ramp-up")
	for _, want := range []string{`"index_type": "NONCLUSTERED INDEX"`, `"index_name": "narrow"`, "scans nonclustered index narrow", `"cold": true`, `"ramp_up": true`} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%s is not in %s\n%s", want, got.stdout, got.stderr)
		}
	}
	got = cli(t, "", "scan", "--dir", dir, "--memory", "32MiB", "--runs", "1", "--maxdop", "1", "--quiet")
	if got.code != 0 || !strings.Contains(got.stdout, "narrow") {
		t.Errorf("%+v", got)
	}
}
