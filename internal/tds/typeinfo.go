package tds

import (
	"encoding/binary"
	"fmt"
)

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

// MaxLen in TypeInfo.Len marks varchar(max) and its sisters, sent as PLP.
const MaxLen = -1

// Collation is the 5-byte collation: LCID, flags and version, sort id.
type Collation [5]byte

// Latin1CICollation is SQL_Latin1_General_CP1_CI_AS: LCID 0x0409, ignore case,
// kana and width, sort id 52.
var Latin1CICollation = Collation{0x09, 0x04, 0xD0, 0x00, 0x34}

// TypeInfo describes a column's or parameter's type, independent of any SQL
// type system.
type TypeInfo struct {
	ID        TypeID
	Len       int   // maximum length of a value in bytes, or MaxLen
	Prec      uint8 // decimal: 1..38
	Scale     uint8 // decimal: 0..Prec; time, datetime2, datetimeoffset: 0..7
	Collation Collation
}

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

// AppendTypeInfo writes a TYPE_INFO.
func AppendTypeInfo(dst []byte, t TypeInfo) []byte {
	dst = append(dst, byte(t.ID))
	switch t.layout() {
	case layoutByte:
		switch t.ID {
		case TypeDateN:
		case TypeTimeN, TypeDateTime2N, TypeDateTimeOffsetN:
			dst = append(dst, t.Scale)
		case TypeDecimalN, TypeNumericN, typeDecimalOld, typeNumericOld:
			dst = append(dst, byte(t.Len), t.Prec, t.Scale)
		default:
			dst = append(dst, byte(t.Len))
		}
	case layoutShort, layoutPLP:
		dst = binary.LittleEndian.AppendUint16(dst, uint16(t.Len)) // MaxLen is 0xFFFF
	case layoutLong, layoutVariant:
		dst = binary.LittleEndian.AppendUint32(dst, uint32(t.Len))
	}
	if hasCollation(t.ID) {
		dst = append(dst, t.Collation[:]...)
	}
	return dst
}

// typeInfo reads a TYPE_INFO.
func (c *cursor) typeInfo() TypeInfo {
	t := TypeInfo{ID: TypeID(c.u8())}
	if c.err != nil {
		return t
	}
	switch t.layout() {
	case layoutFixed:
		t.Len = fixedLen(t.ID)
	case layoutByte:
		c.byteTypeInfo(&t)
	case layoutShort:
		t.Len = int(c.u16())
		if t.Len == 0xFFFF {
			t.Len = MaxLen
			if t.ID == TypeBigChar || t.ID == TypeBigBinary || t.ID == TypeNChar {
				// Clients do send "nchar(max)"; it means the varying type.
				t.ID = map[TypeID]TypeID{TypeBigChar: TypeBigVarChar, TypeBigBinary: TypeBigVarBin, TypeNChar: TypeNVarChar}[t.ID]
			}
		} else if t.Len > 8000 {
			c.fail(fmt.Errorf("type %s: length %d above 8000", t.ID, t.Len))
		}
	case layoutLong, layoutVariant:
		n := c.u32()
		if n > 1<<31-1 {
			n = 1<<31 - 1
		}
		t.Len = int(n)
	default:
		c.fail(fmt.Errorf("%s is not supported", t.ID))
	}
	if hasCollation(t.ID) {
		copy(t.Collation[:], c.take(5))
	}
	return t
}

func (c *cursor) byteTypeInfo(t *TypeInfo) {
	switch t.ID {
	case TypeDateN:
		t.Len = 3
		return
	case TypeTimeN, TypeDateTime2N, TypeDateTimeOffsetN:
		if t.Scale = c.u8(); t.Scale > 7 {
			c.fail(fmt.Errorf("type %s: scale %d above 7", t.ID, t.Scale))
		}
		t.Len = timeLen(t.Scale)
		if t.ID != TypeTimeN {
			t.Len += 3
		}
		if t.ID == TypeDateTimeOffsetN {
			t.Len += 2
		}
		return
	}
	t.Len = int(c.u8())
	ok := true
	switch t.ID {
	case TypeDecimalN, TypeNumericN, typeDecimalOld, typeNumericOld:
		t.Prec, t.Scale = c.u8(), c.u8()
		if c.err == nil && (t.Prec < 1 || t.Prec > 38 || t.Scale > t.Prec) {
			c.fail(fmt.Errorf("type %s: precision %d, scale %d", t.ID, t.Prec, t.Scale))
		}
		ok = t.Len == 5 || t.Len == 9 || t.Len == 13 || t.Len == 17
	case TypeGUID:
		ok = t.Len == 16 || t.Len == 0
	case TypeBitN:
		ok = t.Len == 1
	case TypeIntN:
		ok = t.Len == 1 || t.Len == 2 || t.Len == 4 || t.Len == 8
	case TypeFltN, TypeMoneyN, TypeDateTimeN:
		ok = t.Len == 4 || t.Len == 8
	}
	if c.err == nil && !ok {
		c.fail(fmt.Errorf("type %s: length %d", t.ID, t.Len))
	}
}

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
