package alloc

import (
	"context"
	"math/rand"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/testseed"
)

func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewSource(testseed.Of(t)))
}

// newTestSpace is a formatted database in memory.
func newTestSpace(t testing.TB) (*Space, pagefile.File) {
	t.Helper()
	f := pagefile.NewMem("test")
	s, err := Format(openStore(t, f))
	if err != nil {
		t.Fatal(err)
	}
	return s, f
}

// openSpace is the database whose first file is f.
func openSpace(t testing.TB, f pagefile.File) *Space {
	t.Helper()
	s, err := Open(openStore(t, f))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openStore attaches f to a pool of its own until the test ends.
func openStore(t testing.TB, f pagefile.File) *bufpool.Store {
	t.Helper()
	pool, err := bufpool.New(bufpool.MinBytes)
	if err != nil {
		t.Fatal(err)
	}
	st := pool.Open(f)
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		if err := pool.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return st
}

func newUnit(t testing.TB, s *Space, obj uint32) *Unit {
	t.Helper()
	u, err := s.NewUnit(0, obj, 1)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func verify(t testing.TB, s *Space, units ...*Unit) {
	t.Helper()
	for _, err := range s.Check(units) {
		t.Error(err)
	}
	if t.Failed() {
		t.FailNow()
	}
}

func checkpoint(t testing.TB, s *Space) {
	t.Helper()
	if err := s.ZeroUnwritten(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.st.Checkpoint(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func mustPage(t testing.TB, alloc func() (page.ID, error)) uint32 {
	t.Helper()
	id, err := alloc()
	if err != nil {
		t.Fatal(err)
	}
	return id.No()
}

func TestFixedPages(t *testing.T) {
	s, f := newTestSpace(t)
	if s.HighWater(1) != 16 || s.BootPage() != page.MakeID(1, 9) {
		t.Errorf("high-water mark %d, boot page %v", s.HighWater(1), s.BootPage())
	}
	for no, want := range map[uint32]page.Type{0: page.TypeFileHeader, 1: page.TypePFS, 2: page.TypeGAM, 3: page.TypeSGAM,
		6: page.TypeDiffMap, 7: page.TypeMLMap, 9: page.TypeBoot} {
		r, err := s.st.Get(page.MakeID(1, no), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Page.Type() != want {
			t.Errorf("page %d is of type %d, want %d", no, r.Page.Type(), want)
		}
		r.Release()
	}
	if f.Pages() != 16 {
		t.Errorf("file of %d pages before its first extent", f.Pages())
	}
	checkpoint(t, s)
	if err := s.Trim(); err != nil {
		t.Fatal(err)
	}
	if f.Pages() != 16 {
		t.Errorf("file of %d pages after trim, want 16", f.Pages())
	}
	verify(t, s)
}

// A single table's load takes consecutive pages, but for the maps in between.
func TestSequential(t *testing.T) {
	s, _ := newTestSpace(t)
	u := newUnit(t, s, 5)
	if u.FirstIAM() != page.MakeID(1, 8) || u.ObjectID() != 5 || u.IndexID() != 1 {
		t.Errorf("first IAM page %v, object %d, index %d", u.FirstIAM(), u.ObjectID(), u.IndexID())
	}
	for want := uint32(16); want < 8096; want++ {
		if want == 8088 {
			continue // a PFS page
		}
		if got := mustPage(t, u.NewPage); got != want {
			t.Fatalf("page %d, want %d", got, want)
		}
	}
	if p := u.Pages(); p != (Pages{Used: 8096 - 16 - 1 + 1, Reserved: 8096 - 16 - 1 + 1, IAM: 1}) {
		t.Errorf("%+v", p)
	}
	verify(t, s, u)
}

func TestTwoUnitsAndHoles(t *testing.T) {
	s, _ := newTestSpace(t)
	a, b := newUnit(t, s, 1), newUnit(t, s, 2)
	take := func(u *Unit, want uint32) {
		t.Helper()
		if got := mustPage(t, u.NewPage); got != want {
			t.Fatalf("object %d: page %d, want %d", u.ObjectID(), got, want)
		}
	}
	free := func(u *Unit, no uint32) {
		t.Helper()
		if err := u.FreePage(page.MakeID(1, no)); err != nil {
			t.Fatal(err)
		}
		verify(t, s, a, b)
	}
	for i := range uint32(8) {
		take(a, 16+i)
		take(b, 24+i)
	}
	take(a, 32)
	free(a, 18)
	free(a, 20)
	take(a, 33) // the newest extent first
	for i := range uint32(6) {
		take(a, 34+i)
	}
	take(a, 18) // then the lowest hole
	take(a, 20)
	take(a, 40)
	for i := range uint32(8) {
		free(b, 24+i)
	}
	if p := b.Pages(); p != (Pages{Used: 1, Reserved: 1, IAM: 1}) {
		t.Errorf("%+v", p)
	}
	for i := range uint32(7) {
		take(a, 41+i)
	}
	take(a, 48) // above the newest, not the free extent below
	c := newUnit(t, s, 3)
	if got := mustPage(t, c.NewPage); got != 24 {
		t.Errorf("a new unit's first page %d, want the lowest free extent's, 24", got)
	}
	verify(t, s, a, b, c)
	free = nil
	if err := a.FreePage(page.MakeID(1, 18)); err != nil {
		t.Fatal(err)
	}
	for _, no := range []uint32{18, 8, 9, 200, 24} {
		if err := a.FreePage(page.MakeID(1, no)); err == nil {
			t.Errorf("page %d freed although it is not allocated to the unit", no)
		}
	}
}

// Two cursors, as for the leaf and the level above, keep their extents apart.
func TestCursors(t *testing.T) {
	s, _ := newTestSpace(t)
	u := newUnit(t, s, 1)
	leaf, up := u.NewCursor(), u.NewCursor()
	for i := range uint32(8) {
		if got := mustPage(t, leaf.NewPage); got != 16+i {
			t.Fatalf("leaf page %d, want %d", got, 16+i)
		}
	}
	if got := mustPage(t, up.NewPage); got != 24 {
		t.Fatalf("level-1 page %d, want 24", got)
	}
	if got := mustPage(t, leaf.NewPage); got != 32 {
		t.Fatalf("leaf page %d, want 32", got)
	}
	if got := mustPage(t, u.NewPage); got != 40 {
		t.Fatalf("page %d outside the cursors, want 40", got)
	}
	if got := mustPage(t, up.NewPage); got != 25 {
		t.Fatalf("level-1 page %d, want 25", got)
	}
	if err := leaf.Close(); err != nil {
		t.Fatal(err)
	}
	if err := up.Close(); err != nil {
		t.Fatal(err)
	}
	verify(t, s, u)
	for want := uint32(41); want < 48; want++ {
		if got := mustPage(t, u.NewPage); got != want {
			t.Fatalf("page %d, want %d", got, want)
		}
	}
	if got := mustPage(t, u.NewPage); got != 26 {
		t.Fatalf("page %d, want 26 left by the cursor", got)
	}
	verify(t, s, u)
}

// More than one GAM interval, in a file of which only the maps take memory.
func TestSecondInterval(t *testing.T) {
	s, f := newTestSpace(t)
	u := newUnit(t, s, 7)
	const pages = page.GAMInterval + 2*page.PFSInterval
	seen := make([]bool, pages+100)
	n := 0
	for {
		no := mustPage(t, u.NewPage)
		if seen[no] {
			t.Fatalf("page %d allocated twice", no)
		}
		seen[no] = true
		n++
		if no > pages {
			break
		}
	}
	for _, no := range []uint32{511232, 511233, 511238, 511239, 8088, 16176, 517632} {
		if seen[no] {
			t.Errorf("map page %d given to a table", no)
		}
	}
	for _, no := range []uint32{511234, 511237, 8089, 8095} {
		if !seen[no] {
			t.Errorf("page %d beside a map not used", no)
		}
	}
	if p := u.Pages(); p.Used != int64(n)+2 || p.IAM != 2 {
		t.Errorf("%+v after %d pages", p, n)
	}
	verify(t, s, u)
	ext, got := page.ID(0), 0
	if err := u.Extents(func(first page.ID, m uint8) bool {
		if first <= ext {
			t.Errorf("extent %v after %v", first, ext)
		}
		ext = first
		for ; m != 0; m &= m - 1 {
			got++
		}
		return true
	}); err != nil || got != n {
		t.Errorf("extents with %d pages, allocated %d: %v", got, n, err)
	}
	checkpoint(t, s)
	reopened, err := Open(s.st)
	if err != nil {
		t.Fatal(err)
	}
	v, err := reopened.OpenUnit(u.FirstIAM())
	if err != nil {
		t.Fatal(err)
	}
	if v.Pages() != u.Pages() || v.newest != u.newest || v.ready != u.ready {
		t.Errorf("reopened %+v, newest %v %x; was %+v, %v %x", v.Pages(), v.newest, v.ready, u.Pages(), u.newest, u.ready)
	}
	verify(t, reopened, v)
	// The second interval goes with the file's tail; the IAM page that described it stays.
	for no := page.GAMInterval; no < len(seen); no++ {
		if seen[no] {
			if err := v.FreePage(page.MakeID(1, uint32(no))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := reopened.Trim(); err != nil {
		t.Fatal(err)
	}
	if n := v.Pages().IAM; n != 2 || f.Pages() != page.GAMInterval {
		t.Errorf("%d IAM pages, a file of %d pages", n, f.Pages())
	}
	verify(t, reopened, v)
	checkpoint(t, reopened)
	if reopened, err = Open(s.st); err != nil {
		t.Fatal(err)
	}
	if v, err = reopened.OpenUnit(u.FirstIAM()); err != nil {
		t.Fatal(err)
	}
	verify(t, reopened, v)
	if err := v.Drop(); err != nil {
		t.Fatal(err)
	}
	verify(t, reopened)
	if err := reopened.Trim(); err != nil {
		t.Fatal(err)
	}
	if f.Pages() != 16 {
		t.Errorf("file of %d pages after drop and trim", f.Pages())
	}
	verify(t, reopened)
	again := newUnit(t, reopened, 8)
	for range 9000 {
		mustPage(t, again.NewPage)
	}
	verify(t, reopened, again)
}
