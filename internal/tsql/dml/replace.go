package dml

import (
	"errors"
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
)

// movesUnique reports that the key of a unique clustered index changes. Row by row, SET k = k + 1 would
// meet keys of rows not changed yet; so all rows leave before the first comes back (SQL Server splits and collapses).
func (u *updating) movesUnique() bool {
	ix := u.t.Table.Indexes[0]
	if ix.ID != 1 || !ix.Unique {
		return false
	}
	return slices.ContainsFunc(ix.Keys, func(k engine.IndexKey) bool { return u.changes(k.ColumnID) })
}

// changesUnique reports that a key column of another unique index changes.
func (u *updating) changesUnique() bool {
	for _, ix := range u.t.Table.Indexes[1:] {
		if ix.Unique && slices.ContainsFunc(ix.Keys, func(k engine.IndexKey) bool { return u.changes(k.ColumnID) }) {
			return true
		}
	}
	return false
}

// retried changes rows in place, which keeps them where they are; when that meets a key of a row not changed
// yet, it is undone and all rows leave before the first comes back. A real duplicate fails both ways.
func (u *updating) retried(x *query.Exec, w *engine.Writer, limit int64) (int64, error) {
	tx, err := x.Txn(u.t.Table)
	if err != nil {
		return 0, err
	}
	mark := tx.Mark()
	n, err := u.once(x, w, limit)
	var dup *engine.Error
	if !errors.As(err, &dup) || dup.Number != 2601 && dup.Number != 2627 {
		return n, err
	}
	for _, a := range u.sets {
		if a.slot >= 0 { // a variable would be assigned twice
			return n, err
		}
	}
	if err := tx.RollbackTo(mark); err != nil {
		return 0, err
	}
	if w, err = writerOf(x, u.t); err != nil { // a rollback ends writers
		return 0, err
	}
	u.out.reset(x)
	u.replace = true
	defer func() { u.replace = false }()
	return u.once(x, w, limit)
}

// replaced deletes every row to be changed, then inserts the changed ones.
func (u *updating) replaced(x *query.Exec, w *engine.Writer, list *spool.List) (n int64, err error) {
	rows := x.List()
	defer rows.Close()
	var loc engine.Locator
	var rec []byte
	vals := make([]sqltype.Value, len(u.sets))
	err = list.Each(func(row []byte) error {
		rest, err := readAside(row, &loc, vals)
		if err != nil {
			return err
		}
		r, ok, err := w.Fetch(rec[:0], loc)
		if err != nil || !ok {
			return err
		}
		rec = r
		now, err := u.next(x.Env, r, vals)
		if err != nil {
			return err
		}
		if err := u.output(x, r, now, rest); err != nil {
			return err
		}
		if err := rows.Add(now); err != nil {
			return err
		}
		if err := w.Delete(loc); err != nil {
			return err
		}
		return x.Tick()
	})
	if err != nil {
		return 0, err
	}
	err = rows.Each(func(rec []byte) error {
		n++
		if err := w.Insert(rec, false); err != nil {
			return err
		}
		return x.Tick()
	})
	return n, err
}
