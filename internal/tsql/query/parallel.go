package query

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/expr"
)

// parallelAgg is a scalar aggregation of one base table whose scan may be split among workers.
type parallelAgg struct {
	sc    *scan
	calls []*aggCall
}

// splittable decides whether the block's aggregation can run on workers: one table, pure conditions
// and arguments, every aggregate mergeable.
func (b *block) splittable(p producer) *parallelAgg {
	sc, ok := p.(*scan)
	if !ok || len(b.sources) != 1 || sc.s.track || b.correl || len(b.agg.calls) == 0 {
		return nil
	}
	for _, p := range sc.preds {
		if p.impure {
			return nil
		}
	}
	for _, c := range b.agg.calls {
		if c.f.merge == nil || c.f.impure {
			return nil
		}
	}
	return &parallelAgg{sc: sc, calls: b.agg.calls}
}

func (p *parallelAgg) run(x *Exec, env *expr.Env, states []aggState, dop int) error {
	spec, a, err := p.sc.spec(x, env)
	if err != nil || a == nil {
		return err
	}
	if dop <= 1 || spec.Single {
		rows, err := p.sc.open(x, spec, a)
		if err != nil {
			return err
		}
		defer rows.Close()
		return p.sc.drain(x, env, a, rows, func() error { return step(p.calls, states, env) })
	}
	tx, err := x.Txn(p.sc.s.table)
	if err != nil {
		return err
	}
	spec.Workers = dop
	parts := make([][]aggState, dop)
	used, err := tx.ParallelScan(x.Ctx, spec, func(worker int, rows *engine.Rows) error {
		w := x.fork()
		mine := make([]aggState, len(p.calls))
		parts[worker] = mine
		e := *env
		e.Rows = make([]expr.Row, len(env.Rows))
		e.Ext = w
		return p.sc.drain(w, &e, a, rows, func() error { return step(p.calls, mine, &e) })
	})
	if err != nil {
		return err
	}
	x.DOP = max(x.DOP, used)
	if used > 1 {
		p.sc.use.Scans += int64(used) // SQL Server shows DOP + 1
	}
	for _, part := range parts {
		for i := range part {
			if err := p.calls[i].f.merge(&states[i], &part[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// engineCount is COUNT(*) without a predicate.
func (g *grouped) engineCount(x *Exec, env *expr.Env, states []aggState) error {
	spec, _, err := g.count.spec(x, env)
	if err != nil {
		return err
	}
	tx, err := x.Txn(g.count.s.table)
	if err != nil {
		return err
	}
	spec.Workers = g.dop(x.Host)
	n, dop, err := tx.Count(x.Ctx, spec)
	if err != nil {
		return err
	}
	x.DOP = max(x.DOP, dop)
	if dop > 1 {
		g.count.use.Scans += int64(dop)
	}
	for i := range states {
		states[i].n = n
	}
	return nil
}

// countOnly reports whether the aggregation is nothing but COUNT(*) of one unfiltered table.
func (b *block) countOnly(p producer) *scan {
	sc, ok := p.(*scan)
	if !ok || len(sc.preds) > 0 || len(b.agg.groups) > 0 || len(b.agg.calls) == 0 {
		return nil
	}
	for _, c := range b.agg.calls {
		if c.f.arg != nil {
			return nil
		}
	}
	return sc
}
