package btree

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"scanfrag/internal/pagefile"
)

var errDrive = errors.New("the drive is gone")

// Reads and extensions of the file fail now and then: the row is in or it is not, and the tree stays sound.
func TestTree_driveErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		op   pagefile.Op
		kind int
	}{
		{"reads", pagefile.OpRead, 0},
		{"reads, long rows", pagefile.OpRead, 2},
		{"disk full", pagefile.OpResize, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			rnd := seedRand(t)
			var armed, size atomic.Int64 // the operation that fails, counting down, 0: none; pages of the file
			f := pagefile.Faulty(pagefile.NewMem("test"), func(op pagefile.Op, first uint32, pages int) error {
				if op == pagefile.OpResize {
					grows := pages > int(size.Load())
					if !grows || armed.Load() == 0 {
						size.Store(int64(pages))
						return nil
					}
				}
				switch {
				case op != c.op || armed.Load() == 0:
					return nil
				case op == pagefile.OpResize: // full until there is room again
					return errDrive
				case armed.Add(-1) == 0:
					return errDrive
				}
				return nil
			})
			k := modelKinds()[c.kind]
			sp := newSpaceOn(t, 16, f)
			tree := k.tb.create(t, sp)
			var rows []*modelRow
			failed := 0
			for step := range 4000 {
				r := k.random(rnd)
				if step < 2500 {
					r.payload = bytes.Repeat([]byte{7}, 1000+rnd.IntN(max(1, k.maxPayload-1000)))
				}
				if c.op == pagefile.OpResize {
					armed.Store(int64(step / 100 % 2))
					if step%20 == 0 {
						if err := sp.Trim(); err != nil {
							t.Fatal(err)
						}
					}
				} else if step%3 == 0 {
					armed.Store(0)
					if err := sp.Store().Checkpoint(t.Context()); err != nil {
						t.Fatal(err)
					}
					sp.Store().DropClean()
					armed.Store(1 + rnd.Int64N(6))
				}
				var err error
				i, _ := slices.BinarySearchFunc(rows, r, func(a, b *modelRow) int {
					if c := k.compareKey(a, b); c != 0 {
						return c
					}
					return -1
				})
				switch {
				case step%4 == 3 && len(rows) > 0:
					i := rnd.IntN(len(rows))
					var key Key
					tree.KeyOf(&key, k.clean(rows[i]))
					var ok bool
					remove := tree.Delete
					if rnd.IntN(2) == 0 {
						remove = tree.Remove
					}
					if ok, err = remove(key, nil); ok {
						rows = slices.Delete(rows, i, i+1)
					}
				case step%16 == 14:
					_, err = tree.Clean(t.Context())
				case step%4 == 2 && len(rows) > 0:
					i := rnd.IntN(len(rows))
					n := *rows[i]
					n.payload = r.payload
					var ok bool
					if ok, err = tree.Replace(k.record(&n), nil); ok {
						rows[i] = &n
					}
				default:
					var stored []byte
					if stored, err = tree.Insert(k.record(r), nil); err == nil {
						r.uniq = tree.sh.leafUniq(stored)
						rows = slices.Insert(rows, i, r)
					}
				}
				if err != nil {
					failed++
					if !errors.Is(err, errDrive) {
						t.Fatalf("step %d: %v", step, err)
					}
				}
				if step%400 == 399 {
					armed.Store(0)
					tree.freeOrphans()
					k.verify(t, tree, rows)
				}
			}
			if failed < 10 {
				t.Errorf("only %d operations failed", failed)
			}
		})
	}
}

// A scan of a file that cannot be read says which page, from every kind of cursor.
func TestScan_driveErrors(t *testing.T) {
	var broken atomic.Bool
	f := pagefile.Faulty(pagefile.NewMem("test"), func(op pagefile.Op, first uint32, pages int) error {
		if op == pagefile.OpRead && broken.Load() && first <= 200 && 200 < first+uint32(pages) {
			return errDrive
		}
		return nil
	})
	sp := newSpaceOn(t, 16, f)
	tb := sheaTable()
	tree := tb.create(t, sp)
	tb.load(t, tree, 1, 7000, func(i int) int { return i })
	for _, opt := range []ScanOptions{{}, {NoReadAhead: true}, {AllocationOrder: true}} {
		for _, workers := range []int{1, 2} {
			broken.Store(false)
			if r := coldScan(t, sp, tree, Range{}, opt, workers); r.rows != 7000 {
				t.Errorf("%d rows", r.rows)
			}
			sp.Store().DropClean()
			broken.Store(true)
			n, err := countWith(tree, Range{}, workers, opt)
			if !errors.Is(err, errDrive) || !strings.Contains(err.Error(), "200") {
				t.Errorf("%+v, %d workers: counted %d, error %v", opt, workers, n, err)
			}
		}
	}
	broken.Store(false)
}

func TestOpen_badMeta(t *testing.T) {
	tb := sheaTable()
	sp := newSpace(t, 16)
	tree := tb.create(t, sp)
	tb.load(t, tree, 1, 100, func(i int) int { return i })
	good := tree.Meta()
	for _, m := range []Meta{{}, {FirstIAM: good.FirstIAM, Root: good.Root, First: good.First, Depth: 99}, {FirstIAM: good.Root, Root: good.Root, First: good.First, Depth: 2}} {
		if _, err := Open(sp, tb.def, m); err == nil {
			t.Errorf("%+v was opened", m)
		}
	}
	// A root that is not one: each operation says so.
	bad := good
	bad.Root = good.First
	tree, err := Open(sp, tb.def, bad)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Insert(tb.template(), nil); err == nil {
		t.Error("a row was inserted below a leaf")
	}
	if n, err := countWith(tree, Range{}, 1, ScanOptions{}); err == nil {
		t.Errorf("counted %d", n)
	}
	if errs := tree.Check(t.Context()); len(errs) == 0 {
		t.Error("Check found nothing")
	}
}
