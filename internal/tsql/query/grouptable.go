package query

import (
	"bytes"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// groupTable is the state of a hash aggregation.
type groupTable struct {
	x      *Exec
	agg    *aggregation
	groups map[string]*group
	ints   map[int64]*group // groups of one non-NULL integer
	order  []*group
	vals   []sqltype.Value // of the current row's group
	all    []sqltype.Value // of the current row, for grouping sets
	key    []byte
	held   int64 // bytes accounted for
	over   *spool.Sorter
	row    []byte
}

// fresh makes a group of the current vals; nil when there is no room for it.
func (t *groupTable) fresh(keyLen int) *group {
	size := int64(keyLen + 64 + len(t.vals)*40 + len(t.agg.calls)*152)
	if t.over != nil {
		return nil
	}
	if t.x.grab(int(size)) != nil {
		t.x.mem -= size
		t.over = t.x.sorter()
		return nil
	}
	t.held += size
	gr := &group{vals: append([]sqltype.Value(nil), t.vals...), states: make([]aggState, len(t.agg.calls))}
	t.order = append(t.order, gr)
	return gr
}

func (t *groupTable) addInt(env *expr.Env, i int64) error {
	gr := t.ints[i]
	if gr == nil {
		t.vals[0] = sqltype.Value{Kind: t.agg.groups[0].e.Type.Kind, I: i}
		if gr = t.fresh(16); gr == nil {
			t.key = appendNullable(t.key[:0], t.vals[0])
			return t.spill(env)
		}
		t.ints[i] = gr
	}
	return step(t.agg.calls, gr.states, env)
}

func (t *groupTable) add(env *expr.Env) error {
	for i := range t.agg.groups {
		v, err := t.agg.groups[i].e.Eval(env)
		if err != nil {
			return err
		}
		t.vals[i] = v
	}
	if t.agg.sets == nil {
		return t.addVals(env)
	}
	all := append(t.all[:0], t.vals...)
	t.all = all
	last := len(all) - 1
	for n, set := range t.agg.sets {
		for i, in := range set {
			if t.vals[i] = all[i]; !in {
				t.vals[i] = sqltype.NullOf(all[i].Kind)
			}
		}
		t.vals[last] = sqltype.IntOf(sqltype.Int, int64(n))
		if err := t.addVals(env); err != nil {
			return err
		}
	}
	return nil
}

// addVals adds the current row to the group of vals.
func (t *groupTable) addVals(env *expr.Env) error {
	t.key = t.key[:0]
	for _, v := range t.vals {
		t.key = appendNullable(t.key, v)
	}
	gr := t.groups[string(t.key)]
	if gr == nil {
		if gr = t.fresh(len(t.key)); gr == nil {
			return t.spill(env)
		}
		t.groups[string(t.key)] = gr
	}
	return step(t.agg.calls, gr.states, env)
}

// spill sets the current row aside: its group's values and its aggregates' arguments.
func (t *groupTable) spill(env *expr.Env) error {
	t.row = appendVals(t.row[:0], t.vals)
	for _, c := range t.agg.calls {
		v := sqltype.Value{}
		if c.f.arg != nil {
			var err error
			if v, err = c.f.arg.Eval(env); err != nil {
				return err
			}
		}
		t.row = spool.AppendValue(t.row, v)
	}
	return t.over.Add(t.key, t.row)
}

// rest aggregates the rows set aside.
func (t *groupTable) rest(env *expr.Env, emit func() error) error {
	var key []byte
	var cur *group
	flush := func() error {
		if cur == nil {
			return nil
		}
		if err := finish(t.agg, cur.vals, cur.states, env); err != nil {
			return err
		}
		return emit()
	}
	var row []sqltype.Value
	n := len(t.agg.groups)
	err := t.over.Each(func(k, payload []byte) (err error) {
		if err := t.x.Tick(); err != nil {
			return err
		}
		if row, err = readVals(row[:0], payload); err != nil {
			return err
		}
		if cur == nil || !bytes.Equal(k, key) {
			if err := flush(); err != nil {
				return err
			}
			key = append(key[:0], k...)
			cur = &group{vals: append([]sqltype.Value(nil), row[:n]...), states: make([]aggState, len(t.agg.calls))}
		}
		for i, c := range t.agg.calls {
			if err := c.f.value(&cur.states[i], t.x, row[n+i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

func (t *groupTable) close() {
	if t.over != nil {
		t.over.Close()
	}
	for _, gr := range t.order {
		for i := range gr.states {
			if s := gr.states[i].seen; s != nil && s.over != nil {
				s.over.Close()
			}
		}
	}
}
