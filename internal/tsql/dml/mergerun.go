package dml

import (
	"encoding/binary"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
)

// run sets aside what is to be done, then deletes and updates, then inserts: a key that one row leaves is free for another.
func (g *merging) run(x *query.Exec, limit int64) (n int64, err error) {
	for _, cl := range g.clauses {
		if cl.into != nil {
			if err := cl.into.checkIdentity(); err != nil {
				return 0, err
			}
		}
	}
	list := x.List()
	defer list.Close()
	if err := g.collect(x, list, limit); err != nil {
		return 0, err
	}
	w, err := writerOf(x, g.m.Targets)
	if err != nil {
		return 0, err
	}
	moved := x.List()
	defer moved.Close()
	if err := g.change(x, w, list, moved); err != nil {
		return 0, err
	}
	insert := func(rec []byte) error {
		if err := w.Insert(rec, false); err != nil {
			return err
		}
		return x.Tick()
	}
	if err := moved.Each(insert); err != nil {
		return 0, err
	}
	err = list.Each(func(row []byte) error {
		if g.clauses[row[0]].insert == nil {
			return nil
		}
		size, k := binary.Uvarint(row[1:])
		rec := row[1+k : 1+k+int(size)]
		if err := g.output(x, nil, rec, row[1+k+int(size):], "INSERT"); err != nil {
			return err
		}
		return insert(rec)
	})
	return list.Len(), err
}

// collect runs the join. A row of list: the clause's number; the new record with its length, or the target's address and an
// update's values; what OUTPUT reads of the source.
func (g *merging) collect(x *query.Exec, list *spool.List, limit int64) error {
	if limit == 0 {
		return nil
	}
	full := &enough{}
	var row []byte
	err := g.each(x, func(env *expr.Env, cl *mergeClause) error {
		row = append(row[:0], byte(cl.no))
		if cl.insert != nil {
			rec, err := cl.insert.build(env, g.h)
			if err != nil {
				return err
			}
			row = append(binary.AppendUvarint(row, uint64(len(rec))), rec...)
		} else {
			var err error
			if row, err = g.m.AppendTarget(x, row, env); err != nil {
				return err
			}
			if u := cl.update; u != nil {
				if err := u.evaluate(env); err != nil {
					return err
				}
				for _, v := range u.vals {
					row = spool.AppendValue(row, v)
				}
			}
		}
		if err := list.Add(g.out.appendSources(row, env)); err != nil {
			return err
		}
		if list.Len() == limit {
			return full
		}
		return nil
	})
	if err == error(full) {
		return nil
	}
	return err
}

// enough ends a join early.
type enough struct{ _ byte }

func (*enough) Error() string { return "enough" }

// change deletes and updates; rows whose unique keys change leave and wait in moved.
func (g *merging) change(x *query.Exec, w *engine.Writer, list, moved *spool.List) error {
	frees := g.m.TabLock()
	var loc engine.Locator
	var rec []byte
	return list.Each(func(row []byte) error {
		cl := g.clauses[row[0]]
		if cl.insert != nil {
			return nil
		}
		rest := query.ReadLocator(&loc, row[1:])
		var vals []sqltype.Value
		if cl.update != nil {
			vals = cl.update.vals
			for i := range vals {
				var err error
				if vals[i], rest, err = spool.Value(rest); err != nil {
					return err
				}
			}
		}
		old, ok, err := w.Fetch(rec[:0], loc)
		if err != nil || !ok {
			return err
		}
		rec = old
		if cl.update == nil {
			if err := g.output(x, old, nil, rest, "DELETE"); err != nil {
				return err
			}
			if err := remove(w, loc, frees); err != nil {
				return err
			}
			return x.Tick()
		}
		now, err := cl.update.next(x.Env, old, vals)
		if err != nil {
			return err
		}
		if err := g.output(x, old, now, rest, "UPDATE"); err != nil {
			return err
		}
		if cl.moves {
			if err := moved.Add(now); err != nil {
				return err
			}
			err = w.Delete(loc)
		} else if cl.update.columns() {
			err = w.Update(loc, now)
		}
		if err != nil {
			return err
		}
		return x.Tick()
	})
}

func (g *merging) output(x *query.Exec, old, now, saved []byte, action string) error {
	if g.out == nil {
		return nil
	}
	env := g.out.ch.Env(x)
	if _, err := g.out.readSources(env, saved); err != nil {
		return err
	}
	return g.out.add(env, old, now, action)
}
