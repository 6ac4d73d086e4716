package query

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/tsql/expr"
)

// A column of ROW_NUMBER() without PARTITION BY rises from row to row. An ORDER BY of it needs no sort, and once it passes a bound no
// row is left that does not: what generators of numbers count on, whose cross joins have billions of rows.

// rises reports that e is the row number of the block's last window, whose order its rows leave in.
func (b *block) rises(e *expr.Expr) bool {
	if len(b.windows) == 0 {
		return false
	}
	w := b.windows[len(b.windows)-1]
	return len(w.partition) == 0 && slices.Contains(w.rowNumbers, e)
}

// risingColumn is the place, from 1, of an output column that rises; 0 for none.
func (b *block) risingColumn(out []outExpr) int {
	return 1 + slices.IndexFunc(out, func(o outExpr) bool { return o.assign < 0 && b.rises(o.e) })
}

// inRisingOrder reports that the rows of p, the whole block, are in the order of keys already.
func (b *block) inRisingOrder(p producer, keys []sortKey, out []outExpr) bool {
	k := keys[0] // its values differ: the others say nothing
	if k.desc {
		return false
	}
	if k.out >= 0 && b.rises(out[k.out].e) {
		return true
	}
	if b.agg != nil || len(b.windows) > 0 {
		return false
	}
	for {
		switch u := p.(type) {
		case *filter:
			p = u.p
			continue
		case *until:
			p = u.p
			continue
		case *derived:
			return b.isRising(u, k.node)
		}
		return false
	}
}

// isRising reports that n is the rising column of d.
func (b *block) isRising(d *derived, n ast.ScalarExpression) bool {
	ref, ok := unparen(n).(*ast.ColumnReferenceExpression)
	if !ok || d.q.rising == 0 || ref.MultiPartIdentifier == nil {
		return false
	}
	src, col, err := b.lookup(identifiers(ref.MultiPartIdentifier))
	return err == nil && src == d.src && b.sources[src].cols[col].ord == d.q.rising-1
}

// bounded ends d at the first row that fails a condition of the kind "its rising column is at most a value".
func (b *block) bounded(u *unit, preds []*pred) producer {
	d, ok := u.p.(*derived)
	if !ok || d.lateral {
		return u.p
	}
	p := producer(d)
	for _, c := range preds {
		if !c.used && !c.impure && c.refs == u.set && b.isBound(d, c.ast) {
			c.used = true
			p = &until{p, c.cond}
		}
	}
	return p
}

// isBound reports col <= e, col < e, e >= col or e > col with an e of constants and variables.
func (b *block) isBound(d *derived, n ast.BooleanExpression) bool {
	c, ok := n.(*ast.BooleanComparisonExpression)
	if !ok {
		return false
	}
	switch col, e := c.FirstExpression, c.SecondExpression; strings.ToUpper(c.ComparisonType) {
	case "LESSTHAN", "LESSTHANOREQUALTO":
		return b.isRising(d, col) && isFixed(e)
	case "GREATERTHAN", "GREATERTHANOREQUALTO":
		return b.isRising(d, e) && isFixed(col)
	}
	return false
}

// isFixed reports an expression that has one value while the statement runs.
func isFixed(n ast.ScalarExpression) bool {
	fixed := true
	walkExpr(n, func(n any) bool {
		switch n.(type) {
		case *ast.ColumnReferenceExpression, *ast.FunctionCall, *ast.ScalarSubquery, *ast.GlobalVariableExpression:
			fixed = false
		}
		return fixed
	})
	return fixed
}

// until passes rows on up to the first that fails its condition.
type until struct {
	p    producer
	cond *expr.Cond
}

func (u *until) run(x *Exec, env *expr.Env, emit func() error) error {
	end := &stop{}
	err := u.p.run(x, env, func() error {
		ok, err := u.cond.True(env)
		if err != nil {
			return err
		}
		if !ok {
			return end
		}
		return emit()
	})
	if err == error(end) {
		return nil
	}
	return err
}
