package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Functions about the identity column of a table.
func init() {
	identity := func(name string, f func(t *engine.Table, id *engine.Identity) int64) {
		meta(name, sqltype.DecimalOf(38, 0), func(c *system.Call, a args) value {
			s, _ := a.text(0)
			o, ok := findObject(c, s)
			if !ok || o.table == nil || o.typ != "U" {
				return null
			}
			for i := range o.table.Columns {
				if id := o.table.Columns[i].Identity; id != nil {
					return num(f(o.table, id))
				}
			}
			return null
		})
	}
	identity("IDENT_CURRENT", func(t *engine.Table, _ *engine.Identity) int64 { return t.LastIdentity() })
	identity("IDENT_SEED", func(_ *engine.Table, id *engine.Identity) int64 { return id.Seed })
	identity("IDENT_INCR", func(_ *engine.Table, id *engine.Identity) int64 { return id.Increment })
}
