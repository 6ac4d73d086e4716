package sysviews

import (
	"strings"

	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// Functions about types.
func init() {
	meta("TYPE_ID", tInt, func(c *system.Call, a args) value {
		name, _ := a.text(0)
		parts, ok := expr.SplitName(name)
		if !ok {
			return null
		}
		r, ok := findType(c, parts)
		return known(ok, num(r.user))
	})
	meta("TYPE_NAME", tName, func(c *system.Call, a args) value {
		id, ok := a.num(0)
		out := null
		eachType(c, func(r typeRow) bool { return ok && int64(r.user) == id }, func(r typeRow) bool {
			out = str(r.name)
			return false
		})
		return out
	})
	meta("TYPEPROPERTY", tInt, func(_ *system.Call, a args) value {
		name, _ := a.text(0)
		prop, _ := a.text(1)
		for _, r := range systemTypes() {
			if !strings.EqualFold(r.name, name) {
				continue
			}
			switch strings.ToLower(prop) {
			case "allowsnull":
				return bit(r.nullable)
			case "precision":
				return num(r.typ.Precision())
			case "scale":
				return known(r.typ.Kind.IsNumeric(), num(r.typ.ColumnScale()))
			}
		}
		return null
	})
}
