package tds

import (
	"encoding/binary"
	"fmt"
)

// Column flags of COLMETADATA.
const (
	colNullable  = 0x01
	colIdentity  = 0x10
	colEncrypted = 0x0800
)

// maxColumns is the most columns a table or result can have (wide tables).
const maxColumns = 30000

// Column is one column of a result set or bulk load.
type Column struct {
	Name     string // cut to 255 UTF-16 units when sent
	Type     TypeInfo
	Nullable bool
	Identity bool
}

// AppendColMetadata writes COLMETADATA.
func AppendColMetadata(dst []byte, cols []Column) []byte {
	dst = append(dst, tokenColMetadata, byte(len(cols)), byte(len(cols)>>8))
	for i := range cols {
		c := &cols[i]
		dst = append(dst, 0, 0, 0, 0) // user type
		var flags uint16
		if c.Nullable {
			flags |= colNullable
		}
		if c.Identity {
			flags |= colIdentity
		}
		dst = binary.LittleEndian.AppendUint16(dst, flags)
		dst = AppendTypeInfo(dst, c.Type)
		dst = appendBVarchar(dst, c.Name)
	}
	return dst
}

// colMetadata reads COLMETADATA after its token byte.
func (c *cursor) colMetadata() []Column {
	n := int(c.u16())
	if c.err != nil {
		return nil
	}
	if n == 0 || n > maxColumns {
		c.fail(fmt.Errorf("COLMETADATA: %d columns", n))
		return nil
	}
	cols := make([]Column, 0, min(n, 64))
	for i := 0; i < n && c.err == nil; i++ {
		c.u32() // user type
		flags := c.u16()
		if flags&colEncrypted != 0 {
			c.fail(fmt.Errorf("COLMETADATA: encrypted columns are not supported"))
		}
		col := Column{Nullable: flags&colNullable != 0, Identity: flags&colIdentity != 0}
		col.Type = c.typeInfo()
		switch col.Type.ID {
		case TypeText, TypeNText, TypeImage:
			c.fail(fmt.Errorf("COLMETADATA: column type %s is not supported, use the (max) type", col.Type.ID))
		}
		col.Name = c.bVarchar()
		cols = append(cols, col)
	}
	return cols
}
