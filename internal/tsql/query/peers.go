package query

import (
	"bytes"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// buffered computes what depends on a whole partition: first that, then row by row.
func (w *windowStage) buffered(x *Exec, env *expr.Env, list *spool.List, emit func() error) error {
	total := list.Len()
	states := make([]aggState, len(w.calls))
	// peers[i] is where the peer group of row i ends, kept as run lengths.
	var peers []int64
	var lastKey []byte
	first := true
	each := func(f func(ranks []sqltype.Value, key []byte) error) error {
		var head []sqltype.Value
		return list.Each(func(row []byte) error {
			k, rest, err := spool.Value(row)
			if err != nil {
				return err
			}
			p, rest, err := spool.Value(rest)
			if err != nil {
				return err
			}
			if head, err = readVals(head[:0], rest); err != nil {
				return err
			}
			if err := w.restore(env, []byte(p.S)); err != nil {
				return err
			}
			return f(head, []byte(k.S))
		})
	}
	values := make([]*windowValues, len(w.calls))
	for i, c := range w.calls {
		if c.stored() != nil {
			values[i] = &windowValues{list: x.List()}
			defer values[i].close(x)
		}
	}
	err := each(func(_ []sqltype.Value, key []byte) error {
		if first || !bytes.Equal(lastKey, key) {
			peers = append(peers, 0)
			lastKey, first = append(lastKey[:0], key...), false
		}
		peers[len(peers)-1]++
		for i, c := range w.calls {
			if c.agg != nil && c.all {
				if err := c.agg.step(&states[i], env); err != nil {
					return err
				}
			}
			if values[i] != nil {
				v, err := c.stored().Eval(env)
				if err != nil {
					return err
				}
				if err := values[i].add(x, v); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	running := &peerReader{w: w, states: states, peers: peers, total: total, values: values}
	for i, c := range w.calls {
		running.slides = append(running.slides, &sliding{agg: c.agg, vals: values[i]})
	}
	defer func() {
		for _, s := range running.slides {
			x.mem -= int64(stateBytes * len(s.suffixes))
		}
	}()
	return each(func(ranks []sqltype.Value, _ []byte) error {
		return running.row(x, env, ranks, list, emit)
	})
}

// peerReader computes running aggregates: by ROWS each row adds itself; by RANGE a row's value
// includes its peers, so rows wait until their peer group is complete.
type peerReader struct {
	w      *windowStage
	states []aggState
	peers  []int64
	total  int64
	n      int64 // rows so far
	pays   []heldRow
	values []*windowValues // of each call that reads other rows
	slides []*sliding
}

type heldRow struct {
	rows []expr.Row
	aggs []sqltype.Value
	rank []sqltype.Value
}

func (r *peerReader) row(x *Exec, env *expr.Env, ranks []sqltype.Value, _ *spool.List, emit func() error) error {
	r.n++
	first := r.n - 1 - int64(len(r.pays)) // of the row's peers
	last := first + r.peers[0]
	for i, c := range r.w.calls {
		switch {
		case c.framed:
			v, err := r.framedValue(x, env, i, r.n-1, first, last)
			if err != nil {
				return err
			}
			ranks[i] = v
			continue
		case c.name == "PERCENT_RANK":
			ranks[i] = sqltype.FloatOf(float64(ranks[i].I-1) / float64(max(r.total-1, 1)))
		case c.name == "CUME_DIST":
			ranks[i] = sqltype.FloatOf(float64(last) / float64(r.total))
		}
		if c.agg != nil && !c.all {
			if err := c.agg.step(&r.states[i], env); err != nil {
				return err
			}
			if c.rows {
				v, err := c.agg.final(&r.states[i])
				if err != nil {
					return err
				}
				ranks[i] = v
			}
		}
		if c.name == "NTILE" {
			v, err := r.tile(env, c)
			if err != nil {
				return err
			}
			ranks[i] = v
		}
	}
	h := heldRow{rank: append([]sqltype.Value(nil), ranks...), aggs: append([]sqltype.Value(nil), env.Aggs[:r.w.keep]...)}
	for _, s := range r.w.srcs {
		h.rows = append(h.rows, env.Rows[s])
	}
	if err := x.grab(64 + 40*(len(ranks)+len(h.aggs))); err != nil {
		return err
	}
	r.pays = append(r.pays, h)
	if int64(len(r.pays)) < r.peers[0] {
		return nil
	}
	r.peers = r.peers[1:]
	return r.release(x, env, emit)
}

func (r *peerReader) release(x *Exec, env *expr.Env, emit func() error) error {
	for _, h := range r.pays {
		for i, s := range r.w.srcs {
			env.Rows[s] = h.rows[i]
		}
		copy(env.Aggs, h.aggs)
		for i, c := range r.w.calls {
			v := h.rank[i]
			if c.agg != nil && !c.rows && !c.framed {
				var err error
				if v, err = c.agg.final(&r.states[i]); err != nil {
					return err
				}
			}
			env.Aggs[r.w.base+i] = v
		}
		x.mem -= int64(64 + 40*(len(h.rank)+len(h.aggs)))
		if err := emit(); err != nil {
			return err
		}
	}
	r.pays = r.pays[:0]
	return nil
}

// tile is NTILE: the first total mod n groups have one row more.
func (r *peerReader) tile(env *expr.Env, c *windowCall) (sqltype.Value, error) {
	n, null, err := c.arg.EvalInt(env)
	if err != nil {
		return sqltype.Value{}, err
	}
	if null || n <= 0 {
		return sqltype.Value{}, sqltype.Errorf(3816, "The NTILE function's argument must be a positive integer.")
	}
	size, extra := r.total/n, r.total%n
	big := extra * (size + 1)
	v := int64(0)
	if r.n <= big {
		v = (r.n-1)/(size+1) + 1
	} else {
		v = extra + (r.n-1-big)/max(size, 1) + 1
	}
	return sqltype.IntOf(sqltype.BigInt, v), nil
}
