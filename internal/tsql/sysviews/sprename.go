package sysviews

import (
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// sp_rename renames tables; columns, indexes and constraints it refuses by name.
func init() {
	proc("sp_rename", []system.Param{
		must("@objname", sqltype.NVarCharOf(1035)), must("@newname", tName), in("@objtype", sqltype.VarCharOf(13), null),
	}, func(c *system.Call, a procArgs) error {
		name, _ := a.text(0)
		to, ok := a.text(1)
		if kind, given := a.text(2); given && !strings.EqualFold(kind, "OBJECT") {
			return sqltype.Errorf(40517, "sp_rename of a %s is not supported by the embedded engine.", strings.ToLower(kind))
		}
		if !ok || to == "" || strings.HasPrefix(to, "#") {
			return sqltype.Errorf(15223, "Error: The input parameter '@newname' is not allowed to be null.")
		}
		o, found := findObject(c, name)
		if !found || o.shipped() {
			return sqltype.Errorf(15225, "No item by the name of '%s' could be found in the current database '%s', given that @itemtype was input as '%s'.", name, database(c).Name(), "(null)")
		}
		if o.typ != "U" || strings.HasPrefix(o.name, "#") {
			return sqltype.Errorf(40517, "sp_rename of %s is not supported by the embedded engine.", o.name)
		}
		tx, err := c.Session.Txn()
		if err != nil {
			return err
		}
		c.Session.SchemaChanged()
		err = tx.RenameTable(c.Ctx, o.table, to)
		c.Session.SchemaChanged()
		if err != nil {
			return err
		}
		return c.Info(15477, "Caution: Changing any part of an object name could break scripts and stored procedures.")
	})
}
