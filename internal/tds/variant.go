package tds

import (
	"encoding/binary"
	"fmt"
)

// A sql_variant value is: u32 length of the rest (0: NULL), base type, number
// of property bytes, properties, value. Base types are the fixed-length forms
// where one exists.

// VariantMaxLen is the length to declare for a sql_variant column.
const VariantMaxLen = 8009

func beginVariant(dst []byte, id TypeID, props ...byte) ([]byte, int) {
	dst = append(dst, 0, 0, 0, 0)
	at := len(dst)
	dst = append(dst, byte(id), byte(len(props)))
	return append(dst, props...), at
}

func endVariant(dst []byte, at int) []byte {
	binary.LittleEndian.PutUint32(dst[at-4:], uint32(len(dst)-at))
	return dst
}

// AppendVariantInt appends a bit, tinyint, smallint, int or bigint.
func AppendVariantInt(dst []byte, id TypeID, v int64) []byte {
	dst, at := beginVariant(dst, id)
	n := fixedLen(id)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(v))
	return endVariant(dst[:len(dst)-8+n], at)
}

// AppendVariantFixed appends a value given as the bytes AppendFloat,
// AppendMoney, AppendDateTime and the like write, their length byte left out.
func AppendVariantFixed(dst []byte, id TypeID, prefixed []byte, props ...byte) []byte {
	dst, at := beginVariant(dst, id, props...)
	return endVariant(append(dst, prefixed[1:]...), at)
}

// AppendVariantNVarChar appends text as nvarchar, cut to 8000 bytes.
func AppendVariantNVarChar(dst []byte, s string) []byte {
	c := Latin1CICollation
	dst, at := beginVariant(dst, TypeNVarChar, c[0], c[1], c[2], c[3], c[4], 0x40, 0x1F)
	return endVariant(AppendUTF16(dst, truncateUTF16(s, 4000)), at)
}

// AppendVariantVarChar appends code page bytes as varchar, cut to 8000.
func AppendVariantVarChar(dst, text []byte) []byte {
	c := Latin1CICollation
	dst, at := beginVariant(dst, TypeBigVarChar, c[0], c[1], c[2], c[3], c[4], 0x40, 0x1F)
	return endVariant(append(dst, text[:min(len(text), 8000)]...), at)
}

// AppendVariantBytes appends varbinary, cut to 8000 bytes.
func AppendVariantBytes(dst []byte, s string) []byte {
	dst, at := beginVariant(dst, TypeBigVarBin, 0x40, 0x1F)
	return endVariant(append(dst, s[:min(len(s), 8000)]...), at)
}

// Variant splits a sql_variant value into the type and value it holds.
func Variant(b []byte) (TypeInfo, []byte, error) {
	c := &cursor{b: b}
	t := TypeInfo{ID: TypeID(c.u8())}
	props := c.take(int(c.u8()))
	if c.err != nil {
		return t, nil, fmt.Errorf("sql_variant: %w", c.err)
	}
	want, data := 0, b[c.off:]
	t.Len = len(data)
	switch t.ID {
	case TypeTimeN, TypeDateTime2N, TypeDateTimeOffsetN:
		want = 1
	case TypeDecimalN, TypeNumericN, TypeBigBinary, TypeBigVarBin:
		want = 2
	case TypeBigVarChar, TypeBigChar, TypeNVarChar, TypeNChar:
		want = 7
	case TypeGUID, TypeDateN:
	default:
		if n := fixedLen(t.ID); n < 1 || n != len(data) {
			return t, nil, fmt.Errorf("sql_variant: %d bytes of base type %s", len(data), t.ID)
		}
	}
	if len(props) != want {
		return t, nil, fmt.Errorf("sql_variant: %d property bytes for base type %s, not %d", len(props), t.ID, want)
	}
	switch want {
	case 1:
		t.Scale = props[0]
	case 2:
		if t.ID == TypeDecimalN || t.ID == TypeNumericN {
			t.Prec, t.Scale = props[0], props[1]
			if t.Prec < 1 || t.Prec > 38 || t.Scale > t.Prec {
				return t, nil, fmt.Errorf("sql_variant: precision %d, scale %d", t.Prec, t.Scale)
			}
		}
	case 7:
		copy(t.Collation[:], props)
		if (t.ID == TypeNVarChar || t.ID == TypeNChar) && len(data)%2 != 0 {
			return t, nil, fmt.Errorf("sql_variant: %d bytes are not UTF-16", len(data))
		}
	}
	return t, data, nil
}
