package query

import (
	"scanfrag/internal/btree"
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// scan reads one base table by one of its accesses.
type scan struct {
	src   int
	s     *source
	use   *Use
	preds []*pred   // conjuncts on this table alone
	seeks []*seek   // that these and, in nested loops, outer rows allow
	paths []*access // to choose from at each run; see settle
	goal  float64   // rows wanted by TOP; 0: all
	state int
}

func (b *block) baseUnit(s *source) (*unit, error) {
	i, err := b.addSource(s)
	if err != nil {
		return nil, err
	}
	sc := &scan{src: i, s: s, use: b.c.use(s.table), state: b.c.slot()}
	b.scans = append(b.scans, sc)
	return &unit{p: sc, leaf: sc, set: 1 << i, rows: s.rows, track: s.track}, nil
}

// scanState keeps what a scan reuses between runs.
type scanState struct {
	rng    btree.Range
	lo, hi btree.Key
	buf    []byte
	probe  *engine.Rows // the last narrow cursor
	narrow int          // ranges that were narrow, less missCost for each one that was not
	keep   keeper
}

// keeper is the condition that rows of an index pass before they are looked up.
type keeper struct {
	a    *access
	env  *expr.Env
	pass func(rec []byte) (bool, error)
}

func (sc *scan) stateOf(x *Exec) *scanState {
	st, _ := x.states[sc.state].(*scanState)
	if st == nil {
		st = &scanState{}
		x.states[sc.state] = st
	}
	return st
}

// spec says how to read the table now; a nil access: no row can qualify.
func (sc *scan) spec(x *Exec, env *expr.Env) (spec engine.ScanSpec, a *access, err error) {
	h := &sc.s.hints
	iso := x.Host.Options().Isolation
	spec = engine.ScanSpec{Table: sc.s.table, TabLock: h.tabLock, IO: &sc.use.IO,
		NoLock:   h.noLock || iso == system.ReadUncommitted && !h.committed && !sc.s.track,
		ForWrite: sc.s.track || sc.s.locate && !sc.s.unlocked || h.exclusive, Changes: sc.s.track, NoReadAhead: system.TraceOn(x.Host, system.TraceNoReadAhead),
		NoPrefetch: system.TraceOn(x.Host, system.TraceNoPrefetch), InPlace: system.TraceOn(x.Host, system.TraceInPlace)}
	if spec.ForWrite {
		spec.NoLock = false
	}
	if !spec.NoLock {
		if err := x.AwaitLock(sc.s.table, spec.ForWrite); err != nil {
			return spec, nil, err
		}
	}
	if h.holdLock || iso == system.RepeatableRead || iso == system.Serializable {
		tx, err := x.Txn(sc.s.table)
		if err != nil {
			return spec, nil, err
		}
		if err := tx.Lock(x.Ctx, sc.s.table, h.exclusive, true); err != nil {
			return spec, nil, err
		}
	}
	st := sc.stateOf(x)
	a, empty, err := sc.choose(x, env, &spec, st)
	if err != nil || empty {
		return spec, nil, err
	}
	if !spec.Single {
		sc.use.Scans++ // a seek of one value of a unique key is no scan (documented)
	}
	return spec, a, nil
}

func (sc *scan) run(x *Exec, env *expr.Env, emit func() error) error {
	spec, a, err := sc.spec(x, env)
	if err != nil || a == nil {
		return err
	}
	rows, err := sc.open(x, spec, a)
	if err != nil {
		return err
	}
	defer rows.Close()
	if sc.s.track {
		x.Loc = rows
	}
	return sc.drain(x, env, a, rows, emit)
}

// A scan whose ranges often are not narrow does not try them any more. A miss costs about a descent, a hit saves several.
const (
	missCost  = 4
	minNarrow = -2 * missCost
	maxNarrow = 16 * missCost
)

// open opens a serial scan. Ranges with two ends are taken for narrow.
func (sc *scan) open(x *Exec, spec engine.ScanSpec, a *access) (*engine.Rows, error) {
	tx, err := x.Txn(sc.s.table)
	if err != nil {
		return nil, err
	}
	st := sc.stateOf(x)
	r := spec.Range
	spec.Again, spec.Narrow = st.probe, spec.Single || a.seek != nil && r != nil && r.Lo != nil && r.Hi != nil && st.narrow > minNarrow
	rows, err := tx.Scan(x.Ctx, spec)
	switch {
	case err != nil:
		return nil, err
	case rows.Narrow():
		st.probe, st.narrow = rows, min(st.narrow+1, maxNarrow)
	case spec.Narrow:
		st.narrow -= missCost
	}
	return rows, nil
}

// keeper makes the condition, unless the last scan's is the same.
func (sc *scan) keeper(x *Exec, env *expr.Env, a *access) func(rec []byte) (bool, error) {
	k := &sc.stateOf(x).keep
	if k.a == a && k.env == env {
		return k.pass
	}
	*k = keeper{a, env, func(rec []byte) (bool, error) {
		env.Rows[sc.src].Rec = rec
		for _, f := range a.keep {
			if ok, err := f.True(env); err != nil || !ok {
				return false, err
			}
		}
		return true, x.Tick()
	}}
	return k.pass
}

// drain emits the rows of an open cursor that pass the filter.
func (sc *scan) drain(x *Exec, env *expr.Env, a *access, rows *engine.Rows, emit func() error) error {
	r := &env.Rows[sc.src]
	r.Null = false
	if len(a.keep) > 0 {
		rows.Keep(sc.keeper(x, env, a))
	}
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
		if sc.s.locate {
			sc.locate(rows, r)
		}
		for _, f := range a.filter {
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
