package server

import (
	"fmt"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
)

// appendVariant encodes a value of a sql_variant column with its own type. A
// value does not carry its declared length, precision or scale: text and binary
// are declared as long as a variant may hold, decimals 38 wide at their own
// scale, times at 7 digits.
func appendVariant(dst []byte, v *sqltype.Value) ([]byte, error) {
	var scratch [40]byte
	s := scratch[:0]
	switch v.Kind {
	case sqltype.Bit:
		return tds.AppendVariantInt(dst, tds.TypeBit, v.I), nil
	case sqltype.TinyInt:
		return tds.AppendVariantInt(dst, tds.TypeInt1, v.I), nil
	case sqltype.SmallInt:
		return tds.AppendVariantInt(dst, tds.TypeInt2, v.I), nil
	case sqltype.Int:
		return tds.AppendVariantInt(dst, tds.TypeInt4, v.I), nil
	case sqltype.BigInt:
		return tds.AppendVariantInt(dst, tds.TypeInt8, v.I), nil
	case sqltype.Decimal:
		scale := uint8(max(0, -v.D.Exponent()))
		neg, hi, lo, err := decimalParts(v, 38, scale)
		if err != nil {
			return dst, err
		}
		return tds.AppendVariantFixed(dst, tds.TypeNumericN, tds.AppendDecimal(s, neg, hi, lo, 38), 38, scale), nil
	case sqltype.SmallMoney:
		return tds.AppendVariantFixed(dst, tds.TypeMoney4, tds.AppendMoney(s, v.I, 4)), nil
	case sqltype.Money:
		return tds.AppendVariantFixed(dst, tds.TypeMoney, tds.AppendMoney(s, v.I, 8)), nil
	case sqltype.Real:
		return tds.AppendVariantFixed(dst, tds.TypeFlt4, tds.AppendFloat(s, v.Float(), 4)), nil
	case sqltype.Float:
		return tds.AppendVariantFixed(dst, tds.TypeFlt8, tds.AppendFloat(s, v.Float(), 8)), nil
	case sqltype.SmallDateTime:
		return tds.AppendVariantFixed(dst, tds.TypeDateTim4, tds.AppendSmallDateTime(s, uint16(v.I/1440), uint16(v.I%1440))), nil
	case sqltype.DateTime:
		days, ticks := splitDateTime(v.I)
		return tds.AppendVariantFixed(dst, tds.TypeDateTime, tds.AppendDateTime(s, days, ticks)), nil
	case sqltype.Date:
		return tds.AppendVariantFixed(dst, tds.TypeDateN, tds.AppendDate(s, v.I)), nil
	case sqltype.Time:
		return tds.AppendVariantFixed(dst, tds.TypeTimeN, tds.AppendTime(s, v.I, 7), 7), nil
	case sqltype.DateTime2:
		return tds.AppendVariantFixed(dst, tds.TypeDateTime2N, tds.AppendDateTime2(s, v.I, 7), 7), nil
	case sqltype.DateTimeOffset:
		return tds.AppendVariantFixed(dst, tds.TypeDateTimeOffsetN, tds.AppendDateTimeOffset(s, v.I, v.Off, 7), 7), nil
	case sqltype.Char, sqltype.VarChar:
		return tds.AppendVariantVarChar(dst, sqltype.AppendCP1252(nil, v.S)), nil
	case sqltype.NChar, sqltype.NVarChar:
		return tds.AppendVariantNVarChar(dst, v.S), nil
	case sqltype.Binary, sqltype.VarBinary:
		return tds.AppendVariantBytes(dst, v.S), nil
	case sqltype.UniqueIdentifier:
		if len(v.S) != 16 {
			return dst, fmt.Errorf("uniqueidentifier of %d bytes", len(v.S))
		}
		return tds.AppendVariantFixed(dst, tds.TypeGUID, tds.AppendGUID(s, v.S)), nil
	}
	return dst, fmt.Errorf("sql_variant value of kind %s", v.Kind)
}
