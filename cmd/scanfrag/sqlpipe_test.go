package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

// closedPipe takes some bytes and then fails, as standard output does when its reader has left.
type closedPipe struct{ room int }

func (p *closedPipe) Write(b []byte) (int, error) {
	if p.room -= len(b); p.room < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(b), nil
}

// A result of 10,000,000,000 rows ends soon after its reader does. It hangs where rows are drained.
func TestSQLEndsWithItsReader(t *testing.T) {
	const endless = "SELECT 1 FROM master..spt_values a, master..spt_values b, master..spt_values c"
	for _, json := range []bool{false, true} {
		args := []string{"sql", "--dir", t.TempDir(), "--memory", "32MiB", "-Q", endless}
		if json {
			args = append(args, "--json", "-")
		}
		var errs bytes.Buffer
		code := run(context.Background(), args, strings.NewReader(""), &closedPipe{1 << 20}, &errs)
		if code != exitFailure || !strings.Contains(errs.String(), "broken pipe") {
			t.Errorf("JSON %v: exit %d\n%s", json, code, errs.String())
		}
	}
}
