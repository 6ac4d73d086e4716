package sysviews

import (
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// Properties of objects and columns: NULL for a name that means nothing here.
func init() {
	meta("OBJECTPROPERTY", tInt, objectProperty)
	meta("OBJECTPROPERTYEX", tVariant, func(c *system.Call, a args) value {
		name, _ := a.text(1)
		o, ok := objectArg(c, a, 0, -1)
		switch {
		case !ok:
			return null
		case strings.EqualFold(name, "BaseType") && o.synonym != nil:
			base, ok := baseObject(c, o)
			return known(ok, str(base.typ))
		case strings.EqualFold(name, "BaseType"):
			return str(o.typ)
		case strings.EqualFold(name, "Cardinality"):
			if o.table == nil {
				return null
			}
			return num(o.table.Rows())
		}
		return as(tInt, objectProperty(c, a))
	})

	meta("COLUMNPROPERTY", tInt, func(c *system.Call, a args) value {
		o, _ := objectArg(c, a, 0, -1)
		name, _ := a.text(1)
		prop, _ := a.text(2)
		k, ok := columnNamed(o, name)
		if !ok {
			return null
		}
		switch strings.ToLower(prop) {
		case "allowsnull":
			return bit(k.null)
		case "columnid":
			return num(k.id)
		case "isidentity":
			return bit(k.identity() != nil)
		case "precision":
			return num(k.prec())
		case "scale":
			return known(k.typ.Kind.IsNumeric(), num(k.typ.ColumnScale()))
		case "charmaxlen":
			return known(k.long(), num(k.typ.Chars()))
		case "usesansitrim":
			return known(k.long(), num(1))
		case "iscomputed":
			return bit(k.computed() != nil)
		case "isrowguidcol", "issparse", "iscolumnset", "isfulltextindexed", "isidnotforrepl", "ishidden", "generatedalwaystype":
			return num(0)
		case "isdeterministic":
			return known(k.computed() != nil, bit(k.computed() != nil && k.computed().Deterministic))
		case "isprecise":
			return known(k.computed() != nil, bit(k.computed() != nil && k.computed().Precise))
		case "isindexable":
			return bit(k.computed() == nil || k.computed().Deterministic && (k.computed().Precise || k.computed().Persisted))
		case "systemdataaccess", "userdataaccess":
			return num(0)
		}
		return null
	})
}

func tableArg(c *system.Call, a args) *engine.Table {
	o, _ := objectArg(c, a, 0, -1)
	return o.table
}

func objectProperty(c *system.Call, a args) value {
	o, ok := objectArg(c, a, 0, -1)
	prop, _ := a.text(1)
	if !ok {
		return null
	}
	prop = strings.ToLower(prop)
	switch prop {
	case "istable", "isusertable":
		return bit(o.typ == "U")
	case "isview":
		return bit(o.typ == "V")
	case "isprocedure":
		return bit(o.typ == "P")
	case "istablefunction", "isinlinefunction":
		return bit(o.typ == "IF")
	case "issystemtable", "isscalarfunction", "istrigger", "isrule", "isdefault", "isencrypted", "isschemabound", "isextendedproc":
		return num(0)
	case "ismsshipped":
		return bit(o.shipped())
	case "isprimarykey":
		return bit(o.typ == "PK")
	case "isuniquecnst":
		return bit(o.typ == "UQ")
	case "isdefaultcnst":
		return bit(o.typ == "D")
	case "ischeckcnst":
		return bit(o.typ == "C")
	case "cnstisdisabled":
		return known(o.check != nil, bit(o.check != nil && o.check.Disabled))
	case "cnstisnottrusted":
		return known(o.check != nil, bit(o.check != nil && o.check.Untrusted))
	case "cnstiscolumn":
		return known(o.check != nil, bit(o.check != nil && o.check.Column != 0))
	case "isconstraint":
		return bit(o.parent != 0)
	case "ownerid":
		return num(1)
	case "schemaid":
		return num(schemaID(o.db, o.schema))
	case "isansinullson", "isquotedidenton", "execisansinullson", "execisquotedidenton":
		return num(1)
	}
	t := o.table
	if t == nil || o.typ != "U" || !strings.HasPrefix(prop, "table") {
		return null
	}
	has := func(is func(*engine.Index) bool) value {
		for _, ix := range t.Indexes {
			if is(ix) {
				return num(1)
			}
		}
		return num(0)
	}
	columns := func(is func(*engine.Column) bool) value {
		for i := range t.Columns {
			if is(&t.Columns[i]) {
				return num(1)
			}
		}
		return num(0)
	}
	switch prop {
	case "tablehasclustindex":
		return bit(!t.IsHeap())
	case "tablehasindex":
		return has(func(ix *engine.Index) bool { return ix.ID > 0 })
	case "tablehasnonclustindex":
		return has(func(ix *engine.Index) bool { return ix.ID > 1 })
	case "tablehasprimarykey":
		return has(func(ix *engine.Index) bool { return ix.PrimaryKey })
	case "tablehasuniquecnst":
		return has(func(ix *engine.Index) bool { return ix.UniqueConstraint })
	case "tablehasidentity":
		return columns(func(c *engine.Column) bool { return c.Identity != nil })
	case "tablehasdefaultcnst":
		return columns(func(c *engine.Column) bool { return c.Default != "" })
	case "tablehascheckcnst":
		return bit(len(t.Checks) > 0)
	case "tablehasvardecimalstorageformat", "tablehasforeignkey", "tablehasforeignref", "tablehasinserttrigger",
		"tablehasupdatetrigger", "tablehasdeletetrigger", "tablehastextimage", "tablehastimestamp", "tablehasrowguidcol",
		"tablehasactivefulltextindex", "tableisfake", "tableismemoryoptimized", "tableislockedonbulkload", "tabletextinrowlimit", "tabletemporaltype":
		return num(0)
	}
	return null
}
