package query

import (
	"bytes"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// partitions reads sorted rows, one partition at a time, and emits them with their window values. Ranking functions
// stream; the others set the partition aside first.
func (w *windowStage) partitions(x *Exec, env *expr.Env, set *spool.Sorter, emit func() error) error {
	buffered := false
	for _, c := range w.calls {
		buffered = buffered || c.partition()
	}
	r := &ranks{w: w}
	var part []byte
	first := true
	var list *spool.List
	flush := func() error {
		if list == nil {
			return nil
		}
		defer list.Close()
		return w.buffered(x, env, list, emit)
	}
	err := set.Each(func(key, payload []byte) error {
		if err := x.Tick(); err != nil {
			return err
		}
		if err := w.restore(env, payload); err != nil {
			return err
		}
		p, k, err := w.keys(env, nil, nil)
		if err != nil {
			return err
		}
		if first || !bytes.Equal(part, p) {
			if err := flush(); err != nil {
				return err
			}
			if err := w.restore(env, payload); err != nil {
				return err
			}
			part, first = p, false
			r.reset()
			if buffered {
				list = x.List()
			}
		}
		if err := r.next(env, k); err != nil {
			return err
		}
		if buffered {
			row := spool.AppendValue(nil, sqltype.BytesOf(sqltype.VarBinary, k))
			row = spool.AppendValue(row, sqltype.BytesOf(sqltype.VarBinary, payload))
			return list.Add(appendVals(row, env.Aggs[w.base:w.base+len(w.calls)]))
		}
		return emit()
	})
	if err != nil {
		if list != nil {
			list.Close()
		}
		return err
	}
	return flush()
}

// ranks numbers the rows of one partition.
type ranks struct {
	w              *windowStage
	n, rank, dense int64
	last           []byte
}

func (r *ranks) reset() { r.n, r.rank, r.dense, r.last = 0, 0, 0, nil }

func (r *ranks) next(env *expr.Env, key []byte) error {
	r.n++
	if r.n == 1 || !bytes.Equal(r.last, key) {
		r.rank = r.n
		r.dense++
		r.last = append(r.last[:0], key...)
	}
	for i, c := range r.w.calls {
		v := int64(0)
		if c.seq != nil {
			next, err := nextOf(c.seq)
			if err != nil {
				return err
			}
			env.Aggs[r.w.base+i] = next
			continue
		}
		switch c.name {
		case "ROW_NUMBER":
			v = r.n
		case "RANK", "PERCENT_RANK":
			v = r.rank
		case "DENSE_RANK":
			v = r.dense
		}
		env.Aggs[r.w.base+i] = sqltype.Value{Kind: sqltype.BigInt, I: v}
	}
	return nil
}
