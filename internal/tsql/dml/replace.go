package dml

import (
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
	for _, k := range ix.Keys {
		for _, a := range u.sets {
			if a.col != nil && a.col.ID == k.ColumnID {
				return true
			}
		}
	}
	return false
}

// replaced deletes every row to be changed, then inserts the changed ones.
func (u *updating) replaced(x *query.Exec, w *engine.Writer, list *spool.List) (n int64, err error) {
	rows := x.List()
	defer rows.Close()
	var loc engine.Locator
	var rec []byte
	vals := make([]sqltype.Value, len(u.sets))
	err = list.Each(func(row []byte) error {
		rest := query.ReadLocator(&loc, row)
		for i := range vals {
			var err error
			if vals[i], rest, err = spool.Value(rest); err != nil {
				return err
			}
		}
		r, ok, err := w.Fetch(rec[:0], loc)
		if err != nil || !ok {
			return err
		}
		rec = r
		if err := rows.Add(u.changed(r, vals)); err != nil {
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
