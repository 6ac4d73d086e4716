package heap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"scanfrag/internal/page"
)

func randRow(rng *rand.Rand) []byte {
	n := 2 + rng.Intn(200)
	switch rng.Intn(10) {
	case 0:
		n = 2 + rng.Intn(8000)
	case 1:
		n = 8053
	case 2, 3:
		n = 2 + rng.Intn(10)
	}
	b := make([]byte, n)
	rng.Read(b)
	if rng.Intn(2) == 0 {
		return page.AppendRecord(nil, page.Layout{FixedEnd: 4 + n, Cols: 3}, b, []byte{byte(rng.Intn(8))}, nil)
	}
	n = max(n-10, 0)
	return page.AppendRecord(nil, page.Layout{FixedEnd: 4, Cols: 3, Vars: 2}, nil, nil, [][]byte{b[:n/3], b[n/3 : n]})
}

// Random operations against a map of rows by home, with undo.
func TestModel(t *testing.T) {
	rng := newRand(t)
	ctx := context.Background()
	for round := range 4 {
		x := newHeap(t)
		model := map[page.RID][]byte{}
		var undo []func() // of the operations since the last commit
		var committed []page.ID
		pick := func() (page.RID, bool) {
			rids := make([]page.RID, 0, len(model))
			for r := range model {
				rids = append(rids, r)
			}
			if len(rids) == 0 {
				return page.RID{}, false
			}
			slices.SortFunc(rids, func(a, b page.RID) int { return int(int64(a.Page)-int64(b.Page))*1000 + int(a.Slot) - int(b.Slot) })
			return rids[rng.Intn(len(rids))], true
		}
		fail := func(err error) {
			if err != nil {
				t.Helper()
				t.Fatal(err)
			}
		}
		for step := range 1200 {
			switch op := rng.Intn(100); {
			case op < 40:
				rec := randRow(rng)
				place := x.h.Insert
				switch rng.Intn(4) {
				case 0:
					place = x.append
				case 1:
					place = x.h.InsertBeside
				}
				rid, err := place(rec, nil)
				fail(err)
				if model[rid] != nil {
					t.Fatalf("row placed at %v, where there is one", rid)
				}
				model[rid] = rec
				undo = append(undo, func() { fail(x.h.Delete(rid, nil)); delete(model, rid) })
			case op < 75:
				rid, ok := pick()
				if !ok {
					continue
				}
				old, rec := model[rid], randRow(rng)
				fail(x.h.Update(rid, rec, nil))
				model[rid] = rec
				undo = append(undo, func() { fail(x.h.Update(rid, old, nil)); model[rid] = old })
			case op < 90:
				rid, ok := pick()
				if !ok {
					continue
				}
				old := model[rid]
				var emptied []page.ID
				fail(x.h.DeleteNoting(rid, nil, func(id page.ID) { emptied = append(emptied, id) }))
				delete(model, rid)
				if err := x.h.Delete(rid, nil); !errors.Is(err, ErrNoRow) {
					t.Fatalf("second delete of %v: %v", rid, err)
				}
				undo = append(undo, func() { fail(x.h.Restore(rid, old, nil)); model[rid] = old })
				if rng.Intn(2) == 0 { // TABLOCK: at the commit
					committed = append(committed, emptied...)
				}
			case op < 94:
				for len(undo) > 0 { // rollback
					undo[len(undo)-1]()
					undo = undo[:len(undo)-1]
				}
			case op < 97:
				undo = nil
				for _, id := range committed {
					if slices.Contains(x.pages(), id) {
						fail(x.h.FreeEmpty(id))
					}
				}
				committed = nil
			case op < 98:
				old := map[page.RID][]byte{}
				var order []page.RID
				fail(x.h.Rewrite(ctx, func(dst, rec []byte) ([]byte, error) {
					rec = page.WithVar(nil, rec, 1, []byte("changed"), false)
					if len(rec) > page.MaxRecord {
						rec = page.WithVar(nil, rec, 1, nil, false)
					}
					return append(dst, rec...), nil
				}, func(rid page.RID, rec []byte) error {
					if !bytes.Equal(rec, model[rid]) {
						return fmt.Errorf("row %v before the change: % x, model % x", rid, rec, model[rid])
					}
					old[rid] = bytes.Clone(rec)
					order = append(order, rid)
					return nil
				}, nil))
				if len(order) != len(model) {
					t.Fatalf("%d rows rewritten, model %d", len(order), len(model))
				}
				for rid, rec := range model {
					rec = page.WithVar(nil, rec, 1, []byte("changed"), false)
					if len(rec) > page.MaxRecord {
						rec = page.WithVar(nil, rec, 1, nil, false)
					}
					model[rid] = rec
				}
				undo = append(undo, func() {
					for _, rid := range slices.Backward(order) {
						fail(x.h.Update(rid, old[rid], nil))
						model[rid] = old[rid]
					}
				})
			default:
				x.cold()
				if round%2 == 1 {
					h, err := Open(x.sp, x.h.Unit().FirstIAM())
					fail(err)
					x.h = h
				}
			}
			if step%16 == 0 || step > 1190 {
				x.compare(model)
			}
		}
		x.compare(model)
		if len(model) == 0 {
			t.Error("nothing left to compare")
		}
		rid, _ := pick()
		rid.Slot = 9999
		if _, err := x.h.Get(nil, rid, nil); !errors.Is(err, ErrNoRow) {
			t.Errorf("row past the last slot: %v", err)
		}
	}
}

func (x *fixture) compare(model map[page.RID][]byte) {
	x.t.Helper()
	x.check()
	for _, opt := range []ScanOptions{{ChaseAhead: true}, {InPlace: true}} {
		s := x.scan(opt)
		seen := map[page.RID]bool{}
		for s.Next() {
			want := model[s.RID()]
			if !bytes.Equal(s.Record(), want) || seen[s.RID()] {
				x.t.Fatalf("row %v: % x, model % x; met before: %v", s.RID(), s.Record(), want, seen[s.RID()])
			}
			seen[s.RID()] = true
		}
		s.Close()
		if s.Err() != nil || len(seen) != len(model) {
			x.t.Fatalf("%d rows scanned, model %d: %v", len(seen), len(model), s.Err())
		}
		if rows, err := x.scan(opt).Count(); rows != int64(len(model)) || err != nil {
			x.t.Fatalf("%d rows counted, model %d: %v", rows, len(model), err)
		}
	}
	for rid, want := range model {
		got, err := x.h.Get([]byte{1}, rid, nil)
		if err != nil || !bytes.Equal(got[1:], want) {
			x.t.Fatalf("row %v: % x %v, model % x", rid, got, err, want)
		}
	}
}
