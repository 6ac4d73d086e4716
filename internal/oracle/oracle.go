// Package oracle holds the physical figures that were published about SQL Server, and measures the same figures on the
// server at hand: T-SQL loads against printed values. A figure is met because the engine works as SQL Server does, or
// it is shown as a miss; no load and no measure knows the value it is compared with.
package oracle

import (
	"fmt"
	"slices"
	"strings"
)

// Class is what a row can prove.
type Class string

const (
	// Layout rows load a table and must match to the printed precision, within what the row states.
	Layout Class = "layout"
	// Definition rows have no load to repeat: the published inputs go through our decoders and formulas.
	Definition Class = "definition"
	// NotReproducible rows are listed with the reason.
	NotReproducible Class = "not reproducible"
)

// Row is one published experiment.
type Row struct {
	ID, What string
	Class    Class
	Load     string // file in sql, "" if Loader or none
	Loader   string // built-in load of the kit, run at Rows rows
	Rows     int64
	Full     bool  // for --full: a million rows or more
	Bytes    int64 // disk it needs, about
	Cold     bool  // empties the server's buffer pool to measure
	Figures  []Figure
	compute  func() ([][]float64, error) // of Definition: a value for every figure
	Source   string                      // key of Sources
	Note     string                      // content chosen where the publication leaves it open; reason if not reproducible
}

// Figure is one published value of a row.
type Figure struct {
	Stage     string // of the load, after which it is measured; "" is its end
	Published string // as printed, with the plus/minus that is allowed
	Unit      string
	Want      []Range
	Decimals  int  // of ours: the printed precision, or finer where a plus/minus is stated
	Derived   bool // follows from what was published by arithmetic
	measure   measure
}

// Range is what a value may be, rounded to the figure's decimals.
type Range struct{ Low, High float64 }

// is wants exactly these values.
func is(v ...float64) []Range {
	out := make([]Range, len(v))
	for i, x := range v {
		out[i] = Range{x, x}
	}
	return out
}

// off wants one value, give or take d.
func off(v, d float64) []Range { return []Range{{v - d, v + d}} }

// within wants one value between two.
func within(low, high float64) []Range { return []Range{{low, high}} }

// Rows are all rows in the order of the table.
func Rows() []Row {
	return slices.Concat(treeRows(), splitRows(), heapRows(), loadRows(), definitionRows(), otherRows())
}

// Find takes identifiers in any case; an unknown one is an error that names them all.
func Find(ids []string) ([]Row, error) {
	all := Rows()
	var out []Row
	for _, id := range ids {
		i := slices.IndexFunc(all, func(r Row) bool { return strings.EqualFold(r.ID, strings.TrimSpace(id)) })
		if i < 0 {
			names := make([]string, len(all))
			for j, r := range all {
				names[j] = r.ID
			}
			return nil, fmt.Errorf("there is no row %q: the rows are %s", id, strings.Join(names, " "))
		}
		if !slices.ContainsFunc(out, func(r Row) bool { return r.ID == all[i].ID }) {
			out = append(out, all[i])
		}
	}
	return out, nil
}
