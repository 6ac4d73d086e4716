package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// unpivot compiles t UNPIVOT (v FOR c IN (a, …)) AS u: a row for every value of a row's columns a, … that is not NULL, with
// t's other columns, the value and the column's name. The columns' types must be the same (observed of the server).
func (b *block) unpivot(r *ast.UnpivotedTableReference) (*unit, error) {
	alias := ident(r.Alias)
	if alias == "" || len(r.InColumns) == 0 {
		return nil, badSyntax(")")
	}
	nb, p, err := b.rotated(r.TableReference, alias)
	if err != nil {
		return nil, err
	}
	type column struct {
		e    *expr.Expr
		name sqltype.Value
	}
	var in []column
	turned := map[[2]int]bool{}
	value := outColumn(r.ValueColumn.Value, sqltype.Type{}, false)
	for i, n := range r.InColumns {
		s, c, err := nb.findColumn(n)
		if err != nil {
			return nil, err
		}
		col := &nb.sources[s].cols[c]
		switch {
		case turned[[2]int{s, c}]:
			return nil, manyTimes(col.name, alias)
		case i == 0:
			value.Type = col.typ
		case col.typ != value.Type:
			return nil, sqltype.Errorf(8167, "The type of column \"%s\" conflicts with the type of other columns specified in the UNPIVOT list.", col.name)
		}
		turned[[2]int{s, c}] = true
		value.Nullable = value.Nullable || col.nullable
		e, err := nb.columnExpr(s, c)
		if err != nil {
			return nil, err
		}
		in = append(in, column{e, sqltype.StringOf(sqltype.NVarChar, col.name)})
	}
	q := &Query{rows: float64(len(in)) * 100}
	var kept []*expr.Expr
	names, at := nb.rest(func(s, c int) bool { return turned[[2]int{s, c}] })
	for i, name := range names {
		for _, n := range []string{r.ValueColumn.Value, r.PivotColumn.Value} {
			if strings.EqualFold(name, n) {
				return nil, conflict(n, "UNPIVOT")
			}
		}
		e, err := nb.columnExpr(at[i][0], at[i][1])
		if err != nil {
			return nil, err
		}
		kept = append(kept, e)
		q.Columns = append(q.Columns, outColumn(name, e.Type, e.Nullable))
	}
	q.Columns = append(q.Columns, value, outColumn(r.PivotColumn.Value, sqltype.NVarCharOf(128), false))
	if err := nb.settle(); err != nil {
		return nil, err
	}
	slot, n := b.c.slot(), len(kept)
	q.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) (err error) {
		env := x.env(nb.envSlot, len(nb.sources), 0, outer)
		x.forget(nb.caches)
		vals := x.buffer(slot, n+2)
		return p.run(x, env, func() error {
			for i, e := range kept {
				if vals[i], err = e.Eval(env); err != nil {
					return err
				}
			}
			for _, c := range in {
				if vals[n], err = c.e.Eval(env); err != nil {
					return err
				}
				if vals[n].Null {
					continue
				}
				vals[n+1] = c.name
				if err := emit(vals); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return b.turned(nb, q, alias)
}
