package tds

import (
	"encoding/binary"
	"fmt"
)

// RawValue is one value as it came, without its length prefix. B aliases the
// message, except for a PLP value of several chunks.
type RawValue struct {
	Null bool
	B    []byte
}

const (
	plpNull    = 0xFFFFFFFFFFFFFFFF
	plpUnknown = 0xFFFFFFFFFFFFFFFE
)

// value reads one value of type t and checks its length against the type.
func (c *cursor) value(t TypeInfo) RawValue {
	switch t.layout() {
	case layoutFixed:
		if t.ID == TypeNull {
			return RawValue{Null: true}
		}
		return RawValue{B: c.take(t.Len)}
	case layoutByte:
		n := int(c.u8())
		if n == 0 {
			return RawValue{Null: true}
		}
		return RawValue{B: c.sized(t, n)}
	case layoutShort:
		n := int(c.u16())
		if n == 0xFFFF {
			return RawValue{Null: true}
		}
		return RawValue{B: c.sized(t, n)}
	case layoutPLP:
		return c.plp(t)
	case layoutLong:
		n := c.u32()
		if n == 0xFFFFFFFF {
			return RawValue{Null: true}
		}
		return RawValue{B: c.sized(t, int(n))}
	case layoutVariant:
		n := c.u32()
		if n == 0 {
			return RawValue{Null: true}
		}
		if n > 8016 {
			c.fail(fmt.Errorf("value of type %s: %d bytes", t.ID, n))
		}
		return RawValue{B: c.take(int(n))}
	}
	c.fail(fmt.Errorf("%s is not supported", t.ID))
	return RawValue{Null: true}
}

// sized takes n bytes after checking n against the type.
func (c *cursor) sized(t TypeInfo, n int) []byte {
	if c.err != nil {
		return nil
	}
	ok := n <= t.Len
	switch t.ID {
	case TypeIntN, TypeFltN, TypeMoneyN, TypeDateTimeN, TypeBitN,
		TypeDateN, TypeTimeN, TypeDateTime2N, TypeDateTimeOffsetN:
		ok = n == t.Len
	case TypeGUID:
		ok = n == 16
	case TypeDecimalN, TypeNumericN, typeDecimalOld, typeNumericOld:
		ok = n == 5 || n == 9 || n == 13 || n == 17
	case TypeNVarChar, TypeNChar, TypeNText:
		ok = ok && n%2 == 0
	}
	if !ok {
		c.fail(fmt.Errorf("value of type %s(%d): %d bytes", t.ID, t.Len, n))
		return nil
	}
	return c.take(n)
}

// plp reads a partially length-prefixed value: total (or unknown), then chunks
// of length and bytes, a zero length last. All chunks must be present before
// any byte is copied, so that reading again with more input stays cheap.
func (c *cursor) plp(t TypeInfo) RawValue {
	total := c.u64()
	if total == plpNull {
		return RawValue{Null: true}
	}
	if total != plpUnknown && total > 1<<31-1 {
		c.fail(fmt.Errorf("value of type %s(max): %d bytes, above 2 GB", t.ID, total))
	}
	first := c.off
	var sum uint64
	var single []byte
	chunks := 0
	for c.err == nil {
		n := c.u32()
		if n == 0 {
			break
		}
		if n > 1<<31-1 {
			c.fail(fmt.Errorf("value of type %s(max): chunk of %d bytes", t.ID, n))
			break
		}
		single = c.take(int(n))
		sum += uint64(n)
		chunks++
	}
	if c.err != nil {
		return RawValue{}
	}
	if total != plpUnknown && total != sum {
		c.fail(fmt.Errorf("value of type %s(max): %d bytes announced, %d sent", t.ID, total, sum))
		return RawValue{}
	}
	if t.ID == TypeNVarChar && sum%2 != 0 {
		c.fail(fmt.Errorf("value of type nvarchar(max): %d bytes are not UTF-16", sum))
		return RawValue{}
	}
	if chunks <= 1 {
		return RawValue{B: single}
	}
	out := make([]byte, 0, sum)
	for p := c.b[first:]; ; {
		n := binary.LittleEndian.Uint32(p)
		if n == 0 {
			return RawValue{B: out}
		}
		out = append(out, p[4:4+n]...)
		p = p[4+n:]
	}
}
