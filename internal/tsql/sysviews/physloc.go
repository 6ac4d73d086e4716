package sysviews

import (
	"encoding/binary"
	"fmt"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// place is what %%physloc%% holds.
type place struct{ file, page, slot int }

// placeOf takes eight bytes apart; fewer are as if zeros followed, as where they are cast to binary(8).
func placeOf(v value) place {
	var b [8]byte
	copy(b[:], v.S)
	return place{int(binary.LittleEndian.Uint16(b[4:])), int(int32(binary.LittleEndian.Uint32(b[:]))), int(binary.LittleEndian.Uint16(b[6:]))}
}

// sys.fn_PhysLocFormatter and sys.fn_PhysLocCracker show %%physloc%% as text and as a row. All three are
// undocumented by Microsoft.
func init() {
	meta("sys.fn_PhysLocFormatter", sqltype.VarCharOf(128), func(_ *system.Call, a args) value {
		v := a.at(0)
		p := placeOf(v)
		return known(!v.Null, str(fmt.Sprintf("(%d:%d:%d)", p.file, p.page, p.slot)))
	})
	fn("sys", "fn_PhysLocCracker", []system.Param{{Name: "@physical_locator", Type: sqltype.BinaryOf(8)}}, fields[place](
		opt("file_id", tInt, func(p place) value { return num(p.file) }),
		opt("page_id", tInt, func(p place) value { return num(p.page) }),
		opt("slot_id", tInt, func(p place) value { return num(p.slot) }),
	), func(_ *system.Call, a []value, yield func(place) bool) error {
		if !a[0].Null {
			yield(placeOf(a[0]))
		}
		return nil
	})
}
