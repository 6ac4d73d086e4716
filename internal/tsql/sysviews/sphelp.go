package sysviews

import (
	"fmt"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

var tObjName = sqltype.NVarCharOf(776)

func init() {
	proc("sp_helpindex", []system.Param{must("@objname", tObjName)}, func(c *system.Call, a procArgs) error {
		name, _ := a.text(0)
		t, err := findTable(c, name)
		if err != nil {
			return err
		}
		return helpIndex(c, t)
	})
	proc("sp_help", []system.Param{in("@objname", tObjName, null)}, func(c *system.Call, a procArgs) error {
		name, ok := a.text(0)
		if !ok {
			return helpAll(c)
		}
		t, err := findTable(c, name)
		if err != nil {
			return err
		}
		return helpTable(c, t)
	})
	proc("sp_helpconstraint", []system.Param{must("@objname", tObjName), in("@nomsg", sqltype.VarCharOf(5), str("msg"))}, func(c *system.Call, a procArgs) error {
		name, _ := a.text(0)
		t, err := findTable(c, name)
		if err != nil {
			return err
		}
		return helpConstraints(c, t)
	})
}

// keyNames lists an index's key columns; descending ones are marked (-).
func keyNames(t *engine.Table, ix *engine.Index) string {
	var out []string
	for _, k := range ix.Keys {
		for i := range t.Columns {
			if t.Columns[i].ID == k.ColumnID {
				n := t.Columns[i].Name
				if k.Desc {
					n += "(-)"
				}
				out = append(out, n)
			}
		}
	}
	return strings.Join(out, ", ")
}

func indexDescription(ix *engine.Index) string {
	s := "nonclustered"
	if ix.ID == 1 {
		s = "clustered"
	}
	if ix.IgnoreDup {
		s += ", ignore duplicate keys"
	}
	if ix.Unique {
		s += ", unique"
	}
	if ix.PrimaryKey {
		s += ", primary key"
	}
	if ix.UniqueConstraint {
		s += ", unique key"
	}
	return s + " located on PRIMARY"
}

func helpIndex(c *system.Call, t *engine.Table) error {
	var list []*engine.Index
	for _, ix := range t.Indexes {
		if ix.ID > 0 {
			list = append(list, ix)
		}
	}
	if len(list) == 0 {
		return c.Info(15472, fmt.Sprintf("The object '%s' does not have any indexes, or you do not have permissions.", t.Name))
	}
	return result(c, fields[*engine.Index](
		opt("index_name", tName, func(ix *engine.Index) value { return str(ix.Name) }),
		opt("index_description", sqltype.VarCharOf(210), func(ix *engine.Index) value { return str(indexDescription(ix)) }),
		opt("index_keys", sqltype.NVarCharOf(2078), func(ix *engine.Index) value { return str(keyNames(t, ix)) }),
	), list)
}

// typeWords are the object types as sp_help spells them.
var typeWords = map[string]string{"U": "user table", "PK": "primary key cns", "UQ": "unique cns", "D": "default (maybe cns)", "C": "check cns",
	"V": "view", "P": "stored procedure", "FN": "scalar function", "IF": "inline function", "TF": "table function", "SO": "sequence object", "SN": "synonym"}

func helpAll(c *system.Call) error {
	var rows [][]string
	userObjects(database(c), func(o object) bool {
		rows = append(rows, []string{o.name, o.schema, typeWords[o.typ]})
		return true
	})
	return result(c, texts([]string{"Name", "Owner", "Object_type"}, tName, tName, sqltype.NVarCharOf(31)), rows)
}

func helpTable(c *system.Call, t *engine.Table) error {
	created := opt("Created_datetime", tDateTime, func([]string) value { return null })
	head := append(texts([]string{"Name", "Owner", "Type"}, tName, tName, sqltype.NVarCharOf(31)), created)
	if err := result(c, head, [][]string{{t.Name, t.Schema, "user table"}}); err != nil {
		return err
	}
	var cols []column
	columnsOf(tableObject(t), func(k column) bool { cols = append(cols, k); return true })
	yes := func(b bool) value {
		if b {
			return str("yes")
		}
		return str("no")
	}
	five := sqltype.CharOf(5)
	onlyText := func(k column, v value) value { return known(k.long(), v) }
	number := func(f func(k column) int) func(column) value {
		return func(k column) value {
			if !k.typ.Kind.IsNumeric() || k.typ.Kind.IsApprox() {
				return str("")
			}
			return str(fmt.Sprintf("%-5d", f(k)))
		}
	}
	if err := result(c, fields[column](
		opt("Column_name", tName, func(k column) value { return str(k.name) }),
		opt("Type", tName, func(k column) value { return str(typeName(k.typ)) }),
		opt("Computed", sqltype.VarCharOf(35), func(k column) value { return yes(k.computed() != nil) }),
		opt("Length", tInt, func(k column) value { return num(k.typ.MaxLength()) }),
		opt("Prec", five, number(func(k column) int { return k.typ.Precision() })),
		opt("Scale", five, number(func(k column) int { return k.typ.ColumnScale() })),
		opt("Nullable", sqltype.VarCharOf(35), func(k column) value { return yes(k.null) }),
		opt("TrimTrailingBlanks", sqltype.VarCharOf(35), func(k column) value { return as(sqltype.VarCharOf(35), onlyText(k, str("no"))) }),
		opt("FixedLenNullInSource", sqltype.VarCharOf(35), func(k column) value { return as(sqltype.VarCharOf(35), onlyText(k, yes(k.null))) }),
		opt("Collation", tName, func(k column) value { return collationOf(k.typ.Kind) }),
	), cols); err != nil {
		return err
	}
	if err := helpIdentity(c, cols); err != nil {
		return err
	}
	if err := result(c, texts([]string{"RowGuidCol"}, tName), [][]string{{"No rowguidcol column defined."}}); err != nil {
		return err
	}
	if err := result(c, texts([]string{"Data_located_on_filegroup"}, tName), [][]string{{"PRIMARY"}}); err != nil {
		return err
	}
	if err := helpIndex(c, t); err != nil {
		return err
	}
	return helpConstraints(c, t)
}

func helpIdentity(c *system.Call, cols []column) error {
	id := column{name: "No identity column defined."}
	for _, k := range cols {
		if k.identity() != nil {
			id = k
		}
	}
	n := func(f func(*engine.Identity) int64) func(column) value {
		return func(k column) value {
			if k.identity() == nil {
				return null
			}
			return num(f(k.identity()))
		}
	}
	return result(c, fields[column](
		opt("Identity", tName, func(k column) value { return str(k.name) }),
		opt("Seed", tBig, n(func(i *engine.Identity) int64 { return i.Seed })),
		opt("Increment", tBig, n(func(i *engine.Identity) int64 { return i.Increment })),
		opt("Not For Replication", tInt, n(func(*engine.Identity) int64 { return 0 })),
	), []column{id})
}

func helpConstraints(c *system.Call, t *engine.Table) error {
	var rows [][]string
	tableObjects(t, func(o object) bool {
		kind, keys, enabled, replicated := "", "", "(n/a)", "(n/a)"
		switch o.typ {
		case "PK", "UQ":
			kind = "PRIMARY KEY (non-clustered)"
			if o.typ == "UQ" {
				kind = "UNIQUE (non-clustered)"
			}
			if o.index.ID == 1 {
				kind = strings.Replace(kind, "non-clustered", "clustered", 1)
			}
			keys = keyNames(t, o.index)
		case "D":
			kind, keys = "DEFAULT on column "+o.column.Name, o.column.Default
		case "C":
			kind, keys, enabled, replicated = "CHECK Table Level ", o.check.Text, "Enabled", "Is_For_Replication"
			for i := range t.Columns {
				if t.Columns[i].ID == o.check.Column {
					kind = "CHECK on column " + t.Columns[i].Name
				}
			}
			if o.check.Disabled {
				enabled = "Disabled"
			}
		default:
			return true
		}
		rows = append(rows, []string{kind, o.name, "(n/a)", "(n/a)", enabled, replicated, keys})
		return true
	})
	if len(rows) == 0 {
		return c.Info(15469, fmt.Sprintf("No constraints are defined on object '%s', or you do not have permissions.", t.Name))
	}
	return result(c, texts([]string{"constraint_type", "constraint_name", "delete_action", "update_action", "status_enabled", "status_for_replication", "constraint_keys"},
		sqltype.NVarCharOf(146), tName, sqltype.NVarCharOf(9), sqltype.NVarCharOf(9), sqltype.VarCharOf(8), sqltype.VarCharOf(19), sqltype.NVarCharOf(2126)), rows)
}
