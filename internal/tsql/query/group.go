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
		v, err := c.f.final(&states[i])
		if err != nil {
			return err
		}
		env.Aggs[c.slot] = v
	}
	return nil
}

func (g *grouped) hash(x *Exec, env *expr.Env, emit func() error) error {
	groups := map[string]*group{}
	var order []*group
	ints := map[int64]*group{}
	single := len(g.agg.groups) == 1 && g.agg.groups[0].e.EvalInt != nil
	var key []byte
	vals := make([]sqltype.Value, len(g.agg.groups))
	add := func(n int) (*group, error) {
		if err := x.grab(n + 64 + len(vals)*40 + len(g.agg.calls)*144); err != nil {
			return nil, err
		}
		gr := &group{vals: append([]sqltype.Value(nil), vals...), states: make([]aggState, len(g.agg.calls))}
		order = append(order, gr)
		return gr, nil
	}
	err := g.p.run(x, env, func() error {
		var gr *group
		if single {
			i, null, err := g.agg.groups[0].e.EvalInt(env)
			if err != nil {
				return err
			}
			if !null {
				if gr = ints[i]; gr == nil {
					vals[0] = sqltype.Value{Kind: g.agg.groups[0].e.Type.Kind, I: i}
					if gr, err = add(16); err != nil {
						return err
					}
					ints[i] = gr
				}
				return step(g.agg.calls, gr.states, env)
			}
		}
		key = key[:0]
		for i := range g.agg.groups {
			v, err := g.agg.groups[i].e.Eval(env)
			if err != nil {
				return err
			}
			vals[i] = v
			key = appendNullable(key, v)
		}
		if gr = groups[string(key)]; gr == nil {
			var err error
			if gr, err = add(len(key)); err != nil {
				return err
			}
			groups[string(key)] = gr
		}
		return step(g.agg.calls, gr.states, env)
	})
	if err != nil {
		return err
	}
	for _, gr := range order {
		if err := finish(g.agg, gr.vals, gr.states, env); err != nil {
			return err
		}
		if err := emit(); err != nil {
			return err
		}
	}
	return nil
}

// appendNullable appends a key part in which NULLs are equal to each other.
func appendNullable(dst []byte, v sqltype.Value) []byte {
	if v.Null {
		return append(dst, 0)
	}
	return appendKeyPart(append(dst, 1), v)
}
