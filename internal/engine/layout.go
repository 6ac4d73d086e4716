package engine

import (
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Physical is what the placing of further columns depends on. Bytes and bitmap bits of dropped
// columns stay taken, as in SQL Server, until the table is rebuilt.
type physical struct {
	NextColumn int   // column_id of the next column
	BitByte    int   // offset of the byte that takes the next bit column; 0: none
	BitNext    uint8 // its next free bit; 8: full
	Uniquifier bool  // variable column 0 and the last bitmap bit are the uniquifier's
	Short      bool  // rows written before an ADD COLUMN may lack its last columns
}

// layOut places the columns of a new table: fixed ones in column order (bit
// columns share bytes), variable ones in order, one bitmap bit each.
func layOut(cols []Column) (page.Layout, physical) {
	l := page.Layout{FixedEnd: 4}
	p := physical{NextColumn: 1}
	for i := range cols {
		place(&cols[i], &l, &p)
	}
	return l, p
}

// place gives c the next column id and, unless it is virtual, room at the end of the fixed part or the next variable number.
func place(c *Column, l *page.Layout, p *physical) {
	if c.ID == 0 {
		c.ID = p.NextColumn
		p.NextColumn++
	}
	c.Offset, c.Var, c.BitPos = -1, -1, 0
	if c.Virtual() {
		c.Bit = -1
		return
	}
	switch {
	case c.Type.Kind == sqltype.Bit:
		if p.BitByte == 0 || p.BitNext == 8 {
			p.BitByte, p.BitNext = l.FixedEnd, 0
			l.FixedEnd++
		}
		c.Offset, c.BitPos = p.BitByte, p.BitNext
		p.BitNext++
	case c.Type.IsFixed():
		c.Offset = l.FixedEnd
		l.FixedEnd += c.Type.FixedLen()
	default:
		c.Var = l.Vars
		l.Vars++
	}
	c.Bit = l.Cols
	if p.Uniquifier {
		c.Bit-- // the uniquifier's bit stays the last
	}
	l.Cols++
}

// withUniquifier is the shape of the same rows in a non-unique clustered index, without the reverse.
func withUniquifier(cols []Column, l page.Layout, p physical) ([]Column, page.Layout, physical) {
	return shiftVars(cols, 1), page.Layout{FixedEnd: l.FixedEnd, Cols: l.Cols + 1, Vars: l.Vars + 1}, setUniquifier(p, true)
}

func withoutUniquifier(cols []Column, l page.Layout, p physical) ([]Column, page.Layout, physical) {
	return shiftVars(cols, -1), page.Layout{FixedEnd: l.FixedEnd, Cols: l.Cols - 1, Vars: l.Vars - 1}, setUniquifier(p, false)
}

func setUniquifier(p physical, on bool) physical {
	p.Uniquifier = on
	return p
}

func shiftVars(cols []Column, by int) []Column {
	out := append([]Column(nil), cols...)
	for i := range out {
		if out[i].Var >= 0 {
			out[i].Var += by
		}
	}
	return out
}

// overhead is the bytes of a record without variable columns that are not column data.
func overhead(l page.Layout) int { return 4 + 2 + (l.Cols+7)/8 }

// checkRowSize is error 1701 when not even the fixed part fits in a page.
func checkRowSize(table string, l page.Layout) error {
	size := l.FixedEnd - 4 + overhead(l)
	if size > maxRow {
		return minRowTooLong(table, size, overhead(l))
	}
	return nil
}
