package server

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

func quoteNames(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = quoteName(n)
	}
	return out
}

// inserter puts rows into INSERT statements. Those alike, of as many rows with the defaults at the same places, are
// compiled once.
type inserter struct {
	c     *conn
	t     *bulkTarget
	cols  []tds.Column
	types []sqltype.Type
	total int64 // rows read
	taken int64 // rows inserted, those that IGNORE_DUP_KEY passes over not among them

	// Of the next INSERT, column by column, row by row.
	dflt []bool
	vals []sqltype.Value // where dflt is false
}

func (i *inserter) run(ctx context.Context, r *tds.BulkReader) (int64, error) {
	err := i.collect(ctx, r)
	sink := &bulkSink{response: &i.c.resp}
	for err == nil && len(i.dflt) > 0 {
		shape := slices.Clone(i.dflt)
		text, params := i.statement()
		err = i.c.sess.Repeat(ctx, text, params, func(params []sqltype.Value) (bool, error) {
			if i.c.resp.anyErr {
				return false, nil
			}
			i.taken += i.c.sess.RowCount()
			err := i.collect(ctx, r)
			copy(params, i.vals)
			return slices.Equal(i.dflt, shape), err
		}, sink)
		if err == nil && i.c.resp.anyErr {
			err = errBulkFailed
		}
	}
	return i.taken, err
}

// collect reads the rows of the next INSERT; none at the end.
func (i *inserter) collect(ctx context.Context, r *tds.BulkReader) error {
	i.dflt, i.vals = i.dflt[:0], i.vals[:0]
	raw := make([]tds.RawValue, len(i.cols))
	for range max(1, min(bulkRows, bulkParams/len(i.cols))) {
		if err := ctx.Err(); err != nil {
			return err
		}
		more, err := r.Row(raw)
		if err != nil {
			return &badBulk{err}
		}
		if !more {
			break
		}
		i.total++
		for k, v := range raw {
			i.dflt = append(i.dflt, v.Null && !i.t.keepNulls)
			if v.Null && !i.t.keepNulls {
				continue
			}
			val, err := valueOf(i.cols[k].Type, i.types[k], v)
			if err != nil {
				return &badBulk{fmt.Errorf("bulk load: row %d: column %q: %w", i.total, i.cols[k].Name, err)}
			}
			i.vals = append(i.vals, val)
		}
	}
	return nil
}

// statement is the INSERT of the rows collected.
func (i *inserter) statement() (string, []tsql.Param) {
	var text strings.Builder
	params := make([]tsql.Param, 0, len(i.vals))
	text.WriteString("INSERT INTO " + i.t.table + " (" + strings.Join(quoteNames(i.t.columns), ", ") + ") VALUES ")
	for n, dflt := range i.dflt {
		k := n % len(i.cols)
		switch {
		case n == 0:
			text.WriteString("(")
		case k == 0:
			text.WriteString("), (")
		default:
			text.WriteString(", ")
		}
		if dflt {
			text.WriteString("DEFAULT")
			continue
		}
		name := "@p" + strconv.Itoa(len(params)+1)
		text.WriteString(name)
		params = append(params, tsql.Param{Name: name, Type: i.types[k], Value: i.vals[len(params)]})
	}
	text.WriteString(")")
	return text.String(), params
}
