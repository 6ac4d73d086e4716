package alloc

import (
	"errors"
	"testing"

	"scanfrag/internal/page"
)

func fill(t *testing.T, u *Unit, extents int) {
	t.Helper()
	for range extents * page.ExtentPages {
		mustPage(t, u.NewPage)
	}
}

// A large unit's extents stay taken until they are given back in batches; a small one's go at once.
func TestDropLater(t *testing.T) {
	s, _ := newTestSpace(t)
	small, large := newUnit(t, s, 100), newUnit(t, s, 101)
	fill(t, small, DeferredExtents)
	fill(t, large, DeferredExtents+1)
	for _, u := range []*Unit{small, large} {
		if err := u.DropLater(); err != nil {
			t.Fatal(err)
		}
		if err := u.DropLater(); err != nil {
			t.Fatal(err)
		}
		if _, err := u.NewPage(); !errors.Is(err, errDropped) {
			t.Errorf("a page of a dropped unit: %v", err)
		}
	}
	d := s.Deferred()
	if want := (Pages{Used: 129*8 + 1, Reserved: 129*8 + 1, IAM: 1}); len(d) != 1 || d[0].FirstIAM != large.FirstIAM() || d[0].Pages != want {
		t.Fatalf("deferred: %+v, pages %+v wanted", d, want)
	}
	verify(t, s)
	for left := 129; left > 0; left -= 50 {
		if got := s.Deferred()[0].Pages; got.Reserved != int64(left*8+1) || got.Used != got.Reserved {
			t.Fatalf("%+v left, %d extents wanted", got, left)
		}
		more, err := s.Deallocate(50)
		if err != nil || more != (left > 50) {
			t.Fatalf("more %v, %v", more, err)
		}
		verify(t, s)
	}
	if more, err := s.Deallocate(50); more || err != nil || len(s.Deferred()) != 0 {
		t.Fatalf("more %v, %v", more, err)
	}
	if err := s.Trim(); err != nil {
		t.Fatal(err)
	}
	if h := s.HighWater(1); h != 16 {
		t.Errorf("%d pages are left of nothing", h)
	}
}

// Where a page comes to lie does not depend on how far the background has come.
func TestDropLater_allocation(t *testing.T) {
	for _, batch := range []int{0, 7, 1000} {
		s, _ := newTestSpace(t)
		u, other := newUnit(t, s, 100), newUnit(t, s, 101)
		fill(t, u, 200)
		first := page.MakeID(1, 16)
		if err := u.DropLater(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Deallocate(batch); err != nil {
			t.Fatal(err)
		}
		if got := mustPage(t, other.NewPage); got != first.No() {
			t.Errorf("after %d extents: page %d, %d wanted", batch, got, first.No())
		}
		if len(s.Deferred()) != 0 {
			t.Error("an extent was given out before the dropped ones were given back")
		}
		verify(t, s, other)
	}
}

// Extents that nobody gives back any more (a unit lost in a crash) are named by the check.
func TestDropLater_lost(t *testing.T) {
	s, _ := newTestSpace(t)
	u := newUnit(t, s, 100)
	fill(t, u, 129)
	if err := u.DropLater(); err != nil {
		t.Fatal(err)
	}
	s.deferred = nil
	if errs := s.Check(nil); len(errs) < 129 {
		t.Errorf("%d findings for 129 lost extents", len(errs))
	}
}
