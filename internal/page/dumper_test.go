package page

import (
	"bufio"
	"fmt"
	"io"
	"sort"
)

// Dump writes the page with a label for every byte range: header fields, records
// by offset, free space, slots. Of a damaged page it writes what it can read and
// says what it cannot. The error is w's.
func (p *Page) Dump(w io.Writer) error {
	d := dumper{bufio.NewWriter(w), p}
	d.header()
	switch {
	case p.Type() == TypePFS:
		d.pfs()
	case p.Type().slotted():
		d.records()
	default:
		d.line(HeaderSize, Size, "body")
	}
	return d.w.Flush()
}

type dumper struct {
	w *bufio.Writer
	p *Page
}

// line writes one range [from, to), its first 16 bytes and a label.
func (d *dumper) line(from, to int, format string, args ...any) {
	b := d.p[from:to]
	more := ""
	if len(b) > 16 {
		b, more = b[:16], " .."
	}
	fmt.Fprintf(d.w, "%04d-%04d  %-50s %s\n", from, to-1, fmt.Sprintf("% x", b)+more, fmt.Sprintf(format, args...))
}

func (d *dumper) header() {
	p := d.p
	num := func(off, size int, name string) {
		v := uint32(p[off])
		switch size {
		case 2:
			v = uint32(p.u16(off))
		case 4:
			v = p.u32(off)
		}
		d.line(off, off+size, "%s %d", name, v)
	}
	num(0, 1, "m_headerVersion")
	num(1, 1, "m_type")
	num(2, 1, "m_typeFlagBits")
	num(3, 1, "m_level")
	d.line(4, 6, "m_flagBits 0x%x", p.u16(4))
	num(6, 2, "m_indexId")
	d.line(8, 14, "m_prevPage %v", p.Prev())
	num(14, 2, "pminlen")
	d.line(16, 22, "m_nextPage %v", p.Next())
	num(22, 2, "m_slotCnt")
	num(24, 4, "m_objId")
	num(28, 2, "m_freeCnt")
	num(30, 2, "m_freeData")
	d.line(32, 38, "m_pageId %v", p.ID())
	num(38, 2, "m_reservedCnt")
	d.line(40, 50, "m_lsn")
	num(50, 2, "m_xactReserved")
	d.line(52, 58, "m_xdesId %d", p.Xdes())
	num(58, 2, "m_ghostRecCnt")
	d.line(60, 64, "m_tornBits 0x%08x", p.u32(60))
	num(64, 2, "empty slots (ours)")
	d.line(66, HeaderSize, "unused")
}

func (d *dumper) pfs() {
	d.line(HeaderSize, offPFS, "record header")
	for i := 0; i < PFSInterval; {
		j := i + 1
		for j < PFSInterval && d.p.PFS(j) == d.p.PFS(i) {
			j++
		}
		b := d.p.PFS(i)
		d.line(offPFS+i, offPFS+j, "pages %d-%d: class %d%s", i, j-1, b&PFSClass, pfsFlags(b))
		i = j
	}
	d.line(offPFS+PFSInterval, slotsStart(1), "free")
	d.line(slotsStart(1), Size, "slot 0")
}

func pfsFlags(b byte) string {
	s := ""
	for _, f := range []struct {
		bit  byte
		name string
	}{{PFSAllocated, "allocated"}, {PFSMixed, "mixed"}, {PFSIAM, "IAM"}, {PFSGhosts, "ghosts"}} {
		if b&f.bit != 0 {
			s += " " + f.name
		}
	}
	return s
}

func (d *dumper) records() {
	p := d.p
	n := min(p.SlotCount(), Usable/SlotSize)
	order := make([]int, 0, n)
	for i := range n {
		if p.slotOffset(i) != 0 {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return p.slotOffset(order[a]) < p.slotOffset(order[b]) })
	top := slotsStart(n)
	at := HeaderSize
	for _, i := range order {
		off := p.slotOffset(i)
		if off < at || off >= top {
			fmt.Fprintf(d.w, "           slot %d points to %d, outside the records\n", i, off)
			continue
		}
		if off > at {
			d.line(at, off, "hole")
		}
		size, err := RecordLen(p[off:top], p.MinLen())
		if err != nil {
			fmt.Fprintf(d.w, "           slot %d at %d: %v\n", i, off, err)
			at = off
			continue
		}
		d.record(i, off, size)
		at = off + size
	}
	if fd := p.FreeData(); fd > at && fd <= top {
		d.line(at, fd, "hole")
		at = fd
	}
	if at < top {
		d.line(at, top, "free")
	}
	for i := n - 1; i >= 0; i-- {
		d.line(slotsStart(i+1), slotsStart(i), "slot %d -> %d", i, p.slotOffset(i))
	}
}

// record labels the parts of the record of size bytes at off, known to be well formed.
func (d *dumper) record(slot, off, size int) {
	p, minLen := d.p, d.p.MinLen()
	rec := p[off : off+size]
	kind := RecordKind(rec)
	d.line(off, off+1, "slot %d: status A, type %d", slot, kind)
	at := off + 1
	part := func(to int, format string, args ...any) {
		if to > at {
			d.line(at, to, "  "+format, args...)
			at = to
		}
	}
	fixed := fixedPart(rec, minLen)
	switch kind {
	case KindStub:
		part(off+StubLen, "forwarded to %v", StubTarget(rec))
		return
	case KindIndex, KindGhostIndex:
		if p.Level() > 0 && fixed > childLen {
			part(off+fixed-childLen, "key columns")
			part(off+fixed, "child %v", ChildPage(rec, minLen))
		}
		part(off+fixed, "fixed columns")
	default:
		part(off+2, "status B")
		part(off+4, "fixed part ends at %d", fixed)
		part(off+fixed, "fixed columns")
	}
	if rec[0]&StatusBitmap != 0 {
		part(at+2, "%d columns", le16(rec[at-off:]))
		part(off+bitmapEnd(rec, minLen), "NULL bitmap")
	}
	if rec[0]&StatusVars == 0 {
		return
	}
	pos := at - off
	n := le16(rec[pos:])
	part(at+2, "%d variable columns", n)
	part(at+2*n, "end offsets")
	for i := range n {
		v, cplx := varAt(rec, pos, n, i)
		switch home, ok := BackPointer(rec); {
		case cplx && ok && i == n-1:
			part(at+len(v), "back pointer to %v", home)
		case cplx:
			part(at+len(v), "variable column %d, complex", i)
		default:
			part(at+len(v), "variable column %d", i)
		}
	}
}
