package alloc

import (
	"errors"
	"math/rand"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// addFile adds a file in memory of so many pages to a filegroup.
func addFile(t testing.TB, s *Space, no uint16, space int, pages uint32, g Growth) pagefile.File {
	t.Helper()
	f := pagefile.NewMem("more")
	if err := f.Resize(pages); err != nil {
		t.Fatal(err)
	}
	if err := s.AddFile(no, f, space, true, g); err != nil {
		t.Fatal(err)
	}
	return f
}

// extentsPerFile allocates n extents' worth of pages and counts where they came from.
func extentsPerFile(t testing.TB, u *Unit, n int) map[uint16]int {
	t.Helper()
	got := map[uint16]int{}
	for range n {
		id := mustID(t, u)
		got[id.File()]++
		for range 7 {
			if next := mustID(t, u); next != id+1 {
				t.Fatalf("page %v follows %v in an extent", next, id)
			} else {
				id = next
			}
		}
	}
	return got
}

func mustID(t testing.TB, u *Unit) page.ID {
	t.Helper()
	id, err := u.NewPage()
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestProportionalFill(t *testing.T) {
	s, f := newTestSpace(t)
	if err := f.Resize(16 + 8*200); err != nil {
		t.Fatal(err)
	}
	addFile(t, s, 2, Primary, 8+8*100, Growth{})
	addFile(t, s, 3, Primary, 8+8*400, Growth{})
	u := newUnit(t, s, 1)
	got := extentsPerFile(t, u, 350)
	if got[1] != 100 || got[2] != 50 || got[3] != 200 {
		t.Errorf("extents by file %v, want 2 : 1 : 4 as their free space", got)
	}
	// One IAM page for each file.
	if n := u.Pages().IAM; n != 3 {
		t.Errorf("%d IAM pages", n)
	}
	got = extentsPerFile(t, u, 350)
	if got[1] != 100 || got[2] != 50 || got[3] != 200 {
		t.Errorf("extents by file %v: all files are full at the same time", got)
	}
	verify(t, s, u)
}

func TestGrowth_roundRobin(t *testing.T) {
	s, f := newTestSpace(t)
	s.SetGrowth(1, Growth{Step: 80})
	g2 := addFile(t, s, 2, Primary, 8, Growth{Step: 50, Percent: true, Max: 40})
	u := newUnit(t, s, 1)
	// Full files grow in turn: 16 -> 96; 8 -> 16 (half of 8, whole extents); 96 -> 176; 16 -> 24; …
	type size struct{ a, b uint32 }
	var steps []size
	for range 60 {
		extentsPerFile(t, u, 1)
		if n := (size{f.Pages(), g2.Pages()}); len(steps) == 0 || steps[len(steps)-1] != n {
			steps = append(steps, n)
		}
	}
	want := []size{{96, 8}, {96, 16}, {176, 16}, {176, 24}, {256, 24}, {256, 40}, {336, 40}, {416, 40}, {496, 40}}
	for i, n := range want {
		if i >= len(steps) || steps[i] != n {
			t.Fatalf("sizes %v, want %v", steps, want)
		}
	}
	verify(t, s, u)
}

func TestGrowth_full(t *testing.T) {
	s, _ := newTestSpace(t)
	s.AddGroup(2, "data", false)
	addFile(t, s, 2, 2, 24, Growth{None: true})
	u, err := s.NewUnit(2, 7, 0)
	if err != nil {
		t.Fatal(err)
	}
	if u.FirstIAM().File() != 2 {
		t.Errorf("IAM page %v lies outside the filegroup", u.FirstIAM())
	}
	extentsPerFile(t, u, 1)
	_, err = u.NewPage()
	var full *FullError
	if !errors.As(err, &full) || full.Filegroup != "data" || full.Object != 7 {
		t.Fatalf("%v", err)
	}
	s.SetGrowth(2, Growth{Step: 8, Max: 32})
	extentsPerFile(t, u, 1)
	if _, err = u.NewPage(); !errors.As(err, &full) {
		t.Fatalf("%v", err)
	}
	// Space that was freed is used before any file grows.
	if err := u.FreePage(page.MakeID(2, 19)); err != nil {
		t.Fatal(err)
	}
	if id := mustID(t, u); id != page.MakeID(2, 19) {
		t.Errorf("page %v", id)
	}
	if err := s.RemoveFile(2); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("%v", err)
	}
	verify(t, s, u)
	if err := u.Drop(); err != nil {
		t.Fatal(err)
	}
	if err := s.RemoveFile(2); err != nil {
		t.Error(err)
	}
	if _, err := s.NewUnit(2, 8, 0); !errors.As(err, &full) {
		t.Errorf("%v", err)
	}
	if _, err := s.OpenUnit(page.MakeID(2, 8)); err == nil {
		t.Error("a unit of a removed file")
	}
	verify(t, s)
}

// A unit outlives a file that it had pages in: its IAM page for the file's interval and its hints of room there stay.
func TestRemoveFile_onceUsed(t *testing.T) {
	s, f := newTestSpace(t)
	if err := f.Resize(16 + 8*10); err != nil {
		t.Fatal(err)
	}
	addFile(t, s, 2, Primary, 8+8*10, Growth{})
	u, other := newUnit(t, s, 1), newUnit(t, s, 2)
	extentsPerFile(t, u, 8)
	extentsPerFile(t, other, 8)
	for _, u := range []*Unit{u, other} {
		var second []page.ID
		if err := u.Extents(func(first page.ID, pages uint8) bool {
			if first.File() == 2 {
				second = append(second, first)
			}
			return true
		}); err != nil || len(second) == 0 {
			t.Fatalf("%d extents in file 2: %v", len(second), err)
		}
		for i := range page.ID(page.ExtentPages) {
			for _, ext := range second {
				if err := u.FreePage(ext + i); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := s.RemoveFile(2); err != nil {
		t.Fatal(err)
	}
	extentsPerFile(t, u, 20)
	verify(t, s, u, other)
	if err := other.Drop(); err != nil {
		t.Fatal(err)
	}
	verify(t, s, u)

	checkpoint(t, s)
	r := openSpace(t, f.(*pagefile.Mem).CrashClone())
	v, err := r.OpenUnit(u.FirstIAM())
	if err != nil {
		t.Fatal(err)
	}
	extentsPerFile(t, v, 1)
	verify(t, r, v)
	// A file under the same number is used again.
	addFile(t, r, 2, Primary, 8+8*100, Growth{})
	if got := extentsPerFile(t, v, 20); got[2] == 0 {
		t.Errorf("extents by file %v", got)
	}
	verify(t, r, v)
}

// The catalog lies in file 1 and takes a page there also when the file may not grow.
func TestCatalogUnit(t *testing.T) {
	s, _ := newTestSpace(t)
	s.SetGrowth(1, Growth{None: true})
	addFile(t, s, 2, Primary, 80, Growth{})
	u, err := s.NewCatalogUnit(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if id := mustID(t, u); id.File() != 1 {
			t.Fatalf("page %v", id)
		}
	}
	verify(t, s, u)
	checkpoint(t, s)
	r, err := Open(s.st)
	if err != nil {
		t.Fatal(err)
	}
	if u, err = r.OpenCatalogUnit(u.FirstIAM()); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if id := mustID(t, u); id.File() != 1 {
			t.Fatalf("page %v", id)
		}
	}
	verify(t, r, u)
}

// Random operations over several files with mixed extents on and off: no page is given out twice, pages stay
// in their filegroup, and all is as before after it was opened again.
func TestFilesModel(t *testing.T) {
	rng := newRand(t)
	for range 4 {
		s, f := newTestSpace(t)
		s.AddGroup(2, "data", rng.Intn(2) == 0)
		members := map[int][]uint16{1: {1}, 2: {2}}
		files := map[uint16]pagefile.File{1: f, 2: addFile(t, s, 2, 2, 8, Growth{Step: 64})}
		owner := map[page.ID]*Unit{}
		var units []*Unit
		space := map[*Unit]int{}
		pages := map[*Unit][]page.ID{}
		for step := range 3000 {
			switch op := rng.Intn(100); {
			case len(units) == 0 || op < 3 && len(units) < 12:
				g := 1 + rng.Intn(2)
				u, err := s.NewUnit(g, uint32(step+1), 0)
				if err != nil {
					t.Fatal(err)
				}
				units, space[u] = append(units, u), g
			case op < 4 && len(files) < 6:
				no := uint16(len(files) + 1)
				g := 1 + rng.Intn(2)
				files[no] = addFile(t, s, no, g, uint32(8+8*rng.Intn(60)), Growth{Step: uint32(rng.Intn(3) * 40)})
				members[g] = append(members[g], no)
			case op < 6:
				s.SetMixed(rng.Intn(2) == 0)
			case op < 7:
				i := rng.Intn(len(units))
				u := units[i]
				if err := u.Drop(); err != nil {
					t.Fatal(err)
				}
				for _, id := range pages[u] {
					delete(owner, id)
				}
				delete(pages, u)
				units = append(units[:i], units[i+1:]...)
			case op < 8:
				if err := s.Trim(); err != nil {
					t.Fatal(err)
				}
			case op < 60:
				u := units[rng.Intn(len(units))]
				for range 1 + rng.Intn(20) {
					id := mustID(t, u)
					if owner[id] != nil {
						t.Fatalf("page %v is given out twice", id)
					}
					in := false
					for _, no := range members[space[u]] {
						in = in || no == id.File()
					}
					if !in {
						t.Fatalf("page %v lies outside filegroup %d", id, space[u])
					}
					owner[id], pages[u] = u, append(pages[u], id)
				}
			default:
				u := units[rng.Intn(len(units))]
				for range min(len(pages[u]), rng.Intn(15)) {
					removeRandom(t, rng, u, pages, owner)
				}
			}
			if step%100 == 0 {
				verify(t, s, units...)
			}
		}
		verify(t, s, units...)
		checkpoint(t, s)
		for _, u := range units {
			n := int64(len(pages[u]))
			if got := u.Pages(); got.Used-got.IAM != n {
				t.Errorf("%d pages, model %d", got.Used-got.IAM, n)
			}
		}
	}
}

func removeRandom(t *testing.T, rng *rand.Rand, u *Unit, pages map[*Unit][]page.ID, owner map[page.ID]*Unit) {
	list := pages[u]
	i := rng.Intn(len(list))
	if err := u.FreePage(list[i]); err != nil {
		t.Fatal(err)
	}
	delete(owner, list[i])
	list[i] = list[len(list)-1]
	pages[u] = list[:len(list)-1]
}
