package tds

import (
	"encoding/binary"
	"errors"
)

// errShort: the input ends before the value does. Inside a stream it means
// "wait for more", at the end of a message it is an error.
var errShort = errors.New("message ends too early")

// cursor reads from a slice. The first failure sticks and every later read
// yields zero values, so a decoder may check err once per group of fields.
type cursor struct {
	b   []byte
	off int
	err error
}

func (c *cursor) left() int { return len(c.b) - c.off }

func (c *cursor) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// take returns the next n bytes, aliasing the input, or nil on failure.
func (c *cursor) take(n int) []byte {
	if c.err != nil {
		return nil
	}
	if n < 0 || n > c.left() {
		c.err = errShort
		return nil
	}
	p := c.b[c.off : c.off+n : c.off+n]
	c.off += n
	return p
}

func (c *cursor) u8() byte {
	if p := c.take(1); p != nil {
		return p[0]
	}
	return 0
}

func (c *cursor) u16() uint16 {
	if p := c.take(2); p != nil {
		return binary.LittleEndian.Uint16(p)
	}
	return 0
}

func (c *cursor) u32() uint32 {
	if p := c.take(4); p != nil {
		return binary.LittleEndian.Uint32(p)
	}
	return 0
}

func (c *cursor) u64() uint64 {
	if p := c.take(8); p != nil {
		return binary.LittleEndian.Uint64(p)
	}
	return 0
}

// ucs2 reads n UTF-16 code units.
func (c *cursor) ucs2(n int) string { return DecodeUTF16(c.take(2 * n)) }

// bVarchar reads a B_VARCHAR: one byte counting code units, then the text.
func (c *cursor) bVarchar() string { return c.ucs2(int(c.u8())) }
