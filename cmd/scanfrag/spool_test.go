package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// What a spool gives back is what was written, and no file stays behind.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, writes := range []int{0, 1, 3, 9} { // of 1 MiB: in memory, and on disk past 4
		s := &spool{}
		var want bytes.Buffer
		for i := range writes {
			p := []byte(strings.Repeat(string(rune('a'+i)), 1<<20))
			want.Write(p)
			if _, err := s.Write(p); err != nil {
				t.Fatal(err)
			}
		}
		if onDisk := s.f != nil; onDisk != (writes*1<<20 > spoolMemory) {
			t.Errorf("%d MiB: on disk is %v", writes, onDisk)
		}
		var got bytes.Buffer
		if err := s.copyTo(&got); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d MiB: %d bytes came back, %v", writes, got.Len(), err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
