package enginetest

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/testseed"
)

// longTier reports that the long tests are wanted: SCANFRAG_LONG=1.
func longTier() bool { return os.Getenv("SCANFRAG_LONG") == "1" }

var le = binary.LittleEndian

// TestDamagedFields damages the fields of pages of every kind, one at a time: a share of the values in
// the short tier, all of them in the long one.
func TestDamagedFields(t *testing.T) {
	s := buildSample(t)
	rng := rand.New(rand.NewSource(testseed.Of(t)))
	all := s.damages()
	n := 0
	for _, d := range all {
		if !longTier() && rng.Intn(len(all)) >= 200 {
			continue
		}
		n++
		s.try(t, d)
	}
	t.Logf("%d of %d changes were tried", n, len(all))
}

// headerFields are the header's, in bytes from its start.
var headerFields = []struct {
	name      string
	off, size int
}{
	{"m_headerVersion", 0, 1}, {"m_type", 1, 1}, {"m_typeFlagBits", 2, 1}, {"m_level", 3, 1},
	{"m_flagBits", 4, 2}, {"m_indexId", 6, 2}, {"m_prevPage", 8, 6}, {"pminlen", 14, 2},
	{"m_nextPage", 16, 6}, {"m_slotCnt", 22, 2}, {"m_objId", 24, 4}, {"m_freeCnt", 28, 2},
	{"m_freeData", 30, 2}, {"m_pageId", 32, 6}, {"m_reservedCnt", 38, 2}, {"m_lsn", 40, 6},
	{"m_xactReserved", 50, 2}, {"m_xdesId", 52, 6}, {"m_ghostRecCnt", 58, 2}, {"empty slots", 64, 2}, {"unused", 90, 6},
}

// kinds are the page roles of the sample.
func (s *sample) kinds() map[string]int {
	out := map[string]int{"file header": 0, "PFS": 1, "GAM": 2, "SGAM": 3, "DCM": 6, "boot": 9}
	for i := range s.pages {
		p := &s.pages[i]
		name := fmt.Sprintf("object %d index %d ", p.ObjectID(), p.IndexID())
		for table, id := range s.ids {
			if p.ObjectID() == id {
				name = fmt.Sprintf("%s index %d ", table, p.IndexID())
			}
		}
		switch p.Type() {
		case page.TypeIAM:
			name += "IAM"
		case page.TypeCatalog:
			name += "catalog"
		case page.TypeData, page.TypeIndex:
			name += fmt.Sprintf("level %d", p.Level())
			primary, stubs, moved := p.CountKinds()
			switch {
			case p.ObjectID() == s.ids["h"] && stubs > 0:
				name += " home"
			case moved > 0 && primary == 0:
				name += " forwarded"
			case p.Prev() == 0:
				name += " first"
			case p.Next() == 0:
				name += " last"
			}
		default:
			continue
		}
		out[name] = i
	}
	return out
}

// damages lists changes of every field of pages of every kind.
func (s *sample) damages() (out []damage) {
	add := func(kind string, no int, silent bool, field string, change func(p *page.Page)) {
		value := silent && !strings.Contains(field, " = ")
		path := s.pages[no].Level() > 0 && strings.HasPrefix(field, "record")
		out = append(out, damage{name: kind + ": " + field, page: no, change: change, silent: silent, value: value, path: path})
	}
	kinds := s.kinds()
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		no := kinds[kind]
		p := &s.pages[no]
		for _, f := range headerFields {
			for _, v := range s.values(p, f.off, f.size) {
				silent := f.name == "m_xdesId" || // of any transaction
					f.name == "pminlen" && p.Type() == page.TypeData || // an altered table has old and new ones; nobody reads it
					f.name == "m_freeData" && le.Uint16(v) > le.Uint16(p[f.off:]) // a record that was there may have gone
				add(kind, no, silent, fmt.Sprintf("%s = % x", f.name, v), func(p *page.Page) { copy(p[f.off:], v) })
			}
		}
		out = append(out, damage{name: kind + ": checksum", page: no, torn: true, change: func(p *page.Page) { p[200] ^= 1 }})
		out = append(out, damage{name: kind + ": zeros", page: no, torn: true, change: func(p *page.Page) { *p = page.Page{} }})
		if p.Type() != page.TypeData && p.Type() != page.TypeIndex {
			continue
		}
		last := p.SlotCount() - 1
		for _, slot := range []int{0, 1, last / 2, last} {
			at := page.Size - 2*(slot+1)
			for _, v := range s.values(p, at, 2) {
				add(kind, no, false, fmt.Sprintf("slot %d = % x", slot, v), func(p *page.Page) { copy(p[at:], v) })
			}
			if rec := p.Record(slot); rec != nil {
				s.recordDamages(add, kind, no, slot, int(le.Uint16(p[at:])), len(rec), p.MinLen())
			}
		}
	}
	return out
}

