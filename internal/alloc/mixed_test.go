package alloc

import (
	"slices"
	"testing"

	"scanfrag/internal/page"
)

// take allocates n pages and returns their numbers.
func take(t testing.TB, u *Unit, n int) (out []uint32) {
	t.Helper()
	for range n {
		out = append(out, mustPage(t, u.NewPage))
	}
	return out
}

// The first eight pages are single, the ninth begins a uniform extent; two units share the mixed extents.
func TestMixedPages(t *testing.T) {
	s, _ := newTestSpace(t)
	s.SetMixed(true)
	a, b := newUnit(t, s, 1), newUnit(t, s, 2) // IAM pages 8 and 10: 9 is the boot page
	if got, want := take(t, a, 3), []uint32{11, 12, 13}; !slices.Equal(got, want) {
		t.Errorf("pages %v, want %v", got, want)
	}
	if got, want := take(t, b, 3), []uint32{14, 15, 16}; !slices.Equal(got, want) {
		t.Errorf("pages %v, want %v", got, want)
	}
	if got, want := take(t, a, 6), []uint32{17, 18, 19, 20, 21, 24}; !slices.Equal(got, want) {
		t.Errorf("pages %v, want %v: the ninth begins a uniform extent", got, want)
	}
	if n := a.Pages(); n != (Pages{Used: 10, Reserved: 8 + 8 + 1, IAM: 1}) {
		t.Errorf("%+v", n)
	}
	verify(t, s, a, b)

	var order []page.ID
	if err := a.Extents(func(first page.ID, pages uint8) bool {
		order = append(order, first, page.ID(pages))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if want := []page.ID{page.MakeID(1, 8), 0b111000, page.MakeID(1, 16), 0b111110, page.MakeID(1, 24), 1}; !slices.Equal(order, want) {
		t.Errorf("extents %v, want %v", order, want)
	}

	// A slot that was emptied stays so once there is a uniform extent; without one it is used again.
	if err := a.FreePage(page.MakeID(1, 12)); err != nil {
		t.Fatal(err)
	}
	if err := b.FreePage(page.MakeID(1, 15)); err != nil {
		t.Fatal(err)
	}
	verify(t, s, a, b)
	if got := take(t, a, 1); got[0] != 25 {
		t.Errorf("page %d, want 25 of the uniform extent", got[0])
	}
	if got := take(t, b, 2); !slices.Equal(got, []uint32{12, 15}) {
		t.Errorf("pages %v, want the lowest of the mixed extents", got)
	}

	// The classes of single pages count like all others.
	id := page.MakeID(1, 19)
	for _, no := range []uint32{11, 13, 17, 18, 20, 21, 24, 25} {
		if err := s.SetFullness(page.MakeID(1, no), 4); err != nil {
			t.Fatal(err)
		}
	}
	if got, ok, err := a.FindRoom(2, page.MakeID(1, 20)); got != id || !ok || err != nil {
		t.Errorf("room on %v %v %v, want %v", got, ok, err, id)
	}
	checkpoint(t, s)

	r, err := Open(s.st)
	if err != nil {
		t.Fatal(err)
	}
	ra, err := r.OpenUnit(a.FirstIAM())
	if err != nil {
		t.Fatal(err)
	}
	rb, err := r.OpenUnit(b.FirstIAM())
	if err != nil {
		t.Fatal(err)
	}
	verify(t, r, ra, rb)
	for _, u := range []*Unit{ra, rb} {
		if err := u.Drop(); err != nil {
			t.Fatal(err)
		}
	}
	verify(t, r)
	if err := r.Trim(); err != nil || r.HighWater(1) != 16 {
		t.Errorf("%d pages left: %v", r.HighWater(1), err)
	}
}

func TestMixedPages_uniform(t *testing.T) {
	s, _ := newTestSpace(t)
	s.SetMixed(true)
	u := newUnit(t, s, 1)
	u.Uniform()
	if got := take(t, u, 9); got[0] != 16 || got[8] != 24 {
		t.Errorf("pages %v, want uniform extents from the first on", got)
	}
	c := newUnit(t, s, 2).NewCursor()
	var got []uint32
	for range 9 {
		got = append(got, mustPage(t, c.NewPage))
	}
	if want := []uint32{11, 12, 13, 14, 15, 32, 33, 34, 40}; !slices.Equal(got, want) {
		t.Errorf("cursor %v, want %v", got, want)
	}
	s.SetMixed(false)
	if got := take(t, newUnit(t, s, 3), 1); got[0] != 48 {
		t.Errorf("page %v, want a uniform extent", got)
	}
}

func TestCheck_mixed(t *testing.T) {
	s, _ := newTestSpace(t)
	s.SetMixed(true)
	a, b := newUnit(t, s, 1), newUnit(t, s, 2)
	take(t, a, 2)
	take(t, b, 1)
	damage := func(id page.ID, typ page.Type, fn, mend func(p *page.Page), want int) {
		t.Helper()
		if err := s.edit(id, typ, fn); err != nil {
			t.Fatal(err)
		}
		if errs := s.Check([]*Unit{a, b}); len(errs) != want {
			t.Errorf("%d findings, want %d: %v", len(errs), want, errs)
		}
		if err := s.edit(id, typ, mend); err != nil {
			t.Fatal(err)
		}
	}
	single := page.MakeID(1, 11)
	damage(b.FirstIAM(), page.TypeIAM, func(p *page.Page) { p.SetSinglePage(1, single) }, func(p *page.Page) { p.SetSinglePage(1, 0) }, 2)
	damage(a.FirstIAM(), page.TypeIAM, func(p *page.Page) { p.SetSinglePage(0, 0) }, func(p *page.Page) { p.SetSinglePage(0, single) }, 3)
	damage(pfsOf(single), page.TypePFS, func(p *page.Page) { p.SetPFS(11, 0) }, func(p *page.Page) { p.SetPFS(11, page.PFSAllocated|page.PFSMixed) }, 2)
	_, sgam := mapsOf(single)
	damage(sgam, page.TypeSGAM, func(p *page.Page) { p.SetMapBit(1, false) }, func(p *page.Page) { p.SetMapBit(1, true) }, 1)
	verify(t, s, a, b)
}
