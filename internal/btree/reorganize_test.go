package btree

import (
	"bytes"
	"slices"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// reorganize does all steps.
func reorganize(t *testing.T, r *Reorganizer, between func()) {
	t.Helper()
	for more, n := true, 0; more; n++ {
		var err error
		if more, err = r.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if between != nil {
			between()
		}
		if n > 10000 {
			t.Fatal("it does not end")
		}
	}
}

// leafIDs are the leaves in key order, with the records of each.
func leafIDs(t *testing.T, tree *Tree) (ids []page.ID, rows []int) {
	t.Helper()
	if err := tree.Walk(t.Context(), 0, nil, func(id page.ID, p *page.Page) error {
		ids, rows = append(ids, id), append(rows, p.SlotCount())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return ids, rows
}

// Rows come and go between the steps; each leaves a sound tree, and once nothing changes any more the leaves lie in order.
func TestReorganize_model(t *testing.T) {
	for _, k := range modelKinds() {
		t.Run(k.name, func(t *testing.T) {
			rnd := seedRand(t)
			tree := k.tb.create(t, newSpace(t, 32))
			var rows []*modelRow
			change := func(grow bool) {
				if i := rnd.IntN(len(rows) + 1); !grow && i < len(rows) {
					if !k.tb.def.Unique || rnd.IntN(4) > 0 { // a ghost keeps its uniquifier from being given again
						k.removeRow(t, tree, rows[i])
					} else if ok, err := tree.Delete(k.keyOf(t, tree, rows[i]), nil); err != nil || !ok {
						t.Fatal(ok, err)
					}
					rows = slices.Delete(rows, i, i+1)
					return
				}
				rows = k.insertRow(t, tree, rows, k.random(rnd))
			}
			for _, fill := range []int{0, 70, 100} {
				for range 500 {
					change(true)
				}
				for range 300 {
					change(false)
				}
				before, _ := leafIDs(t, tree)
				r := tree.Reorganize(fill)
				r.step = 1 + rnd.IntN(8)
				busy := 20
				reorganize(t, r, func() {
					k.verify(t, tree, rows)
					if busy > 0 {
						busy--
						change(rnd.IntN(2) == 0)
						change(rnd.IntN(2) == 0)
					}
				})
				cleanAll(t, tree)
				reorganize(t, tree.Reorganize(fill), nil)
				k.verify(t, tree, rows)
				after, _ := leafIDs(t, tree)
				if !slices.IsSorted(after[1:]) { // the first may hold but a ghost
					t.Errorf("the leaves lie at %v", after)
				}
				if len(after) > len(before)+40 {
					t.Errorf("%d leaves, %d before", len(after), len(before))
				}
				again := tree.Reorganize(fill)
				reorganize(t, again, nil)
				if again.Moved+again.Removed > 0 {
					t.Errorf("a second time %d pages moved, %d removed", again.Moved, again.Removed)
				}
			}
		})
	}
}

// Eight rows a page, every second one deleted: pages are emptied until the rest is full to the fill factor.
func TestReorganize_fillFactor(t *testing.T) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(999)})
	for _, c := range []struct{ fill, rows, pages int }{{0, 8, 50}, {100, 8, 50}, {75, 6, 67}, {40, 4, 100}} {
		tree := tb.create(t, newSpace(t, 16))
		rec := tb.template()
		for i := range 800 {
			tb.setInt(rec, 0, int32(i))
			if _, err := tree.Insert(rec, nil); err != nil {
				t.Fatal(err)
			}
		}
		for i := 0; i < 800; i += 2 {
			tb.setInt(rec, 0, int32(i))
			var key Key
			tree.KeyOf(&key, rec)
			if ok, err := tree.Remove(key, nil); err != nil || !ok {
				t.Fatal(err)
			}
		}
		r := tree.Reorganize(c.fill)
		reorganize(t, r, nil)
		checkTree(t, tree)
		ids, rows := leafIDs(t, tree)
		if len(ids) != c.pages || rows[0] != c.rows || r.Removed != int64(100-c.pages) || r.Scanned < int64(c.pages) {
			t.Errorf("fill factor %d: %d pages, %d rows on the first, %d removed, %d scanned; %d pages of %d rows wanted", c.fill, len(ids), rows[0], r.Removed, r.Scanned, c.pages, c.rows)
		}
	}
}

// A rebuild copies uniquifiers; gaps in them stay, and rows out of order are refused.
func TestBuild_copy(t *testing.T) {
	tb := newTable(false, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.VarCharOf(100)})
	sp := newSpace(t, 16)
	tree := tb.create(t, sp)
	rec := page.WithVar(nil, tb.template(), 1, []byte("payload"), false)
	for i := range 3000 {
		tb.setInt(rec, 0, int32(i%7))
		if _, err := tree.Insert(rec, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 40 {
		k := Key{Cols: [][]byte{{byte(i % 7), 0, 0, 0}}, Exact: true, Uniquifier: uint32(i * 3)}
		if ok, err := tree.Remove(k, nil); err != nil || !ok {
			t.Fatal(ok, err)
		}
	}
	var all [][]byte
	eachRow(t, tree, Range{}, func(rec []byte) { all = append(all, bytes.Clone(rec)) })
	build := func(all [][]byte) (*Tree, error) {
		i := 0
		return Build(t.Context(), sp, tb.def, BuildOptions{FillFactor: 60, Copy: true, MemPages: 128}, func() ([]byte, error) {
			if i == len(all) {
				return nil, nil
			}
			i++
			return all[i-1], nil
		})
	}
	again, err := build(all)
	if err != nil {
		t.Fatal(err)
	}
	checkTree(t, again)
	i := 0
	eachRow(t, again, Range{}, func(rec []byte) {
		if !bytes.Equal(rec, all[i]) {
			t.Fatalf("row %d is %x, was %x", i, rec, all[i])
		}
		i++
	})
	if i != len(all) {
		t.Errorf("%d rows of %d", i, len(all))
	}
	all[5], all[6] = all[6], all[5]
	if _, err := build(all); err == nil {
		t.Error("rows out of order were taken")
	}
}
