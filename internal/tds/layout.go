package tds

// layout says how the values of a type are delimited.
type layout byte

const (
	layoutBad   layout = iota
	layoutFixed        // Len bytes
	layoutByte         // u8 length, 0 is NULL
	layoutShort        // u16 length, 0xFFFF is NULL
	layoutPLP          // u64 total, chunks
	layoutLong         // u32 length, 0xFFFFFFFF is NULL (parameters only)
	layoutVariant
)

// fixedLen is the size of a fixed-length type, or -1.
func fixedLen(id TypeID) int {
	switch id {
	case TypeNull:
		return 0
	case TypeInt1, TypeBit:
		return 1
	case TypeInt2:
		return 2
	case TypeInt4, TypeDateTim4, TypeFlt4, TypeMoney4:
		return 4
	case TypeInt8, TypeDateTime, TypeFlt8, TypeMoney:
		return 8
	}
	return -1
}

func (t TypeInfo) layout() layout {
	switch t.ID {
	case TypeGUID, TypeIntN, TypeDateN, TypeTimeN, TypeDateTime2N, TypeDateTimeOffsetN, TypeBitN,
		TypeDecimalN, TypeNumericN, TypeFltN, TypeMoneyN, TypeDateTimeN,
		typeVarBinaryOld, typeVarCharOld, typeBinaryOld, typeCharOld, typeDecimalOld, typeNumericOld:
		return layoutByte
	case TypeBigVarBin, TypeBigVarChar, TypeBigBinary, TypeBigChar, TypeNVarChar, TypeNChar:
		if t.Len == MaxLen {
			return layoutPLP
		}
		return layoutShort
	case TypeText, TypeNText, TypeImage:
		return layoutLong
	case TypeVariant:
		return layoutVariant
	}
	if fixedLen(t.ID) >= 0 {
		return layoutFixed
	}
	return layoutBad
}

func hasCollation(id TypeID) bool {
	switch id {
	case TypeBigVarChar, TypeBigChar, TypeNVarChar, TypeNChar, TypeText, TypeNText:
		return true
	}
	return false
}

// timeLen is the number of bytes of a time of day at a scale.
func timeLen(scale uint8) int {
	switch {
	case scale <= 2:
		return 3
	case scale <= 4:
		return 4
	}
	return 5
}

// DecimalLen is the number of bytes of a decimal's magnitude at a precision.
func DecimalLen(prec uint8) int {
	switch {
	case prec <= 9:
		return 4
	case prec <= 19:
		return 8
	case prec <= 28:
		return 12
	}
	return 16
}
