package query

import (
	"slices"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// source is one table source of a block: what a FROM clause names.
type source struct {
	alias string   // exposed name; "" for a derived table without one
	parts []string // name as written, when no alias hides it
	cols  []column
	table *engine.Table // base table
	hints hints
	maybe bool // on the nullable side of an outer join
	track bool // the table UPDATE or DELETE changes
	place bool // %%physloc%% is asked for
	// locate: MERGE's target, or a table that a cursor may change; a row has its address, as AppendLocator gives it, in Vals[0].
	locate bool
	// unlocked: of a cursor, which locks nothing for writing when it reads.
	unlocked bool
	virt     *system.Table
	trace    *trace  // a query whose rows are traced
	reads    []int   // of virt: the columns that are read, as Row.Vals has them; all of a static one
	rows     float64 // estimate
}

// column of a source.
type column struct {
	name     string
	typ      sqltype.Type
	nullable bool
	ord      int // base tables: index into Table.Columns; else position in Row.Vals
	hidden   bool
	other    bool // of inserted: a column that is not the changed table's
}

// find gives the index of a column by name; n counts matches.
func (s *source) find(name string) (idx, n int) {
	idx = -1
	for i := range s.cols {
		if strings.EqualFold(s.cols[i].name, name) {
			idx = i
			n++
		}
	}
	return idx, n
}

// matches reports whether a qualifier (one to three parts) names this source.
func (s *source) matches(qual []string) bool {
	if len(qual) == 1 && s.alias != "" {
		return strings.EqualFold(qual[0], s.alias)
	}
	if len(s.parts) == 0 {
		return false
	}
	have := s.parts
	if len(qual) > len(have) {
		// dbo.t written for a source named t, or db.dbo.t for dbo.t
		have = s.fullName()
		if len(qual) > len(have) {
			return false
		}
	}
	have = have[len(have)-len(qual):]
	for i := range qual {
		q := qual[i]
		if q == "" && i < len(qual)-1 {
			continue
		}
		if !strings.EqualFold(q, have[i]) {
			return false
		}
	}
	return true
}

// valueOf is where Row.Vals has column col of a virtual table, which is read from now on.
func (s *source) valueOf(col int) int {
	if s.virt == nil || s.virt.Static {
		return col
	}
	i := slices.Index(s.reads, col)
	if i < 0 {
		i = len(s.reads)
		s.reads = append(s.reads, col)
	}
	return i
}

func (s *source) fullName() []string {
	switch {
	case s.table != nil:
		return []string{s.table.Database().Name(), s.table.Schema, s.table.Name}
	case s.virt != nil:
		return []string{s.virt.Schema, s.virt.Name}
	}
	return s.parts
}

func tableColumns(t *engine.Table) []column {
	cols := make([]column, len(t.Columns))
	for i := range t.Columns {
		c := &t.Columns[i]
		cols[i] = column{name: c.Name, typ: c.Type, nullable: c.Nullable, ord: i}
	}
	return cols
}