// values are wrong values of a field.
func (s *sample) values(p *page.Page, off, size int) (out [][]byte) {
	now := p[off : off+size]
	add := func(v uint64) {
		b := make([]byte, 8)
		le.PutUint64(b, v)
		out = append(out, b[:size])
	}
	var v uint64
	for i := range now {
		v |= uint64(now[i]) << (8 * i)
	}
	add(v ^ 1)
	add(0)
	add(v + 1)
	add(1<<(8*size) - 1)
	if size == 6 { // a page
		own := uint64(p.ID().No()) | 1<<32
		for _, id := range []uint64{own, own + 1, own - 1, 9 | 1<<32, 1 << 20, own&^(1<<32) | 2<<32} {
			add(id)
		}
	} else {
		add(v - 1)
		add(v << 1)
	}
	return out
}

// recordDamages are those of one record of n bytes at off.
func (s *sample) recordDamages(add func(string, int, bool, string, func(*page.Page)), kind string, no, slot, off, n, minLen int) {
	p := &s.pages[no]
	field := func(silent bool, name string, at, size int) {
		for _, v := range s.values(p, at, size) {
			add(kind, no, silent, fmt.Sprintf("record %d: %s = % x", slot, name, v), func(p *page.Page) { copy(p[at:], v) })
		}
	}
	for bit := range 8 {
		add(kind, no, false, fmt.Sprintf("record %d: status A bit %d", slot, bit), func(p *page.Page) { p[off] ^= 1 << bit })
	}
	rec := p[off : off+n]
	typ := page.RecordKind(rec)
	switch {
	case typ == page.KindStub:
		field(false, "stub", off+1, 6)
		field(false, "stub slot", off+7, 2)
		return
	case typ == page.KindIndex && p.Level() > 0:
		field(false, "child", off+minLen-6, 6)
		for i := 1; i < n; i += max(1, n/12) {
			silent := slot == 0 // of the first entry only the child counts
			add(kind, no, silent, fmt.Sprintf("record %d: byte %d", slot, i), func(p *page.Page) { p[off+i] ^= 0x10 })
		}
		return
	}
	first, end, cols := 1, minLen, 0
	if typ == page.KindIndex {
		cols, _ = page.IndexParts(rec, minLen)
	} else {
		first, end, cols = 4, page.FixedEnd(rec), page.Columns(rec)
		field(false, "status B", off+1, 1)
		field(false, "fixed end", off+2, 2)
	}
	part := off + end
	bitmap := (cols + 7) / 8
	if cols > 0 {
		field(false, "columns", part, 2)
		part += 2 + bitmap
	}
	for bit := range 8 * bitmap {
		// A nullable column that says NULL is sound where no index has its value.
		add(kind, no, true, fmt.Sprintf("record %d: NULL bit %d", slot, bit), func(p *page.Page) { p[off+end+2+bit/8] ^= 1 << (bit % 8) })
	}
	if rec[0]&page.StatusVars != 0 {
		field(false, "variable columns", part, 2)
		for i := range int(le.Uint16(p[part:])) {
			field(true, fmt.Sprintf("variable end %d", i), part+2+2*i, 2)
		}
	}
	if back, ok := page.BackPointer(rec); ok {
		_ = back
		field(false, "back pointer", off+n-8, 6)
		field(false, "back pointer slot", off+n-2, 2)
		field(false, "back pointer type", off+n-10, 2)
	}
	// Column bytes: nothing but an index tells a wrong value from a right one.
	for i := first; i < end; i += max(1, end/8) {
		add(kind, no, true, fmt.Sprintf("record %d: byte %d", slot, i), func(p *page.Page) { p[off+i] ^= 0x10 })
	}
}
