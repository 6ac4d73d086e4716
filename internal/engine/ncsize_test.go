package engine

import (
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// rowParts are the variables of the documentation's "Estimate the size of a nonclustered index".
type rowParts struct {
	cols, fixed, vars, varSize int
	nullable                   bool
}

// size is a row of them with so many bytes more.
func (r rowParts) size(more int) int {
	n := r.fixed + more
	if r.nullable {
		n += 2 + (r.cols+7)/8
	}
	if r.vars > 0 {
		n += 2 + 2*r.vars + r.varSize
	}
	return n
}

// estimate is the pages of each level: leaf rows have 1 byte more than their columns, entries of the levels above 1 + 6.
func estimate(rows int, leaf, key rowParts) (pages []int64) {
	ceil := func(n, size int) int { each := page.Usable / (size + page.SlotSize); return (n + each - 1) / each }
	n := ceil(rows, leaf.size(1))
	for pages = append(pages, int64(n)); n > 1; pages = append(pages, int64(n)) {
		n = ceil(n, key.size(1+6))
	}
	return pages
}

// Page counts are those that the documentation's formulas give. One departure: it counts a RID as a variable
// column, but published pages show eight fixed bytes (pminlen 17 of two int columns and a RID).
func TestNonclustered_documentedSize(t *testing.T) {
	const rows = 20000
	null := func(cols, fixed, vars, size int) rowParts { return rowParts{cols, fixed, vars, size, true} }
	not := func(cols, fixed, vars, size int) rowParts { return rowParts{cols, fixed, vars, size, false} }
	// Columns: id int, k int NULL, v varchar(2000) NULL with 30 bytes, f char(20); the clustered key k is one value, so that
	// every row but the first has a uniquifier.
	for _, c := range []struct {
		base      string
		ix        Index
		leaf, key rowParts
	}{
		{"heap", Index{Keys: key(1), Unique: true}, not(2, 4+8, 0, 0), not(1, 4, 0, 0)},
		{"heap", Index{Keys: key(1)}, not(2, 4+8, 0, 0), not(2, 4+8, 0, 0)},
		{"heap", Index{Keys: key(2)}, null(2, 4+8, 0, 0), null(2, 4+8, 0, 0)},
		{"heap", Index{Keys: key(3, 1)}, null(3, 4+8, 1, 30), null(3, 4+8, 1, 30)},
		{"heap", Index{Keys: key(1), Include: []int{3, 4}}, null(4, 4+8+20, 1, 30), not(2, 4+8, 0, 0)},
		{"heap", Index{Keys: key(4, 1), Unique: true, Include: []int{2}}, null(4, 20+4+8+4, 0, 0), not(2, 20+4, 0, 0)},
		{"primary key", Index{Keys: key(2)}, null(2, 4+4, 0, 0), null(2, 4+4, 0, 0)},
		{"primary key", Index{Keys: key(4)}, not(2, 20+4, 0, 0), not(2, 20+4, 0, 0)},
		{"primary key", Index{Keys: key(1)}, not(1, 4, 0, 0), not(1, 4, 0, 0)},
		{"clustered", Index{Keys: key(4)}, null(3, 20+4, 1, 4), null(3, 20+4, 1, 4)},
		{"clustered", Index{Keys: key(1), Unique: true}, null(3, 4+4, 1, 4), not(1, 4, 0, 0)},
		{"clustered", Index{Keys: key(1, 3), Include: []int{4}}, null(5, 4+4+20, 2, 30+4), null(4, 4+4, 2, 30+4)},
	} {
		t.Run(fmt.Sprintf("%s/%v/%v", c.base, c.ix.Keys, c.ix.Unique), func(t *testing.T) {
			e := newEngine(t, Options{})
			var tab *Table
			for _, s := range shapes {
				if s.name == c.base {
					tab = e.create("t", testColumns(), s.ix)
				}
			}
			e.do(func(tx *Txn) {
				w, err := tx.Writer(bg, tab, nil)
				e.must(err)
				rec := record(tab.Columns, tab.Layout, 0, 7, strings.Repeat("v", 30), "f")
				for n := range rows {
					rec = tab.Columns[0].put(rec, nil, sqltype.IntOf(sqltype.Int, int64(n)))
					e.must(w.Insert(rec, false))
				}
				c.ix.Name = "nc"
				tab, err = tx.CreateIndex(bg, tab, c.ix, false, 1)
				e.must(err)
				levels, err := tx.PhysicalStats(bg, tab, 2, Detailed)
				e.must(err)
				var got []int64
				for _, l := range levels {
					got = append(got, l.Pages)
				}
				if want := estimate(rows, c.leaf, c.key); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("pages by level %v, %v by the documentation", got, want)
				}
				if l := levels[0]; l.MaxRecord != c.leaf.size(1) {
					t.Errorf("rows of %d bytes, %d by the documentation", l.MaxRecord, c.leaf.size(1))
				}
			})
		})
	}
}
