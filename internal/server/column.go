package server

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
)

// column encodes the values of one result column.
type column struct {
	name string
	typ  sqltype.Type
	ti   tds.TypeInfo
	form form
}

// form groups the kinds that are held alike in a value and sent alike.
type form uint8

const (
	formNull form = iota
	formInt
	formDecimal
	formMoney
	formFloat
	formSmallDateTime
	formDateTime
	formDate
	formTime
	formDateTime2
	formDateTimeOffset
	formChar
	formNChar
	formBinary
	formGUID
	formVariant
)

// newColumn chooses the TDS type of a T-SQL type: always the nullable variant.
func newColumn(name string, t sqltype.Type) column {
	c := column{name: name, typ: t}
	fixed := func(id tds.TypeID, n int, f form) { c.ti, c.form = tds.TypeInfo{ID: id, Len: n}, f }
	// SQL Server has no type of length 0; an empty literal is varchar(1).
	text := func(id tds.TypeID, f form, least int) {
		n := max(int(t.Len), least)
		if t.Len == sqltype.MaxLen || t.Len > 8000 {
			n = tds.MaxLen
		}
		c.ti, c.form = tds.TypeInfo{ID: id, Len: n}, f
		if f != formBinary {
			c.ti.Collation = tds.Latin1CICollation
		}
	}
	switch t.Kind {
	case sqltype.Bit:
		fixed(tds.TypeBitN, 1, formInt)
	case sqltype.TinyInt:
		fixed(tds.TypeIntN, 1, formInt)
	case sqltype.SmallInt:
		fixed(tds.TypeIntN, 2, formInt)
	case sqltype.Int:
		fixed(tds.TypeIntN, 4, formInt)
	case sqltype.BigInt:
		fixed(tds.TypeIntN, 8, formInt)
	case sqltype.Decimal:
		prec := min(max(t.Prec, 1), 38)
		c.ti = tds.TypeInfo{ID: tds.TypeDecimalN, Len: 1 + tds.DecimalLen(prec), Prec: prec, Scale: t.Scale}
		c.form = formDecimal
	case sqltype.SmallMoney:
		fixed(tds.TypeMoneyN, 4, formMoney)
	case sqltype.Money:
		fixed(tds.TypeMoneyN, 8, formMoney)
	case sqltype.Real:
		fixed(tds.TypeFltN, 4, formFloat)
	case sqltype.Float:
		fixed(tds.TypeFltN, 8, formFloat)
	case sqltype.SmallDateTime:
		fixed(tds.TypeDateTimeN, 4, formSmallDateTime)
	case sqltype.DateTime:
		fixed(tds.TypeDateTimeN, 8, formDateTime)
	case sqltype.Date:
		fixed(tds.TypeDateN, 3, formDate)
	case sqltype.Time:
		c.ti, c.form = tds.TypeInfo{ID: tds.TypeTimeN, Scale: min(t.Scale, 7)}, formTime
	case sqltype.DateTime2:
		c.ti, c.form = tds.TypeInfo{ID: tds.TypeDateTime2N, Scale: min(t.Scale, 7)}, formDateTime2
	case sqltype.DateTimeOffset:
		c.ti, c.form = tds.TypeInfo{ID: tds.TypeDateTimeOffsetN, Scale: min(t.Scale, 7)}, formDateTimeOffset
	case sqltype.Char:
		text(tds.TypeBigChar, formChar, 1)
	case sqltype.VarChar:
		text(tds.TypeBigVarChar, formChar, 1)
	case sqltype.NChar:
		text(tds.TypeNChar, formNChar, 2)
	case sqltype.NVarChar:
		text(tds.TypeNVarChar, formNChar, 2)
	case sqltype.Binary:
		text(tds.TypeBigBinary, formBinary, 1)
	case sqltype.VarBinary:
		text(tds.TypeBigVarBin, formBinary, 1)
	case sqltype.UniqueIdentifier:
		fixed(tds.TypeGUID, 16, formGUID)
	case sqltype.SQLVariant:
		fixed(tds.TypeVariant, tds.VariantMaxLen, formVariant)
	default: // NULL without a type is an int, as in SQL Server
		fixed(tds.TypeIntN, 4, formNull)
	}
	return c
}
