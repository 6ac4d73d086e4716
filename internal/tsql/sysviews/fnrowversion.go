package sysviews

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Row versions of the current database.
func init() {
	meta("@@DBTS", sqltype.VarBinaryOf(8), func(c *system.Call, _ args) value { return database(c).RowVersion() })
	meta("MIN_ACTIVE_ROWVERSION", sqltype.BinaryOf(8), func(c *system.Call, _ args) value { return database(c).MinActiveRowVersion() })
}
