package enginetest

import (
	"fmt"
	"testing"

	"scanfrag/internal/page"
)

// TestDamagedStructure breaks what pages say of each other: chains that lead back, stubs that lead astray, and the allocation maps.
func TestDamagedStructure(t *testing.T) {
	s := buildSample(t)
	at := func(object string, index uint16, typ page.Type, n int) int {
		for i := range s.pages {
			if p := &s.pages[i]; p.ObjectID() == s.ids[object] && p.IndexID() == index && p.Type() == typ {
				if n == 0 {
					return i
				}
				n--
			}
		}
		t.Fatalf("table %s has no such page", object)
		return 0
	}
	try := func(name string, no int, change func(p *page.Page)) {
		s.try(t, damage{name: name, page: no, change: change})
	}

	leaf, second := at("p", 1, page.TypeData, 1), at("p", 1, page.TypeData, 2)
	try("leaf chain leads back to its page", leaf, func(p *page.Page) { p.SetNext(p.ID()) })
	try("leaf chain leads back to the page before", second, func(p *page.Page) { p.SetNext(s.pages[leaf].ID()) })
	try("leaf chain ends early", leaf, func(p *page.Page) { p.SetNext(0) })
	try("leaf chain leads into another table", leaf, func(p *page.Page) { p.SetNext(s.pages[at("c", 1, page.TypeData, 3)].ID()) })
	for _, table := range []struct {
		name  string
		index uint16
		leaf  page.Type
	}{{"h", 0, page.TypeData}, {"h", 2, page.TypeIndex}, {"c", 1, page.TypeData}, {"p", 1, page.TypeData}} {
		iam := at(table.name, table.index, page.TypeIAM, 0)
		name := fmt.Sprintf("%s index %d: IAM page ", table.name, table.index)
		try(name+"follows itself", iam, func(p *page.Page) { p.SetNext(p.ID()) })
		try(name+"leads into another chain", iam, func(p *page.Page) { p.SetNext(s.pages[at("s", 1, page.TypeIAM, 0)].ID()) })
		try(name+"loses an extent", iam, func(p *page.Page) { p.SetMapBit(p.NextMapBit(0, true), false) })
		try(name+"has another's extent", iam, func(p *page.Page) { p.SetMapBit(int(s.pages[at("s", 1, page.TypeData, 0)].ID().No()/8), true) })
		try(name+"has an extent above the file's end", iam, func(p *page.Page) { p.SetMapBit(5000, true) })
		try(name+"describes another interval", iam, func(p *page.Page) { p.SetStartPage(page.MakeID(1, page.GAMInterval)) })

		owned := s.pages[at(table.name, table.index, table.leaf, 0)].ID()
		for bit := range 8 {
			if 1<<bit == page.PFSGhosts {
				continue // that there may be ghost records on a page is true of any
			}
			try(fmt.Sprintf("%s index %d: PFS bit %d of page %v", table.name, table.index, bit, owned), 1, func(p *page.Page) { p.SetPFS(int(owned.No()), p.PFS(int(owned.No()))^1<<bit) })
		}
		try(fmt.Sprintf("%s: GAM bit of extent %v", table.name, owned), 2, func(p *page.Page) { p.SetMapBit(int(owned.No()/8), true) })
		try(fmt.Sprintf("%s: SGAM bit of extent %v", table.name, owned), 3, func(p *page.Page) { p.SetMapBit(int(owned.No()/8), true) })
	}

	home := s.kinds()["h index 0 level 0 home"]
	var stubs []int
	for i := range s.pages[home].SlotCount() {
		if rec := s.pages[home].Record(i); rec != nil && page.RecordKind(rec) == page.KindStub {
			stubs = append(stubs, i)
		}
	}
	target := func(slot int) page.RID { return page.StubTarget(s.pages[home].Record(slot)) }
	point := func(to page.RID) func(p *page.Page) {
		return func(p *page.Page) { copy(p.Record(stubs[0]), page.AppendStub(nil, to)) }
	}
	own := s.pages[home].ID()
	for name, to := range map[string]page.RID{
		"nowhere":                  {},
		"above the file's end":     {Page: page.MakeID(1, 1<<20)},
		"a page of no table":       {Page: page.MakeID(1, 20)},
		"a page of another table":  {Page: s.pages[leaf].ID()},
		"a map page":               {Page: page.MakeID(1, 1)},
		"past the last slot":       {Page: target(stubs[0]).Page, Slot: 900},
		"the row of another stub":  target(stubs[1]),
		"another stub":             {Page: own, Slot: uint16(stubs[1])},
		"itself":                   {Page: own, Slot: uint16(stubs[0])},
		"a row that did not move":  {Page: own, Slot: 0},
		"an empty slot of its own": {Page: own, Slot: 2},
	} {
		try("stub leads to "+name, home, point(to))
	}
}

// FuzzDamage changes bytes of a database, three numbers of two bytes for each: page, offset, and what to flip. Sealed again, the pages
// may hold any values, but nothing panics or hangs; with their old checksums, answers are right or refused.
func FuzzDamage(f *testing.F) {
	s := buildSample(f)
	f.Add(true, []byte{24, 0, 22, 0, 1, 0})
	f.Add(true, []byte{24, 0, 30, 0, 255, 0, 25, 0, 100, 0, 64, 0})
	f.Add(false, []byte{51, 0, 100, 0, 3, 0, 1, 0, 124, 0, 64, 0})
	f.Add(true, []byte{176, 0, 120, 0, 7, 0})
	f.Fuzz(func(t *testing.T, seal bool, b []byte) {
		changed := map[int]*page.Page{}
		for ; len(b) >= 6 && len(changed) < 8; b = b[6:] {
			no, off := int(le.Uint16(b))%len(s.pages), int(le.Uint16(b[2:]))%page.Size
			if changed[no] == nil {
				p := s.pages[no]
				changed[no] = &p
			}
			changed[no][off] ^= b[4]
		}
		for no, p := range changed {
			if seal {
				p.Seal()
			}
			s.write(t, no, p)
		}
		var got result
		wrong := s.run(t, false, func(r result) { got = r })
		for no := range changed {
			s.write(t, no, &s.pages[no])
		}
		if !seal {
			for i, a := range got.answers {
				if a != s.answer[i] && !failed(a) {
					wrong = append(wrong, sampleQueries[i]+" answers\n"+a)
				}
			}
		}
		for _, w := range wrong {
			t.Error(w)
		}
	})
}
