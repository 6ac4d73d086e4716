package query

import (
	"math"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// outerJoin compiles LEFT, RIGHT and FULL joins. ON conjuncts decide matches only; those
// on the nullable side alone could be pushed into it, which filters the same matches.
func (b *block) outerJoin(kind string, left, right *unit, on []*pred) (*unit, error) {
	if kind == "RIGHTOUTER" {
		left, right = right, left
	}
	out := &unit{set: left.set | right.set, rows: math.Max(left.rows, right.rows), track: left.track || right.track,
		deps: (left.deps | right.deps) &^ (left.set | right.set)}
	b.rescans = b.rescans || right.track
	if kind != "FULLOUTER" {
		if out.inner = left.inner; left.leaf != nil {
			out.inner = left
		}
	}
	if kind != "FULLOUTER" && b.seekPerRow(left, right, on) != nil {
		conds := leftover(on)
		b.nullable(right.set)
		out.p = &outerLoop{left: left.p, right: right.p, on: conds, rightSet: bits(right.set)}
		return out, nil
	}
	keys, err := b.equalities(on, left.set, right.set)
	if err != nil {
		return nil, err
	}
	conds := leftover(on)
	full := kind == "FULLOUTER"
	b.nullable(right.set)
	if full {
		b.nullable(left.set)
		if left.track || right.track || right.deps != 0 {
			return nil, Unsupported("a FULL JOIN here")
		}
		// Without an equality every row has the same, empty, key.
		out.p = &hashJoin{probe: left.p, build: right.p, buildSet: right.set, probeSet: left.set, keys: keys,
			conds: conds, outer: true, full: true, state: b.c.slot()}
		return out, nil
	}
	if len(keys) > 0 && !right.track && right.deps == 0 {
		out.p = &hashJoin{probe: left.p, build: right.p, buildSet: right.set, keys: keys, conds: conds, outer: true, state: b.c.slot()}
		return out, nil
	}
	for _, k := range keys {
		conds = append(conds, equalCond(k))
	}
	p := right.p
	if right.deps == 0 && !right.track {
		p = b.cached(right)
	}
	out.p = &outerLoop{left: left.p, right: p, on: conds, rightSet: bits(right.set)}
	return out, nil
}

func equalCond(k equiKey) *expr.Cond {
	return &expr.Cond{Eval: func(env *expr.Env) (expr.Tri, error) {
		l, err := k.l.Eval(env)
		if err != nil || l.Null {
			return expr.Unknown, err
		}
		r, err := k.r.Eval(env)
		if err != nil || r.Null {
			return expr.Unknown, err
		}
		if sqltype.Compare(l, r) == 0 {
			return expr.True, nil
		}
		return expr.False, nil
	}}
}

// nullable marks sources whose row may be missing; expressions compiled from now on look.
func (b *block) nullable(set uint64) {
	for _, i := range bits(set) {
		b.sources[i].maybe = true
	}
}

// apply compiles CROSS and OUTER APPLY: the right side sees the left side's rows.
func (b *block) apply(r *ast.UnqualifiedJoin, lu []*unit, lp []*pred, outer bool) ([]*unit, []*pred, error) {
	var u *unit
	var err error
	before := b.refs
	b.refs = 0
	switch t := r.SecondTableReference.(type) {
	case *ast.QueryDerivedTable:
		u, err = b.derived(t.QueryExpression, ident(t.Alias), t.Columns, b, b.traces)
	case *ast.InlineDerivedTable:
		u, err = b.inline(t, b)
	default:
		var us []*unit
		if us, _, err = b.tableRef(t); err == nil && len(us) == 1 {
			u = us[0]
		} else if err == nil {
			err = Unsupported("APPLY to a join")
		}
	}
	if err != nil {
		return nil, nil, err
	}
	u.deps |= b.refs &^ u.set
	b.refs |= before
	if !outer {
		return append(lu, u), lp, nil
	}
	left, err := b.whole(lu, lp)
	if err != nil {
		return nil, nil, err
	}
	b.nullable(u.set)
	out := &unit{set: left.set | u.set, rows: left.rows, track: left.track}
	out.p = &outerLoop{left: left.p, right: u.p, rightSet: bits(u.set)}
	return one(out), nil, nil
}
