package sysviews

import (
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// Functions about indexes.
func init() {
	meta("INDEXPROPERTY", tInt, func(c *system.Call, a args) value {
		t := tableArg(c, a)
		name, _ := a.text(1)
		prop, _ := a.text(2)
		if t == nil {
			return null
		}
		for _, ix := range t.Indexes {
			if ix.ID != 0 && strings.EqualFold(ix.Name, name) {
				return indexProperty(c, t, ix, strings.ToLower(prop))
			}
		}
		return null
	})
	meta("INDEXKEY_PROPERTY", tInt, func(c *system.Call, a args) value {
		k, ok := keyArg(tableArg(c, a), a, 1, 2)
		prop, _ := a.text(3)
		if !ok {
			return null
		}
		switch strings.ToLower(prop) {
		case "columnid":
			return num(k.ColumnID)
		case "isdescending":
			return bit(k.Desc)
		}
		return null
	})
	meta("INDEX_COL", tName, func(c *system.Call, a args) value {
		name, _ := a.text(0)
		o, _ := findObject(c, name)
		k, ok := keyArg(o.table, a, 1, 2)
		found, _ := columnWhere(o, func(c column) bool { return c.id == k.ColumnID })
		return known(ok, str(found.name))
	})
	constant("STATS_DATE", tDateTime, null) // there are no statistics
}

// keyArg is the key column that the arguments index and key choose.
func keyArg(t *engine.Table, a args, index, key int) (engine.IndexKey, bool) {
	id, _ := a.num(index)
	n, _ := a.num(key)
	if t != nil {
		for _, ix := range t.Indexes {
			if int64(ix.ID) == id && n >= 1 && n <= int64(len(ix.Keys)) {
				return ix.Keys[n-1], true
			}
		}
	}
	return engine.IndexKey{}, false
}

func indexProperty(c *system.Call, t *engine.Table, ix *engine.Index, prop string) value {
	switch prop {
	case "indexid":
		return num(ix.ID)
	case "isclustered":
		return bit(ix.ID == 1)
	case "isunique":
		return bit(ix.Unique)
	case "ispadindex":
		return bit(ix.PadIndex)
	case "indexfillfactor":
		return num(ix.FillFactor)
	case "isdisabled", "ishypothetical", "isstatistics", "isautostatistics", "isfulltextkey", "iscolumnstore":
		return num(0)
	case "isrowlockdisallowed", "ispagelockdisallowed":
		return num(1)
	case "indexdepth":
		tx, err := c.Session.Txn()
		if err != nil {
			return null
		}
		levels, err := tx.PhysicalStats(c.Ctx, t, ix.ID, engine.Limited)
		if err != nil || len(levels) == 0 {
			return null
		}
		return num(levels[0].Depth)
	}
	return null
}
