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

// A load that breaks a rule and was scanned all the same is ranked apart, under the rules it breaks.
func TestBrokenRulesAreRankedApart(t *testing.T) {
	d := sample()
	no := false
	d.Results[1].Valid = &no
	d.Results[1].Rules[0].OK, d.Results[1].Rules[0].Measured = &no, "two rows"
	var apart *Table
	for _, tab := range Rankings(d) {
		switch {
		case strings.Contains(tab.Title, "loads that break a rule"):
			apart = &tab
		case tab.Title == "Not ranked":
			continue
		}
		for _, r := range tab.Rows {
			if (r[1] == d.Results[1].Loader) != (apart != nil) {
				t.Errorf("%s is in %q", r[1], tab.Title)
			}
		}
	}
	if apart == nil || len(apart.Rows) != 1 || !strings.Contains(strings.Join(apart.Notes, "\n"), "breaks rule 1: two rows") {
		t.Errorf("%+v", apart)
	}
}
