package sysviews

import (
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

func init() {
	proc("sp_helptext", []system.Param{must("@objname", sqltype.NVarCharOf(776)), in("@columnname", tName, null)}, func(c *system.Call, a procArgs) error {
		name, _ := a.text(0)
		o, ok := findObject(c, name)
		switch {
		case !ok:
			return sqltype.Errorf(15009, "The object '%s' does not exist in database '%s' or is invalid for this operation.", name, database(c).Name())
		case o.module == nil:
			return sqltype.Errorf(15197, "There is no text for object '%s'.", name)
		}
		var lines [][]string
		for line := range strings.Lines(o.module.Text) {
			lines = append(lines, []string{line})
		}
		return result(c, texts([]string{"Text"}, sqltype.NVarCharOf(255)), lines)
	})
}
