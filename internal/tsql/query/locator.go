package query

import (
	"encoding/binary"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
)

// AppendLocator appends a row's address: page ID (8), slot (2), key length (2), key.
func AppendLocator(dst []byte, l *engine.Locator) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(l.RID.Page))
	dst = binary.LittleEndian.AppendUint16(dst, l.RID.Slot)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(l.Key)))
	return append(dst, l.Key...)
}

// ReadLocator reads what AppendLocator wrote, aliasing b, and gives the rest.
func ReadLocator(l *engine.Locator, b []byte) []byte {
	l.RID = page.RID{Page: page.ID(binary.LittleEndian.Uint64(b)), Slot: binary.LittleEndian.Uint16(b[8:])}
	n := int(binary.LittleEndian.Uint16(b[10:]))
	l.Key = b[12 : 12+n]
	return b[12+n:]
}
