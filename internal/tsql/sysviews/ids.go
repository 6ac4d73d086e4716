package sysviews

import (
	"hash/fnv"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Ids that the engine does not keep are computed from names, so that they stay the same.

// hashID is a positive 31-bit id of some names.
func hashID(names ...string) int64 {
	h := fnv.New32a()
	for _, n := range names {
		h.Write([]byte(strings.ToLower(n)))
		h.Write([]byte{0})
	}
	id := int64(h.Sum32() & 0x7fffffff)
	if id < 1000 {
		id += 1000
	}
	return id
}

// systemID is the object id of a system object: negative, as SQL Server's are.
func systemID(schema, name string) int64 { return -hashID(schema, name) }

// constraintID is the object id of a constraint of t.
func constraintID(t *engine.Table, kind, name string) int64 {
	id := hashID(kind, t.Schema, name)
	for t.Database().TableByID(uint32(id)) != nil {
		id++
	}
	return id
}

// unitID is the id of an index's allocation unit, its heap or B-tree and its partition: a table
// here has one partition and no LOB data.
func unitID(object uint32, index int) int64 { return page.UnitID(object, index) }

// schemaID is a schema's id, 0 when there is none.
func schemaID(d *engine.Database, name string) int {
	if s := d.Schema(name); s != nil {
		return s.ID
	}
	return 0
}

// typeIDs are system_type_id (documented in sys.types).
var typeIDs = map[sqltype.Kind]int{
	sqltype.TinyInt: 48, sqltype.SmallInt: 52, sqltype.Int: 56, sqltype.BigInt: 127, sqltype.Bit: 104,
	sqltype.Decimal: 106, sqltype.Money: 60, sqltype.SmallMoney: 122, sqltype.Real: 59, sqltype.Float: 62,
	sqltype.SmallDateTime: 58, sqltype.DateTime: 61, sqltype.Date: 40, sqltype.Time: 41, sqltype.DateTime2: 42,
	sqltype.DateTimeOffset: 43, sqltype.Char: 175, sqltype.VarChar: 167, sqltype.NChar: 239, sqltype.NVarChar: 231,
	sqltype.Binary: 173, sqltype.VarBinary: 165, sqltype.UniqueIdentifier: 36, sqltype.SQLVariant: 98,
}

// rowVersionID is the system_type_id of timestamp.
const rowVersionID = 189

func typeID(t sqltype.Type) int {
	if t.RowVersion {
		return rowVersionID
	}
	return typeIDs[t.Kind]
}

// typeName is a type's name in sys.types.
func typeName(t sqltype.Type) string {
	if t.RowVersion {
		return "timestamp"
	}
	return t.Kind.String()
}

// collation is the only one there is; see sqltype.CompareText.
const collation = "SQL_Latin1_General_CP1_CI_AS"

func collationOf(k sqltype.Kind) value { return known(k.IsString(), str(collation)) }
