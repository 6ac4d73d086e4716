// Package report turns results into tables and prints tables. A table is data;
// the printers (text, markdown, CSV) know nothing of what it says.
package report

// Column of a table. Numbers stand to the right.
type Column struct {
	Name   string
	Number bool
}

// Table is a title, rows of cells, and lines below: notes on its rows, then, apart
// from them, footnotes that hold for all tables before it too.
type Table struct {
	Title   string
	Columns []Column
	Rows    [][]string
	Notes   []string
	Foot    []string
}

// cols makes columns; a name that begins with # is a number's.
func cols(names ...string) []Column {
	out := make([]Column, len(names))
	for i, n := range names {
		if n[0] == '#' {
			out[i] = Column{n[1:], true}
		} else {
			out[i] = Column{n, false}
		}
	}
	return out
}

// Add appends a row. One cell per column is our own invariant.
func (t *Table) Add(cells ...string) {
	if len(cells) != len(t.Columns) {
		panic("report: a row with another number of cells than the table has columns")
	}
	t.Rows = append(t.Rows, cells)
}
