package heap

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/page"
)

// A stub that points nowhere is an error that names its page, for every reader.
func TestDamagedStubs(t *testing.T) {
	for name, target := range map[string]page.RID{
		"slot past the last": {Page: page.MakeID(1, 17), Slot: 900},
		"a primary row":      {Page: page.MakeID(1, 16), Slot: 1},
		"itself":             {Page: page.MakeID(1, 16), Slot: 0},
		"a map page":         {Page: page.MakeID(1, 1), Slot: 0},
		"another object":     {Page: page.MakeID(1, 9), Slot: 0},
		"past the file":      {Page: page.MakeID(1, 1<<31), Slot: 0},
		"no such file":       {Page: page.MakeID(7, 16), Slot: 0},
		"page 0:0":           {},
	} {
		x := newHeap(t)
		rids := x.fill(7)
		x.update(rids[0], fixedRow(7000))
		r, err := x.st.Get(rids[0].Page, nil)
		if err != nil {
			t.Fatal(err)
		}
		was := page.StubTarget(r.Page.Record(0))
		setStub := func(to page.RID) {
			r.Dirty()
			copy(r.Page.Record(0), page.AppendStub(nil, to))
		}
		setStub(target)
		scan := func(f func(s *Scan) error) error {
			sup, err := x.h.NewSupplier(context.Background(), ScanOptions{})
			if err != nil {
				return err
			}
			s := sup.NewScan()
			defer s.Close()
			return f(s)
		}
		for what, err := range map[string]error{
			"count":  scan(func(s *Scan) error { _, err := s.Count(); return err }),
			"next":   scan(func(s *Scan) error { s.Next(); return s.Err() }),
			"get":    func() error { _, err := x.h.Get(nil, rids[0], nil); return err }(),
			"update": x.h.Update(rids[0], fixedRow(100), nil),
			"delete": x.h.Delete(rids[0], nil),
		} {
			var d *page.DamageError
			if !errors.As(err, &d) || d.Page != rids[0].Page || !strings.Contains(err.Error(), "stub in slot 0 points to "+target.String()) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		want := fmt.Sprintf("Object ID 42, forwarding row page %v, slot 0 points to page %v, slot %d. Did not encounter forwarded row. Possible allocation error.", rids[0].Page, target.Page, target.Slot)
		if errs := x.h.Check(context.Background()); len(errs) == 0 || errs[0].Error() != want {
			t.Errorf("%s, check: %v", name, errs)
		}
		setStub(was)
		r.Release()
		// A forwarded row that no stub points to is found by the check.
		if name == "itself" {
			r, err := x.st.Get(was.Page, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Dirty()
			slot, ok := r.Page.PutHeap(page.AppendForwarded(nil, fixedRow(50), rids[1]))
			errs := x.h.Check(context.Background())
			if !ok || !strings.Contains(errors.Join(errs...).Error(), "slot 1 should be pointed to by forwarding row page (1:16), slot 1.") {
				t.Errorf("check: %v", errs)
			}
			r.Page.EmptySlot(slot)
			r.Release()
		}
	}
}

// Shrinking brings a forwarded row home; moving on rewrites the stub.
func TestForwardedAgain(t *testing.T) {
	x := newHeap(t)
	rids := x.fill(7)
	for _, n := range []int{2000, 7000, 8060} {
		x.update(rids[0], fixedRow(n))
		if s := x.shape(); s.stubs != 1 || s.moved != 1 {
			t.Errorf("row of %d bytes: %+v", n, s)
		}
		x.check()
	}
	x.update(rids[0], fixedRow(1015))
	if s := x.shape(); s.stubs != 0 || s.moved != 0 || s.rows != 7 {
		t.Errorf("row of 1,015 bytes again: %+v", s)
	}
}

// Published: 10,000 rows of int and varchar(890) filled, shrunk by update: 1,272 pages
// still; put anew they take 29.
func TestPublishedShrink(t *testing.T) {
	x := newHeap(t)
	var rids []page.RID
	for range 10_000 {
		rids = append(rids, x.insert(varRow(4, 2, 890)))
	}
	full := x.shape().pages
	if full < 1250 || full > 1272 {
		t.Errorf("%d pages, published 1,272 in all", full)
	}
	for _, rid := range rids {
		x.update(rid, varRow(4, 2, 5))
	}
	if s := x.shape(); s.pages != full || s.rows != 10_000 {
		t.Errorf("after shrinking %+v", s)
	}
}
