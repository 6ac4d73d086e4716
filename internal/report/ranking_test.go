package report

import (
	"strings"
	"testing"
)

// A result measured through the kernel's page cache is marked in its row, and the mark is explained.
func TestRefusedDirectIOIsMarked(t *testing.T) {
	d := sample()
	marked := func() (row, note bool) {
		for _, tab := range Rankings(d) {
			for _, r := range tab.Rows {
				row = row || strings.HasPrefix(r[2], "!")
			}
			for _, n := range tab.Foot {
				note = note || strings.HasPrefix(n, "! ")
			}
		}
		return row, note
	}
	if row, note := marked(); row || note {
		t.Errorf("marked without a reason: row %v, note %v", row, note)
	}
	refused := false
	d.Results[0].DirectIO = &refused
	if row, note := marked(); !row || !note {
		t.Errorf("not marked: row %v, note %v", row, note)
	}
}
