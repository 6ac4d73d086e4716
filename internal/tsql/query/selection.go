package query

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// selection is the top of a compiled block.
type selection struct {
	b        *block
	p        producer
	exprs    []*expr.Expr
	assign   []int
	ord      []sortKey
	lim      *limit
	distinct bool
	slot     int
	nsrc     int
	naggs    int
}

func (s *selection) run(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
	env := x.env(s.b.envSlot, s.nsrc, s.naggs, outer)
	x.forget(s.b.caches)
	if s.assign != nil {
		next := emit
		emit = func(vals []sqltype.Value) error {
			for i, slot := range s.assign {
				env.Vars[slot] = vals[i]
			}
			return next(nil)
		}
	}
	if len(s.ord) > 0 {
		return s.sorted(x, env, emit)
	}
	rows := (*selection).project
	if s.assign != nil && !s.distinct && (s.lim == nil || !s.lim.percent) {
		rows = (*selection).assignEach // a later assignment of the row sees an earlier one's value
	}
	if s.lim == nil {
		return rows(s, x, env, emit)
	}
	return s.lim.limited(x, env, func(emit func([]sqltype.Value) error) error { return rows(s, x, env, emit) }, emit)
}

// project evaluates the select list for every row; DISTINCT drops repeated ones.
func (s *selection) project(x *Exec, env *expr.Env, emit func([]sqltype.Value) error) error {
	if s.distinct {
		return x.distinctRows(func(emit func([]sqltype.Value) error) error { return s.each(x, env, emit) }, emit)
	}
	return s.each(x, env, emit)
}

func (s *selection) each(x *Exec, env *expr.Env, emit func([]sqltype.Value) error) error {
	vals := x.buffer(s.slot, len(s.exprs))
	exprs := s.exprs
	return s.p.run(x, env, func() error {
		for i, e := range exprs {
			v, err := e.Eval(env)
			if err != nil {
				return err
			}
			vals[i] = v
		}
		return emit(vals)
	})
}

func (s *selection) assignEach(x *Exec, env *expr.Env, emit func([]sqltype.Value) error) error {
	return s.p.run(x, env, func() error { return s.assignRow(x, env, emit) })
}

// assignRow evaluates the assignments of the current row one after the other.
func (s *selection) assignRow(x *Exec, env *expr.Env, emit func([]sqltype.Value) error) error {
	vals := x.buffer(s.slot, len(s.exprs))
	for i, e := range s.exprs {
		v, err := e.Eval(env)
		if err != nil {
			return err
		}
		vals[i] = v
		env.Vars[s.assign[i]] = v
	}
	return emit(vals)
}

// assignsLate: assignments under ORDER BY are evaluated after sorting, so that SELECT @s += c … ORDER BY sees
// the value the row before it left.
func (s *selection) assignsLate() bool { return s.assign != nil && !s.distinct }

// appendSources appends what the select list reads of the current row: the sources' rows or, after grouping, the
// groups' values; and window functions' results.
func (s *selection) appendSources(dst []byte, env *expr.Env) []byte {
	if s.b.agg == nil {
		for i := range s.nsrc {
			dst = appendRow(dst, &env.Rows[i])
		}
	}
	return appendVals(dst, env.Aggs[:s.naggs])
}

func (s *selection) readSources(env *expr.Env, b []byte) (err error) {
	if s.b.agg == nil {
		for i := range s.nsrc {
			if b, err = readRow(&env.Rows[i], b); err != nil {
				return err
			}
		}
	}
	for i := 0; len(b) > 0; i++ {
		if env.Aggs[i], b, err = spool.Value(b); err != nil {
			return err
		}
	}
	return nil
}
