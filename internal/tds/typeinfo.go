package tds

import (
	"encoding/binary"
	"fmt"
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
