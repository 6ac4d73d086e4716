package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/spool"
)

// @@FETCH_STATUS.
const (
	fetched      = 0
	fetchedNone  = -1
	cmdFetch     = 0xC1 // a FETCH without INTO is a SELECT of one row to the client
	fetchForward = "NEXT"
)

// fetch is FETCH [NEXT|PRIOR|FIRST|LAST|ABSOLUTE n|RELATIVE n] FROM c [INTO …].
func (p *program) fetch(n *ast.FetchCursorStatement) (*stmt, error) {
	find, err := p.findCursor(n.Cursor)
	if err != nil {
		return nil, err
	}
	way := fetchForward
	var offset *scalar
	if n.FetchType != nil && n.FetchType.Orientation != "" {
		way = strings.ToUpper(n.FetchType.Orientation)
		if n.FetchType.RowOffset != nil {
			if offset, err = p.scalarAs(n.FetchType.RowOffset, sqltype.Of(sqltype.BigInt)); err != nil {
				return nil, err
			}
		}
	}
	var into []int
	for _, e := range n.IntoVariables {
		v, ok := e.(*ast.VariableReference)
		if !ok {
			return nil, errorf(102, 15, "Incorrect syntax near 'INTO'.")
		}
		slot, _, ok := p.f.vars.Lookup(v.Name)
		if !ok {
			return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", v.Name)
		}
		into = append(into, slot)
	}
	return &stmt{run: func(f *frame) (signal, error) {
		c, err := find(f)
		if err != nil {
			return sigNext, err
		}
		if !c.open {
			return sigNext, errorf(16917, 16, "Cursor is not open.")
		}
		if c.forward && way != fetchForward {
			return sigNext, errorf(16911, 16, "fetch: The fetch type %s cannot be used with forward only cursors.", strings.ToLower(way))
		}
		if into != nil && len(into) != len(c.columns) {
			return sigNext, errorf(16924, 16, "Cursorfetch: The number of variables declared in the INTO list must match that of selected columns.")
		}
		by := int64(0)
		if offset != nil {
			v, err := offset.eval(f)
			if err != nil {
				return sigNext, err
			}
			by = v.I
		}
		vals, err := c.move(way, by)
		if err != nil {
			return sigNext, err
		}
		f.s.fetchStatus = fetched
		if vals == nil {
			f.s.fetchStatus = fetchedNone
		}
		if into == nil {
			return sigNext, f.sendFetched(c, vals)
		}
		for i := range vals {
			v, err := sqltype.ConvertFrom(vals[i], c.columns[i].Type, f.vars.types[into[i]], 0, false)
			if err != nil {
				return sigNext, err
			}
			f.env.Vars[into[i]] = v
		}
		f.count(int64(min(len(vals), 1)))
		return sigNext, nil
	}}, nil
}

// move goes to another row and gives its values; nil when there is none, the position then lies before the
// first or after the last.
func (c *cursor) move(way string, by int64) ([]sqltype.Value, error) {
	n := int64(len(c.at))
	to := int64(c.pos)
	switch way {
	case "NEXT":
		to++
	case "PRIOR":
		to--
	case "FIRST":
		to = 1
	case "LAST":
		to = n
	case "ABSOLUTE":
		if to = by; by < 0 {
			to = n + 1 + by
		}
	case "RELATIVE":
		to += by
	}
	c.pos, c.current = int(max(0, min(to, n+1))), nil
	if to < 1 || to > n {
		return nil, nil
	}
	row, err := c.rows.At(c.at[to-1])
	if err != nil {
		return nil, err
	}
	vals := make([]sqltype.Value, len(c.columns)+len(c.located))
	for i := range vals {
		if vals[i], row, err = spool.Value(row); err != nil {
			return nil, err
		}
	}
	c.current = vals[len(c.columns):]
	return vals[:len(c.columns)], nil
}

// sendFetched is a FETCH without INTO: a result set of one row, or of none.
func (f *frame) sendFetched(c *cursor, vals []sqltype.Value) error {
	if err := f.sink.Columns(c.columns); err != nil {
		return sunk(err)
	}
	rows := int64(0)
	if vals != nil {
		if err := f.sink.Row(vals); err != nil {
			return sunk(err)
		}
		rows = 1
	}
	f.count(rows)
	return f.done(Done{Command: cmdFetch, Rows: rows, HasRows: !f.s.set.NoCount})
}
