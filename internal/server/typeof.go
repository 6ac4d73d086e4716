package server

import (
	"fmt"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
)

// typeOf is the T-SQL type of a TDS type.
func typeOf(t tds.TypeInfo) (sqltype.Type, error) {
	text := func(k sqltype.Kind, least int) sqltype.Type {
		if t.Len == tds.MaxLen {
			return sqltype.Type{Kind: k, Len: sqltype.MaxLen}
		}
		return sqltype.Type{Kind: k, Len: int32(max(t.Len, least))}
	}
	scaled := func(k sqltype.Kind) sqltype.Type {
		st := sqltype.Of(k)
		st.Scale = t.Scale
		switch { // time takes 3, 4 or 5 bytes
		case t.Scale <= 2:
			st.Len -= 2
		case t.Scale <= 4:
			st.Len--
		}
		return st
	}
	bySize := func(one, two, four, eight sqltype.Kind) sqltype.Type {
		switch t.Len {
		case 1:
			return sqltype.Of(one)
		case 2:
			return sqltype.Of(two)
		case 4:
			return sqltype.Of(four)
		}
		return sqltype.Of(eight)
	}
	switch t.ID {
	case tds.TypeNull:
		return sqltype.Type{Kind: sqltype.KindNull}, nil
	case tds.TypeInt1, tds.TypeInt2, tds.TypeInt4, tds.TypeInt8, tds.TypeIntN:
		return bySize(sqltype.TinyInt, sqltype.SmallInt, sqltype.Int, sqltype.BigInt), nil
	case tds.TypeBit, tds.TypeBitN:
		return sqltype.Of(sqltype.Bit), nil
	case tds.TypeFlt4, tds.TypeFlt8, tds.TypeFltN:
		return bySize(0, 0, sqltype.Real, sqltype.Float), nil
	case tds.TypeMoney4, tds.TypeMoney, tds.TypeMoneyN:
		return bySize(0, 0, sqltype.SmallMoney, sqltype.Money), nil
	case tds.TypeDateTim4, tds.TypeDateTime, tds.TypeDateTimeN:
		return bySize(0, 0, sqltype.SmallDateTime, sqltype.DateTime), nil
	case tds.TypeDateN:
		return sqltype.Of(sqltype.Date), nil
	case tds.TypeTimeN:
		return scaled(sqltype.Time), nil
	case tds.TypeDateTime2N:
		return scaled(sqltype.DateTime2), nil
	case tds.TypeDateTimeOffsetN:
		return scaled(sqltype.DateTimeOffset), nil
	case tds.TypeDecimalN, tds.TypeNumericN:
		return sqltype.DecimalOf(int(t.Prec), int(t.Scale)), nil
	case tds.TypeGUID:
		return sqltype.Of(sqltype.UniqueIdentifier), nil
	case tds.TypeBigChar:
		return text(sqltype.Char, 1), nil
	case tds.TypeBigVarChar:
		return text(sqltype.VarChar, 1), nil
	case tds.TypeNChar:
		return text(sqltype.NChar, 2), nil
	case tds.TypeNVarChar:
		return text(sqltype.NVarChar, 2), nil
	case tds.TypeBigBinary:
		return text(sqltype.Binary, 1), nil
	case tds.TypeBigVarBin:
		return text(sqltype.VarBinary, 1), nil
	case tds.TypeText:
		return sqltype.Type{Kind: sqltype.VarChar, Len: sqltype.MaxLen}, nil
	case tds.TypeNText:
		return sqltype.Type{Kind: sqltype.NVarChar, Len: sqltype.MaxLen}, nil
	case tds.TypeImage:
		return sqltype.Type{Kind: sqltype.VarBinary, Len: sqltype.MaxLen}, nil
	case tds.TypeVariant:
		return sqltype.Of(sqltype.SQLVariant), nil
	}
	return sqltype.Type{}, fmt.Errorf("data type %s is not supported", t.ID)
}
