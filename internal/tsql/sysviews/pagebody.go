package sysviews

import (
	"fmt"
	"strings"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// body tells what the print option asks for beyond the header. Of a damaged page it says what is wrong in place of rows.
func (d *pageDump) body(option int) {
	p := d.p
	rows := option == 1 || option == 3
	switch p.Type() {
	case page.TypeData, page.TypeIndex, page.TypeCatalog:
	case page.TypePFS, page.TypeGAM, page.TypeSGAM, page.TypeIAM, page.TypeDiffMap, page.TypeMLMap:
		if option == 3 {
			d.maps()
			return
		}
		rows = false
	default:
		rows = false
	}
	switch {
	case option == 0:
		return
	case rows:
		if err := p.Check(); err != nil {
			d.of("DATA:", "Damage")
			d.field("", "%s", err)
			return
		}
		for i := range p.SlotCount() {
			if rec := p.Record(i); rec != nil {
				d.record(i, rec, option == 3)
			}
		}
	default:
		d.of("DATA:", "Memory Dump")
		d.bytes(p[:])
	}
	if option != 3 {
		d.of("OFFSET TABLE:", "Row - Offset")
		for i := p.SlotCount() - 1; i >= 0 && i < page.Usable/page.SlotSize; i-- {
			d.field("", "%d (0x%x) - %d (0x%x)", i, i, d.offset(i), d.offset(i))
		}
	}
}

// offset is where slot i points to.
func (d *pageDump) offset(i int) int { return d.u16(page.Size - page.SlotSize*(i+1)) }

// bytes are a dump, 20 bytes a line, with the characters that can be printed.
func (d *pageDump) bytes(b []byte) {
	for at := 0; at < len(b); at += 20 {
		part := b[at:min(at+20, len(b))]
		var hex, chars strings.Builder
		for i, c := range part {
			if i > 0 && i%4 == 0 {
				hex.WriteByte(' ')
			}
			fmt.Fprintf(&hex, "%02x", c)
			if c < ' ' || c > '~' {
				c = '.'
			}
			chars.WriteByte(c)
		}
		d.field("", "%016X:   %-44s  %s", at, hex.String(), chars.String())
	}
}

var recordTypes = [...]string{"PRIMARY_RECORD", "FORWARDED_RECORD", "FORWARDING_STUB", "INDEX_RECORD", "BLOB_FRAGMENT", "GHOST_INDEX_RECORD", "GHOST_DATA_RECORD", "GHOST_VERSION_RECORD"}

// record tells a record's type, parts and bytes, and its columns when they are wanted and known.
func (d *pageDump) record(slot int, rec []byte, columns bool) {
	kind := page.RecordKind(rec)
	head := fmt.Sprintf("Slot %d, Offset 0x%x, Length %d, DumpStyle BYTE", slot, d.offset(slot), len(rec))
	d.of("DATA:", head)
	attributes := ""
	if rec[0]&page.StatusBitmap != 0 {
		attributes += " NULL_BITMAP"
	}
	if rec[0]&page.StatusVars != 0 {
		attributes += " VARIABLE_COLUMNS"
	}
	d.field("Record Type", "%s", recordTypes[kind])
	d.field("Record Attributes", "%s", attributes)
	d.field("Record Size", "%d", len(rec))
	rid := func(r page.RID) string {
		return fmt.Sprintf("file %d page %d slot %d", r.Page.File(), r.Page.No(), r.Slot)
	}
	switch kind {
	case page.KindStub:
		d.field("Forwarding to", "%s", rid(page.StubTarget(rec)))
	case page.KindForwarded:
		if home, ok := page.BackPointer(rec); ok {
			d.field("Forwarded from", "%s", rid(home))
		}
	}
	if d.p.Level() > 0 {
		d.field("Child page", "%s", placeText(page.ChildPage(rec, d.p.MinLen())))
	}
	d.bytes(rec)
	if columns && d.t != nil && d.p.Type() == page.TypeData && kind != page.KindStub && d.p.IndexID() <= 1 {
		d.columns(slot, rec)
	}
}

// columns tells the values of a row of the heap or clustered index.
func (d *pageDump) columns(slot int, rec []byte) {
	for n := range d.t.Columns {
		c := &d.t.Columns[n]
		if c.Virtual() {
			continue
		}
		at, size := 0, 0
		switch {
		case page.IsNull(rec, c.Bit):
		case c.Offset >= 0:
			at, size = c.Offset, c.Type.FixedLen()
		default:
			b, _ := page.Var(rec, c.Var)
			if size = len(b); size > 0 {
				at = cap(rec) - cap(b)
			}
		}
		d.of("DATA:", fmt.Sprintf("Slot %d Column %d Offset 0x%x Length %d Length (physical) %d", slot, n+1, at, size, size))
		if v := c.Value(rec); v.Null {
			d.field(c.Name, "[NULL]")
		} else {
			d.field(c.Name, "%s", sqltype.Format(c.Type, v))
		}
	}
}
