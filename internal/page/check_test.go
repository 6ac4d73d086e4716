package page

import (
	"bytes"
	"strings"
	"testing"
)

func TestCheckMessages(t *testing.T) {
	good := new(Page)
	good.Init(TypeData, 0, MakeID(1, 143), 1, 1)
	good.Insert(0, sized(100, 1))
	good.Insert(1, sized(100, 2))
	for _, c := range []struct {
		spoil func(p *Page)
		want  string
	}{
		{func(p *Page) { p.setSlotCount(5000) }, "slot count 5000 does not fit in a page"},
		{func(p *Page) { p.setFreeData(8190) }, "free data at 8190, between 96 and the slot array at 8188 wanted"},
		{func(p *Page) { p.setSlotOffset(1, 95) }, "slot 1 at offset 95, between 96 and 296 wanted"},
		{func(p *Page) { p.setSlotOffset(1, 96) }, "slot 1 at offset 96 overlaps another record"},
		{func(p *Page) {
			p.setSlotOffset(1, 110)
			copy(p[110:], []byte{0x10, 0, 4, 0, 1, 0, 0})
		}, "slot 1 at offset 110 overlaps another record"},
		{func(p *Page) { p.put16(98, 3) }, "slot 0 at offset 96: record length: fixed part ends at 3, inside the header"},
		{func(p *Page) { p[96] = 0x0e }, "slot 0 at offset 96: record length: unknown record type 7 (status A 0x0e)"},
		{func(p *Page) { p[96] = 0x50 }, "slot 0 at offset 96: record length: unknown bits in status A 0x50"},
		{func(p *Page) { p[96] = 0x06; p.SetMinLen(20) }, "slot 0 at offset 96: record of type 3 on a page of type 1"},
		{func(p *Page) { p.setFreeCount(1) }, "free count 1, 7892 by its records"},
		{func(p *Page) { p.setEmptySlots(1) }, "0 empty slots counted, 1 in the header"},
	} {
		p := *good
		c.spoil(&p)
		if err := p.Check(); err == nil || err.Error() != "page (1:143) is damaged: "+c.want {
			t.Errorf("%v\nwant %q", err, c.want)
		}
	}
}

// touch calls every accessor of a page that passed Check.
func touch(p *Page) {
	var dst []byte
	for i := range p.SlotCount() {
		rec := p.Record(i)
		if rec == nil {
			continue
		}
		switch RecordKind(rec) {
		case KindStub:
			StubTarget(rec)
		case KindIndex, KindGhostIndex:
			if p.Level() > 0 {
				ChildPage(rec, p.MinLen())
			}
			IndexParts(rec, p.MinLen())
			IndexIsNull(rec, p.MinLen(), 3)
			for j := range 4 {
				IndexVar(rec, p.MinLen(), j)
			}
		default:
			if rec[0]&StatusBitmap != 0 {
				IsNull(rec, Columns(rec)-1)
				IsNull(rec, 0)
			}
			for j := range Vars(rec) + 1 {
				Var(rec, j)
			}
			if _, ok := BackPointer(rec); ok {
				dst = AppendUnforwarded(dst[:0], rec)
			} else if RecordKind(rec) == KindPrimary {
				dst = WithVar(dst[:0], rec, 1, []byte("x"), false)
				dst = AppendForwarded(dst[:0], rec, RID{1, 2})
			}
		}
	}
	p.LastPlaced()
	p.CountKinds()
	for i := range p.SlotCount() {
		if p.Record(i) != nil && p.FreeCount() > 20 {
			p.Replace(i, append(bytes.Clone(p.Record(i)), 0))
			break
		}
	}
}

func FuzzCheck(f *testing.F) {
	p := new(Page)
	p.Init(TypeData, 0, MakeID(1, 143), 1, 1)
	for i := range 5 {
		p.PutHeap(AppendRecord(nil, Layout{FixedEnd: 8, Cols: 3, Vars: 2}, make([]byte, 4), nil, [][]byte{nil, bytes.Repeat([]byte{1}, i)}))
	}
	p.PutHeap(AppendStub(nil, RID{MakeID(1, 5), 6}))
	p.PutHeap(AppendForwarded(nil, sized(40, 1), RID{MakeID(1, 5), 6}))
	f.Add(p[:300], p[8150:])
	p.Init(TypeIndex, 1, MakeID(1, 143), 1, 1)
	p.SetMinLen(11)
	for i := range 5 {
		p.Insert(i, AppendIndexRecord(nil, make([]byte, 4), MakeID(1, 77), 2, nil, [][]byte{make([]byte, 4)}))
	}
	f.Add(p[:300], p[8150:])
	p.Init(TypeIndex, 0, MakeID(1, 143), 1, 2)
	p.SetMinLen(3)
	for i := range 5 {
		p.Insert(i, AppendIndexLeaf(nil, Layout{FixedEnd: 3, Cols: 3 * (i & 1), Vars: 1}, make([]byte, 2), nil, [][]byte{make([]byte, i)}))
	}
	p.ToggleGhost(1)
	f.Add(p[:300], p[8150:])
	f.Fuzz(func(t *testing.T, head, tail []byte) {
		q := new(Page)
		copy(q[:], head)
		if len(tail) < Size {
			copy(q[Size-len(tail):], tail)
		}
		var sb strings.Builder
		q.Dump(&sb)
		if !q.Type().slotted() {
			return
		}
		if q.Check() == nil {
			touch(q)
		}
	})
}

func FuzzRecordLen(f *testing.F) {
	f.Add(sized(40, 1), 0)
	f.Add(AppendStub(nil, RID{MakeID(1, 5), 6}), 0)
	f.Add(AppendForwarded(nil, sized(40, 1), RID{MakeID(1, 5), 6}), 0)
	f.Add(AppendIndexRecord(nil, make([]byte, 4), MakeID(1, 77), 2, nil, [][]byte{make([]byte, 4)}), 11)
	f.Fuzz(func(t *testing.T, b []byte, minLen int) {
		n, err := RecordLen(b, minLen)
		if err != nil {
			return
		}
		if n > len(b) {
			t.Fatalf("length %d of %d bytes", n, len(b))
		}
		if got := recordLen(b, minLen); got != n {
			t.Fatalf("trusted length %d, checked %d", got, n)
		}
	})
}
