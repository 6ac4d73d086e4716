package query

import (
	"scanfrag/internal/btree"
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// scan reads one base table: all of it, or the key range its seek gives.
type scan struct {
	src    int
	s      *source
	use    *Use
	filter []*expr.Cond // conjuncts on this table alone
	preds  []*pred      // the same, for parallel plans and seeks
	seek   *seek
	order  bool // key order is needed
	back   bool // backwards
	state  int
}

func (b *block) baseUnit(s *source) (*unit, error) {
	i, err := b.addSource(s)
	if err != nil {
		return nil, err
	}
	sc := &scan{src: i, s: s, use: b.c.use(s.table), state: b.c.slot()}
	return &unit{p: sc, leaf: sc, set: 1 << i, rows: s.rows, track: s.track}, nil
}

// scanState keeps what a scan reuses between runs.
type scanState struct {
	rng    btree.Range
	lo, hi btree.Key
	buf    []byte
}

// spec says how to read the table now.
func (sc *scan) spec(x *Exec, env *expr.Env) (spec engine.ScanSpec, empty bool, err error) {
	h := &sc.s.hints
	iso := x.Host.Options().Isolation
	spec = engine.ScanSpec{Table: sc.s.table, Ordered: sc.order, TabLock: h.tabLock, IO: &sc.use.IO,
		NoLock:   h.noLock || iso == system.ReadUncommitted && !sc.s.track,
		ForWrite: sc.s.track || h.exclusive, Changes: sc.s.track, NoReadAhead: system.TraceOn(x.Host, system.TraceNoReadAhead),
		InPlace: system.TraceOn(x.Host, system.TraceInPlace)}
	if spec.ForWrite {
		spec.NoLock = false
	}
	if !spec.NoLock {
		if err := x.AwaitLock(sc.s.table, spec.ForWrite); err != nil {
			return spec, false, err
		}
	}
	if h.holdLock || iso == system.RepeatableRead || iso == system.Serializable {
		tx, err := x.Txn(sc.s.table)
		if err != nil {
			return spec, false, err
		}
		if err := tx.Lock(x.Ctx, sc.s.table, h.exclusive, true); err != nil {
			return spec, false, err
		}
	}
	if sc.seek != nil || sc.back {
		st, _ := x.states[sc.state].(*scanState)
		if st == nil {
			st = &scanState{}
			x.states[sc.state] = st
		}
		st.rng = btree.Range{Backward: sc.back}
		if sc.seek != nil {
			ok, bounded, err := sc.seek.bounds(env, st)
			if err != nil || !ok {
				return spec, !ok, err
			}
			if !bounded && !sc.back {
				return spec, false, nil
			}
		}
		spec.Range = &st.rng
		spec.Ordered = true
	}
	return spec, false, nil
}

func (sc *scan) run(x *Exec, env *expr.Env, emit func() error) error {
	spec, empty, err := sc.spec(x, env)
	if err != nil || empty {
		return err
	}
	tx, err := x.Txn(sc.s.table)
	if err != nil {
		return err
	}
	sc.use.Scans++
	rows, err := tx.Scan(x.Ctx, spec)
	if err != nil {
		return err
	}
	defer rows.Close()
	if sc.s.track {
		x.Loc = rows
	}
	return sc.drain(x, env, rows, emit)
}

// drain emits the rows of an open cursor that pass the filter.
func (sc *scan) drain(x *Exec, env *expr.Env, rows *engine.Rows, emit func() error) error {
	r := &env.Rows[sc.src]
	r.Null = false
next:
	for rows.Next() {
		if err := x.Tick(); err != nil {
			return err
		}
		r.Rec = rows.Record()
		if sc.s.place {
			rid, err := rows.Place()
			if err != nil {
				return err
			}
			r.Place = uint64(rid.Page) | uint64(rid.Slot)<<48
		}
		if sc.s.track {
			x.LocSeq++
		}
		for _, f := range sc.filter {
			ok, err := f.True(env)
			if err != nil {
				return err
			}
			if !ok {
				continue next
			}
		}
		if err := emit(); err != nil {
			return err
		}
	}
	return rows.Err()
}
