package sysviews

import (
	"errors"
	"slices"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

func init() {
	proc("sp_rename", []system.Param{
		must("@objname", sqltype.NVarCharOf(1035)), must("@newname", tName), in("@objtype", sqltype.VarCharOf(13), null),
	}, func(c *system.Call, a procArgs) error {
		name, _ := a.text(0)
		to, ok := a.text(1)
		typ, _ := a.text(2)
		kind := strings.ToUpper(typ)
		switch kind {
		case "", "OBJECT", "COLUMN", "INDEX":
		case "DATABASE", "USERDATATYPE", "STATISTICS":
			return sqltype.Errorf(40517, "sp_rename of a %s is not supported by the embedded engine.", strings.ToLower(kind))
		default:
			return mild(15249, "Error: Explicit @objtype '%s' is unrecognized.", typ)
		}
		if !ok || to == "" || strings.HasPrefix(to, "#") {
			return mild(15223, "Error: The input parameter '@newname' is not allowed to be null.")
		}
		it, err := renamed(c, name, kind)
		if err != nil {
			return err
		}
		if typ == "" {
			typ = it.kind
		}
		if err := it.rename(c, to); err != nil {
			var e *engine.Error
			if errors.As(err, &e) && (e.Number == 2714 || e.Number == 2705 || e.Number == 1913) {
				return mild(15335, "Error: The new name '%s' is already in use as a %s name and would cause a duplicate that is not permitted.", to, typ)
			}
			return err
		}
		return c.Info(15477, "Caution: Changing any part of an object name could break scripts and stored procedures.")
	})
}

// item is what sp_rename renames: a column or index of a table, or an object. kind is its type as errors name it.
type item struct {
	object
	kind string
}

// renamed finds the item of a name: an object, else a column, else an index, unless the kind is given. Errors 15225 and 15248 when
// there is none.
func renamed(c *system.Call, name, kind string) (item, error) {
	parts, ok := expr.SplitName(strings.TrimSpace(name))
	if !ok {
		return item{}, sqltype.Errorf(15253, "Syntax error parsing SQL identifier '%s'.", name)
	}
	if kind == "" || kind == "OBJECT" {
		if o, ok := findObject(c, name); ok && !o.shipped() {
			switch temp := strings.HasPrefix(o.name, "#"); {
			case o.db == database(c):
				return item{o, "object"}, nil
			case !temp:
				return item{}, sqltype.Errorf(15250, "The database name component of the object qualifier must be the name of the current database.")
			}
		}
	}
	if n := len(parts) - 1; n > 0 && kind != "OBJECT" {
		o, ok := findObject(c, expr.JoinName(parts[:n]...))
		if ok && o.typ == "U" && o.table != nil && o.db == database(c) {
			if o.column = o.table.Column(parts[n]); o.column != nil && kind != "INDEX" {
				return item{o, "column"}, nil
			}
			for _, ix := range o.table.Indexes {
				if ix.ID > 0 && strings.EqualFold(ix.Name, parts[n]) && kind != "COLUMN" {
					o.index = ix
					return item{o, "index"}, nil
				}
			}
		}
	}
	if kind == "" {
		return item{}, mild(15225, "No item by the name of '%s' could be found in the current database '%s', given that @itemtype was input as '(null)'.", name, database(c).Name())
	}
	return item{}, mild(15248, "Either the parameter @objname is ambiguous or the claimed @objtype (%s) is wrong.", kind)
}

// rename does it. A constraint that an index enforces and the index have one name.
func (it *item) rename(c *system.Call, to string) error {
	if it.kind == "object" {
		if o, ok := findObject(c, expr.JoinName(it.schema, to)); ok && o.id != it.id {
			return &engine.Error{Number: 2714}
		}
	}
	tx, err := c.Session.Txn()
	if err != nil {
		return err
	}
	c.Session.SchemaChanged()
	defer c.Session.SchemaChanged()
	switch {
	case it.kind == "column":
		return tx.RenameColumn(c.Ctx, it.table, it.column.Name, to)
	case it.index != nil:
		return tx.RenameIndex(c.Ctx, it.table, it.index.Name, to)
	case it.check != nil:
		checks := slices.Clone(it.table.Checks)
		ck := *it.check
		ck.Name = to
		checks[slices.Index(checks, it.check)] = &ck
		_, err := tx.SetChecks(c.Ctx, it.table, checks, nil)
		return err
	case it.typ == "D":
		_, err := tx.SetDefault(c.Ctx, it.table, it.column.Name, to, it.column.Default)
		return err
	case strings.HasPrefix(it.name, "#"):
		return sqltype.Errorf(40517, "sp_rename of a temporary table is not supported by the embedded engine.")
	case it.parent == 0:
		_, err := tx.Move(c.Ctx, it.db, it.schema, it.name, it.schema, to)
		return err
	}
	return sqltype.Errorf(40517, "sp_rename of %s is not supported by the embedded engine.", it.name)
}

// mild is an error of severity 11.
func mild(number int32, format string, args ...any) error {
	e := sqltype.Errorf(number, format, args...)
	e.Class = 11
	return e
}
