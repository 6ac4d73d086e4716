package btree

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

func cleanAll(t testing.TB, tree *Tree) {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = tree.Clean(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	switch n := tree.Unit().GhostPages(); n {
	case 0:
	case 1:
		if id, err := tree.Unit().FindGhosts(0); id != tree.Meta().First || err != nil {
			t.Fatalf("page %v may have ghosts after the clean-up (%v)", id, err)
		}
	default:
		t.Fatalf("%d pages may have ghosts after the clean-up", n)
	}
}

// ghostModel is a tree beside its rows, in transactions that are committed or undone as the engine does it.
type ghostModel struct {
	*testing.T
	k    *modelKind
	rnd  *rand.Rand
	tree *Tree
	rows []*modelRow
	undo []func() (ok bool, err error)
}

func (m *ghostModel) delete(i int) {
	m.Helper()
	r := m.rows[i]
	key := m.k.keyOf(m.T, m.tree, r)
	if ok, err := m.tree.Delete(key, nil); err != nil || !ok {
		m.Fatalf("delete: %v %v", ok, err)
	}
	if got, ok, err := m.tree.Get(nil, key, nil); err != nil || ok {
		m.Fatalf("a deleted row is still found: %x %v", got, err)
	}
	for _, gone := range []func() (bool, error){
		func() (bool, error) { return m.tree.Delete(key, nil) },
		func() (bool, error) { return m.tree.Remove(key, nil) },
	} {
		if ok, err := gone(); ok || err != nil {
			m.Fatalf("deleted twice: %v %v", ok, err)
		}
	}
	m.rows = slices.Delete(m.rows, i, i+1)
	m.undo = append(m.undo, func() (bool, error) { return m.tree.Revive(key, nil) })
}

func (m *ghostModel) insert(r *modelRow) {
	m.Helper()
	i, _ := slices.BinarySearchFunc(m.rows, r, func(a, b *modelRow) int {
		if c := m.k.compareKey(a, b); c != 0 {
			return c
		}
		return -1
	})
	same := i > 0 && m.k.compareKey(m.rows[i-1], r) == 0
	stored, err := m.tree.Insert(m.k.record(r), nil)
	if m.k.tb.def.Unique && same {
		var dup *DuplicateKey
		if !errors.As(err, &dup) {
			m.Fatalf("insert of a duplicate: %v", err)
		}
		return
	}
	if err != nil {
		m.Fatal(err)
	}
	r.uniq = m.tree.sh.leafUniq(stored)
	if same && r.uniq <= m.rows[i-1].uniq {
		m.Fatalf("uniquifier %d after %d", r.uniq, m.rows[i-1].uniq)
	}
	if !bytes.Equal(stored, m.k.clean(r)) {
		m.Fatalf("stored as %x, %x wanted", stored, m.k.clean(r))
	}
	m.rows = slices.Insert(m.rows, i, r)
	if g := m.tree.Overwritten(); len(g) > 0 {
		g = bytes.Clone(g)
		m.undo = append(m.undo, func() (bool, error) { return m.tree.Replace(g, nil) })
		return
	}
	key := m.k.keyOf(m.T, m.tree, r)
	m.undo = append(m.undo, func() (bool, error) { return m.tree.Remove(key, nil) })
}

func (m *ghostModel) replace(i int) {
	m.Helper()
	r := *m.rows[i]
	old := m.k.clean(&r)
	r.payload = bytes.Repeat([]byte{1}, m.rnd.IntN(m.k.maxPayload))
	if ok, err := m.tree.Replace(m.k.record(&r), nil); err != nil || !ok {
		m.Fatalf("replace: %v %v", ok, err)
	}
	m.rows[i] = &r
	m.undo = append(m.undo, func() (bool, error) { return m.tree.Replace(old, nil) })
}

// Random transactions of inserts, deletes and replaces, committed or undone, with clean-ups between
// them: the rows are the model's after each, and the tree is sound.
func TestGhosts_model(t *testing.T) {
	for _, k := range modelKinds() {
		t.Run(k.name, func(t *testing.T) {
			m := &ghostModel{T: t, k: k, rnd: seedRand(t), tree: k.tb.create(t, newSpace(t, 32))}
			var again []*modelRow // deleted, to be inserted with the same key
			const transactions = 120
			for n := range transactions {
				m.tree.Begin(uint64(1+n), m.rnd.IntN(4) > 0)
				before := slices.Clone(m.rows)
				m.undo = m.undo[:0]
				grow := n/30%2 == 0
				for range 1 + m.rnd.IntN(40) {
					switch op := m.rnd.IntN(10); {
					case op < 2 && len(m.rows) > 0:
						m.replace(m.rnd.IntN(len(m.rows)))
					case (op < 5) == grow && len(m.rows) > 0:
						i := m.rnd.IntN(len(m.rows))
						again = append(again, m.rows[i])
						m.delete(i)
					case op%2 == 0 && len(again) > 0:
						r := *again[m.rnd.IntN(len(again))]
						r.uniq, r.payload = 0, bytes.Repeat([]byte{2}, m.rnd.IntN(k.maxPayload))
						m.insert(&r)
					default:
						m.insert(k.random(m.rnd))
					}
				}
				if m.rnd.IntN(3) == 0 {
					for _, undo := range slices.Backward(m.undo) {
						if ok, err := undo(); err != nil || !ok {
							t.Fatalf("transaction %d: undo: %v %v", n, ok, err)
						}
					}
					m.rows = before
				}
				again = again[max(0, len(again)-50):]
				k.verify(t, m.tree, m.rows)
				switch m.rnd.IntN(5) {
				case 0:
					cleanAll(t, m.tree)
					k.verify(t, m.tree, m.rows)
				case 1:
					if _, err := m.tree.Clean(t.Context()); err != nil {
						t.Fatal(err)
					}
					k.verify(t, m.tree, m.rows)
				}
			}
			for len(m.rows) > 0 {
				m.delete(m.rnd.IntN(len(m.rows)))
			}
			k.verify(t, m.tree, nil)
			cleanAll(t, m.tree)
			k.verify(t, m.tree, nil)
			if n := m.tree.Unit().Pages(); n.Used-n.IAM != int64(m.tree.Meta().Depth) {
				t.Errorf("an empty tree of %d levels has %d pages", m.tree.Meta().Depth, n.Used-n.IAM)
			}
		})
	}
}

// A page full of ghosts of a transaction that has ended takes new rows without a split; one of the present
// transaction's ghosts does not.
func TestGhosts_beforeSplit(t *testing.T) {
	for _, c := range []struct {
		name  string
		xact  uint64
		clean bool
		pages int64
	}{
		{"of a transaction that ended", 2, true, 3},
		{"of the same transaction", 1, true, 5},
		{"clean-up switched off", 2, false, 5},
	} {
		tb := sheaTable()
		tree := tb.create(t, newSpace(t, 16))
		tree.Begin(1, true)
		tb.load(t, tree, 1, 14, func(i int) int { return 10 * i })
		for k := 20; k <= 60; k += 10 {
			if ok, err := tree.Delete(*intKey(k), nil); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		tree.Begin(c.xact, c.clean)
		rec := tb.template()
		for k := 21; k < 26; k++ {
			tb.setInt(rec, 1, int32(k))
			if _, err := tree.Insert(rec, nil); err != nil {
				t.Fatal(err)
			}
		}
		if n := tree.Unit().Pages(); n.Used-n.IAM != c.pages {
			t.Errorf("%s: %d pages, %d wanted", c.name, n.Used-n.IAM, c.pages)
		}
		checkTree(t, tree)
	}
}

// A uniquifier does not depend on whether ghosts were cleaned up.
func TestGhosts_uniquifier(t *testing.T) {
	for _, clean := range []bool{false, true} {
		tb := sheaTable()
		tree := tb.create(t, newSpace(t, 16))
		tree.Begin(1, true)
		tb.load(t, tree, 1, 3, func(int) int { return 5 })
		tb.load(t, tree, 1, 1, func(int) int { return 9 })
		del := func(u uint32) {
			t.Helper()
			k := intKey(5)
			k.Uniquifier, k.Exact = u, true
			if ok, err := tree.Delete(*k, nil); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		insert := func() uint32 {
			t.Helper()
			if clean {
				cleanAll(t, tree)
			}
			rec := tb.template()
			tb.setInt(rec, 1, 5)
			stored, err := tree.Insert(rec, nil)
			if err != nil {
				t.Fatal(err)
			}
			return tree.sh.leafUniq(stored)
		}
		tree.Begin(2, true)
		del(1)
		del(2)
		if u := insert(); u != 1 {
			t.Errorf("cleaned %v: uniquifier %d after the highest two were deleted, 1 wanted", clean, u)
		}
		del(0)
		del(1)
		if u := insert(); u != 0 {
			t.Errorf("cleaned %v: uniquifier %d after all were deleted, 0 wanted", clean, u)
		}
		if n := count(t, tree, Range{Lo: intKey(5), Hi: intKey(5)}, 1); n != 1 {
			t.Errorf("%d rows", n)
		}
		checkTree(t, tree)
	}
}

// Whole pages go in key order, a level at a time; the check names a ghost that the PFS byte does not know of.
func TestGhosts_wholePages(t *testing.T) {
	tb := sheaTable()
	tree := tb.create(t, newSpace(t, 32))
	const rows = 7000
	tb.load(t, tree, 1, rows, func(i int) int { return i })
	for k := 1; k <= rows; k++ {
		if k%1000 != 0 {
			if ok, err := tree.Delete(*intKey(k), nil); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
	}
	if n := tree.Unit().GhostPages(); n != rows/7 {
		t.Errorf("%d pages with ghosts of %d", n, rows/7)
	}
	cleanAll(t, tree)
	checkTree(t, tree)
	if sh, _ := shapeOf(t, tree); sh.pages != 8 {
		t.Errorf("%d leaf pages for 7 rows far apart and the first leaf", sh.pages)
	}
	if ok, err := tree.Delete(*intKey(3000), nil); !ok || err != nil {
		t.Fatal(ok, err)
	}
	id, err := tree.Unit().FindGhosts(0)
	if err != nil || id == 0 {
		t.Fatal(id, err)
	}
	if err := tree.Unit().MarkGhosts(id, false); err != nil {
		t.Fatal(err)
	}
	if errs := tree.Check(t.Context()); len(errs) != 1 {
		t.Errorf("a ghost without its PFS bit: %v", errs)
	}
}
