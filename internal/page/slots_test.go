package page

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"
)

func randRecord(rng *rand.Rand, max int) []byte {
	n := rng.Intn(max)
	if rng.Intn(8) == 0 {
		n = 0
	}
	b := make([]byte, n)
	rng.Read(b)
	if rng.Intn(2) == 0 {
		return AppendRecord(nil, Layout{FixedEnd: 4 + n, Cols: 3}, b, []byte{byte(rng.Intn(8))}, nil)
	}
	return AppendRecord(nil, Layout{FixedEnd: 4, Cols: 3, Vars: 2}, nil, nil, [][]byte{b[:n/3], b[n/3:]})
}

func verifyRecords(t *testing.T, p *Page, model [][]byte) {
	t.Helper()
	if p.SlotCount() != len(model) {
		t.Fatalf("%d slots, model %d", p.SlotCount(), len(model))
	}
	used := 2 * len(model)
	for i, want := range model {
		if got := p.Record(i); !bytes.Equal(got, want) || (got == nil) != (want == nil) {
			t.Fatalf("slot %d: % x, model % x", i, got, want)
		}
		used += len(want)
	}
	if p.Used() != used {
		t.Fatalf("used %d, model %d", p.Used(), used)
	}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
}

// B-tree operations against a slice of records.
func TestSlotsModel(t *testing.T) {
	rng := newRand(t)
	for range 30 {
		p, max := new(Page), []int{20, 200, 3000}[rng.Intn(3)]
		p.Init(TypeData, 0, MakeID(1, 9), 1, 1)
		var model [][]byte
		last := -1 // slot of the record placed last; -1 none
		for range 1500 {
			n := len(model)
			switch op := rng.Intn(10); {
			case op < 5:
				i, rec := rng.Intn(n+1), randRecord(rng, max)
				fits := p.FreeCount() >= len(rec)+2
				if p.Insert(i, rec) != fits {
					t.Fatalf("insert of %d bytes with %d free: %v", len(rec), p.FreeCount(), !fits)
				}
				if fits {
					model = slices.Insert(model, i, rec)
					last = i
				}
			case op < 7 && n > 0:
				i := rng.Intn(n)
				p.Remove(i)
				model = slices.Delete(model, i, i+1)
				if i == last {
					last = -1
				} else if i < last {
					last--
				}
			case op < 9 && n > 0:
				i, rec := rng.Intn(n), randRecord(rng, max)
				grow := len(rec) - len(model[i])
				if ok := p.Replace(i, rec); ok != (p.FreeCount()+boolInt(ok)*grow >= grow) {
					t.Fatalf("replace growing by %d with %d free: %v", grow, p.FreeCount(), ok)
				} else if ok {
					model[i] = rec
					if grow > 0 {
						last = i
					}
				}
			case n > 1:
				from := rng.Intn(n)
				dst := new(Page)
				dst.Init(TypeData, 0, MakeID(1, 10), 1, 1)
				p.MoveTail(dst, from)
				verifyRecords(t, dst, model[from:])
				if got := dst.LastPlaced(); got != n-from-1 {
					t.Fatalf("last placed of the page that received rows %d, want the highest, %d", got, n-from-1)
				}
				if got := p.LastPlaced(); got != -1 {
					t.Fatalf("last placed of the page that lost rows %d, want none", got)
				}
				last = -1
				model = model[:from:from]
				if rng.Intn(2) == 0 {
					p, model, last = dst, nil, dst.LastPlaced()
					for i := range dst.SlotCount() {
						model = append(model, bytes.Clone(dst.Record(i)))
					}
				}
			}
			verifyRecords(t, p, model)
			if got := p.LastPlaced(); got != last {
				t.Fatalf("last placed %d, model %d", got, last)
			}
		}
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Heap operations: slot numbers never change, trailing empty slots go.
func TestHeapSlotsModel(t *testing.T) {
	rng := newRand(t)
	for range 30 {
		p, max := new(Page), []int{20, 200, 3000}[rng.Intn(3)]
		p.Init(TypeData, 0, MakeID(1, 9), 1, 1)
		var model [][]byte
		var undo []func() // restores what the last deletes took away, latest first
		for range 1500 {
			n := len(model)
			switch op := rng.Intn(10); {
			case op < 5:
				rec := randRecord(rng, max)
				fits := p.FitsHeap(len(rec))
				want := slices.IndexFunc(model, func(b []byte) bool { return b == nil })
				if want < 0 {
					want = n
				}
				slot, ok := p.PutHeap(rec)
				if ok != fits || slot != want {
					t.Fatalf("put %d bytes: slot %d %v, want %d %v", len(rec), slot, ok, want, fits)
				}
				if ok {
					undo = nil
					if slot == n {
						model = append(model, nil)
					}
					model[slot] = rec
				}
			case op < 8 && n > 0:
				i := rng.Intn(n)
				if model[i] == nil {
					continue
				}
				rec := model[i]
				p.EmptySlot(i)
				model[i] = nil
				for len(model) > 0 && model[len(model)-1] == nil {
					model = model[:len(model)-1]
				}
				undo = append(undo, func() {
					if !p.PutHeapAt(i, rec) {
						t.Fatalf("restore of slot %d, %d bytes: no room", i, len(rec))
					}
					if p.PutHeapAt(i, rec) {
						t.Fatalf("slot %d restored twice", i)
					}
					for i >= len(model) {
						model = append(model, nil)
					}
					model[i] = rec
				})
			case op < 9:
				for len(undo) > 0 {
					undo[len(undo)-1]()
					undo = undo[:len(undo)-1]
					verifyRecords(t, p, model)
				}
			case n > 0:
				i, rec := rng.Intn(n), randRecord(rng, max)
				if model[i] != nil && p.Replace(i, rec) {
					model[i] = rec
					undo = nil
				}
			}
			verifyRecords(t, p, model)
		}
		if a, b, c := p.CountKinds(); a != len(model)-p.EmptySlots() || b+c != 0 {
			t.Fatalf("counted %d %d %d of %d slots", a, b, c, len(model))
		}
	}
}

func BenchmarkInsertReplaceRecord(b *testing.B) {
	p := new(Page)
	rec := sized(35, 1)
	b.ReportAllocs()
	for b.Loop() {
		p.Init(TypeData, 0, MakeID(1, 9), 1, 1)
		for {
			if _, ok := p.PutHeap(rec); !ok {
				break
			}
		}
		for i := range p.SlotCount() {
			p.Replace(i, p.Record(i))
		}
	}
}
