package tds

import "fmt"

// TypeID is the first byte of a TYPE_INFO.
type TypeID byte

// Fixed-length types: no length anywhere, never NULL.
const (
	TypeNull     TypeID = 0x1F
	TypeInt1     TypeID = 0x30
	TypeBit      TypeID = 0x32
	TypeInt2     TypeID = 0x34
	TypeInt4     TypeID = 0x38
	TypeDateTim4 TypeID = 0x3A
	TypeFlt4     TypeID = 0x3B
	TypeMoney    TypeID = 0x3C
	TypeDateTime TypeID = 0x3D
	TypeFlt8     TypeID = 0x3E
	TypeMoney4   TypeID = 0x7A
	TypeInt8     TypeID = 0x7F
)

// Types whose values carry one length byte, 0 meaning NULL.
const (
	TypeGUID            TypeID = 0x24
	TypeIntN            TypeID = 0x26
	TypeDateN           TypeID = 0x28
	TypeTimeN           TypeID = 0x29
	TypeDateTime2N      TypeID = 0x2A
	TypeDateTimeOffsetN TypeID = 0x2B
	TypeBitN            TypeID = 0x68
	TypeDecimalN        TypeID = 0x6A
	TypeNumericN        TypeID = 0x6C
	TypeFltN            TypeID = 0x6D
	TypeMoneyN          TypeID = 0x6E
	TypeDateTimeN       TypeID = 0x6F
	typeVarBinaryOld    TypeID = 0x25
	typeVarCharOld      TypeID = 0x27
	typeBinaryOld       TypeID = 0x2D
	typeCharOld         TypeID = 0x2F
	typeDecimalOld      TypeID = 0x37
	typeNumericOld      TypeID = 0x3F
)

// Types whose values carry two length bytes, 0xFFFF meaning NULL; with Len
// MaxLen the value is PLP instead.
const (
	TypeBigVarBin  TypeID = 0xA5
	TypeBigVarChar TypeID = 0xA7
	TypeBigBinary  TypeID = 0xAD
	TypeBigChar    TypeID = 0xAF
	TypeNVarChar   TypeID = 0xE7
	TypeNChar      TypeID = 0xEF
)

// Types with a four-byte length, and those only named in errors.
const (
	TypeImage   TypeID = 0x22
	TypeText    TypeID = 0x23
	TypeVariant TypeID = 0x62
	TypeNText   TypeID = 0x63
	typeUDT     TypeID = 0xF0
	typeXML     TypeID = 0xF1
	typeTVP     TypeID = 0xF3
)

var typeNames = map[TypeID]string{
	TypeNull: "null", TypeInt1: "int1", TypeBit: "bit", TypeInt2: "int2", TypeInt4: "int4", TypeDateTim4: "datetim4",
	TypeFlt4: "flt4", TypeMoney: "money", TypeDateTime: "datetime", TypeFlt8: "flt8", TypeMoney4: "money4", TypeInt8: "int8",
	TypeGUID: "guid", TypeIntN: "intn", TypeDateN: "daten", TypeTimeN: "timen", TypeDateTime2N: "datetime2n",
	TypeDateTimeOffsetN: "datetimeoffsetn", TypeBitN: "bitn", TypeDecimalN: "decimaln", TypeNumericN: "numericn",
	TypeFltN: "fltn", TypeMoneyN: "moneyn", TypeDateTimeN: "datetimen", TypeBigVarBin: "bigvarbinary",
	TypeBigVarChar: "bigvarchar", TypeBigBinary: "bigbinary", TypeBigChar: "bigchar", TypeNVarChar: "nvarchar",
	TypeNChar: "nchar", TypeImage: "image", TypeText: "text", TypeNText: "ntext", TypeVariant: "sql_variant",
	typeUDT: "user-defined (CLR) type", typeXML: "xml", typeTVP: "table-valued parameter",
}

func (id TypeID) String() string {
	if s, ok := typeNames[id]; ok {
		return s
	}
	return fmt.Sprintf("type 0x%02x", byte(id))
}
