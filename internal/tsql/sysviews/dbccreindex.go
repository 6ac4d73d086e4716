package sysviews

import (
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// DBCC DBREINDEX (table [, index [, fillfactor]]) and DBCC INDEXDEFRAG (database, table [, index [, partition]]): ALTER INDEX … REBUILD
// and … REORGANIZE before 2005. Fill factor 0, an empty index name and database 0 stand for what is there.
func init() {
	dbcc("DBREINDEX", func(c *system.Call, a args, _ dbccOptions) error {
		t, err := dbccTable(c, a, 0)
		if err != nil {
			return err
		}
		ix, err := maintained(t, a, 1)
		if err != nil {
			return err
		}
		var r engine.Rebuild
		if len(a) > 2 {
			n, ok := a.intArg(2)
			if !ok || n < 0 || n > 100 {
				return sqltype.Errorf(129, "Fillfactor %d is not a valid percentage; fillfactor must be between 1 and 100.", n)
			}
			r.FillFactor = int(n)
		}
		r.Workers = system.Degree(c.Session, 0)
		tx, err := c.Session.Txn()
		if err != nil {
			return err
		}
		c.Session.SchemaChanged()
		defer c.Session.SchemaChanged()
		if ix == nil {
			_, err = tx.RebuildIndexes(c.Ctx, t, r)
		} else {
			_, err = tx.RebuildIndex(c.Ctx, t, ix.Name, r)
		}
		return err
	})
	dbcc("INDEXDEFRAG", func(c *system.Call, a args, with dbccOptions) error {
		d, err := dbccDatabase(c, a, 0)
		if err != nil {
			return err
		}
		in := *c
		in.Database = d
		t, err := dbccTable(&in, a, 1)
		if err != nil {
			return err
		}
		ix, err := maintained(t, a, 2)
		if err != nil {
			return err
		}
		if n, ok := a.intArg(3); ok && n > 1 {
			return sqltype.Errorf(2560, "Parameter %d is incorrect for this DBCC statement.", 4)
		}
		tx, err := c.Session.Txn()
		if err != nil {
			return err
		}
		if ix != nil {
			if ix.Disabled {
				return sqltype.Errorf(1973, "Cannot perform the specified operation on disabled index '%s' on table '%s'.", ix.Name, t.Name)
			}
			done, err := tx.ReorganizeIndex(c.Ctx, t, ix)
			if err != nil || with.quiet() {
				return err
			}
			return result(c, defragFields(), []engine.Defrag{done})
		}
		for _, ix := range t.Indexes {
			if ix.ID > 0 && !ix.Disabled {
				if _, err := tx.ReorganizeIndex(c.Ctx, t, ix); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// maintained is the index that argument i names or numbers, nil for all of them. A heap is none.
func maintained(t *engine.Table, a args, i int) (*engine.Index, error) {
	if v := a.at(i); i >= len(a) || v.Null || v.Kind.IsString() && strings.TrimSpace(v.S) == "" {
		return nil, nil
	}
	ix, err := dbccIndex(t, a, i)
	if err == nil && ix.ID == 0 {
		err = sqltype.Errorf(7999, "Could not find any index named '%d' for table '%s'.", 0, t.Name)
	}
	return ix, err
}

func defragFields() []field[engine.Defrag] {
	return fields[engine.Defrag](
		col("Pages Scanned", tBig, func(d engine.Defrag) value { return num(d.Scanned) }),
		col("Pages Moved", tBig, func(d engine.Defrag) value { return num(d.Moved) }),
		col("Pages Removed", tBig, func(d engine.Defrag) value { return num(d.Removed) }),
	)
}
