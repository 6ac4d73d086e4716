package alloc

import (
	"slices"
	"testing"

	"scanfrag/internal/page"
)

// Random marks against a set: the search finds every page once in file order, and the counts survive attaching.
func TestFindGhosts_model(t *testing.T) {
	s, _ := newTestSpace(t)
	rng := newRand(t)
	u, other := newUnit(t, s, 100), newUnit(t, s, 101)
	var pages []page.ID
	for range 9000 { // across a PFS page
		id, err := u.NewPage()
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, id)
	}
	theirs, err := other.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.MarkGhosts(theirs, true); err != nil {
		t.Fatal(err)
	}
	marked := map[page.ID]bool{}
	found := func(u *Unit) (list []page.ID) {
		after := page.ID(0)
		for {
			id, err := u.FindGhosts(after)
			if err != nil {
				t.Fatal(err)
			}
			if id == 0 || len(list) > 0 && id == list[0] {
				return list
			}
			list = append(list, id)
			after = id
		}
	}
	for range 20 {
		for range 30 {
			id := pages[rng.Intn(len(pages))]
			marked[id] = rng.Intn(3) > 0
			if err := u.MarkGhosts(id, marked[id]); err != nil {
				t.Fatal(err)
			}
		}
		n := rng.Intn(len(pages))
		if err := u.FreePage(pages[n]); err != nil {
			t.Fatal(err)
		}
		delete(marked, pages[n])
		pages = slices.Delete(pages, n, n+1)
		var want []page.ID
		for _, id := range pages {
			if marked[id] {
				want = append(want, id)
			}
		}
		got := found(u)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("found %v, marked %v", got, want)
		}
		if n := u.GhostPages(); n != int64(len(want)) {
			t.Fatalf("%d pages with ghosts, %d wanted", n, len(want))
		}
		if got, err := u.MayHaveGhosts(slices.Clone(pages)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("of all pages %v may have ghosts, %v wanted (%v)", got, want, err)
		}
		verify(t, s, u, other)
	}
	checkpoint(t, s)
	again, err := Open(s.st)
	if err != nil {
		t.Fatal(err)
	}
	v, err := again.OpenUnit(u.FirstIAM())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := found(v), found(u); !slices.Equal(got, want) || v.GhostPages() != u.GhostPages() {
		t.Errorf("attached: %v, before %v", got, want)
	}
}
