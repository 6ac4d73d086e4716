package query

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// grouped runs the aggregation of a block over its rows and emits once per group, Env.Aggs set.
type grouped struct {
	p     producer
	agg   *aggregation
	par   *parallelAgg // nil: serial only
	count *scan        // COUNT(*) alone over one table: the engine counts
	edge  *scan        // MIN or MAX alone, in key order: the first value is the result
	dop   func(h Host) int
}

type group struct {
	vals   []sqltype.Value
	states []aggState
}

func (g *grouped) run(x *Exec, env *expr.Env, emit func() error) error {
	switch {
	case len(g.agg.groups) == 0:
		return g.scalar(x, env, emit)
	default:
		return g.hash(x, env, emit)
	}
}

func (g *grouped) scalar(x *Exec, env *expr.Env, emit func() error) error {
	states := make([]aggState, len(g.agg.calls))
	var err error
	switch {
	case g.count != nil:
		err = g.engineCount(x, env, states)
	case g.edge != nil:
		end := &stop{}
		err = g.edge.run(x, env, func() error {
			if err := step(g.agg.calls, states, env); err != nil || states[0].n == 0 {
				return err
			}
			return end
		})
		if err == error(end) {
			err = nil
		}
	case g.par != nil:
		err = g.par.run(x, env, states, g.dop(x.Host))
	default:
		err = g.p.run(x, env, func() error { return step(g.agg.calls, states, env) })
	}
	if err != nil {
		return err
	}
	if err := finish(g.agg, nil, states, env); err != nil {
		return err
	}
	return emit()
}

func step(calls []*aggCall, states []aggState, env *expr.Env) error {
	for i, c := range calls {
		if err := c.f.step(&states[i], env); err != nil {
			return err
		}
	}
	return nil
}

// finish puts a group's values and results into Env.Aggs.
func finish(a *aggregation, vals []sqltype.Value, states []aggState, env *expr.Env) error {
	if n := len(a.groups) + len(a.calls); len(env.Aggs) < n {
		env.Aggs = append(env.Aggs, make([]sqltype.Value, n-len(env.Aggs))...)
	}
	copy(env.Aggs, vals)
	for i, c := range a.calls {
		if c.f.finish != nil {
			if err := c.f.finish(&states[i]); err != nil {
				return err
			}
		}
		v, err := c.f.final(&states[i])
		if err != nil {
			return err
		}
		env.Aggs[c.slot] = v
	}
	return nil
}

// hash keeps groups in memory while they fit. After that, rows of known groups are still added to them; rows of new
// groups are set aside, sorted by group, and aggregated one group after the other at the end.
func (g *grouped) hash(x *Exec, env *expr.Env, emit func() error) error {
	t := &groupTable{x: x, agg: g.agg, groups: map[string]*group{}, ints: map[int64]*group{}, vals: make([]sqltype.Value, len(g.agg.groups))}
	single := len(g.agg.groups) == 1 && g.agg.groups[0].e.EvalInt != nil
	err := g.p.run(x, env, func() error {
		if single {
			i, null, err := g.agg.groups[0].e.EvalInt(env)
			if err != nil {
				return err
			}
			if !null {
				return t.addInt(env, i)
			}
		}
		return t.add(env)
	})
	if err != nil {
		t.close()
		return err
	}
	defer t.close()
	for _, gr := range t.order {
		if err := finish(g.agg, gr.vals, gr.states, env); err != nil {
			return err
		}
		if err := emit(); err != nil {
			return err
		}
	}
	if t.over == nil {
		return nil
	}
	t.groups, t.ints, t.order = nil, nil, nil
	x.mem -= t.held
	return t.rest(env, emit)
}

// appendNullable appends a key part in which NULLs are equal to each other.
func appendNullable(dst []byte, v sqltype.Value) []byte {
	if v.Null {
		return append(dst, 0)
	}
	return appendKeyPart(append(dst, 1), v)
}
