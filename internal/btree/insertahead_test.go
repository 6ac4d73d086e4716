package btree

import (
	"context"
	"hash/fnv"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// ends is the order of a load from both ends: even keys rise, odd ones fall, and they pass each other half-way.
func ends(n int) func(i int) int {
	return func(i int) int {
		if i%2 == 0 {
			return i
		}
		return n - i
	}
}

// loadEnds loads n rows with a 200-byte key in the order of key into a pool of so many MiB.
func loadEnds(t *testing.T, mib int64, n int, key func(i int) int, io *bufpool.IO) *Tree {
	t.Helper()
	tb := newTable(false,
		col{typ: sqltype.Of(sqltype.Int), key: 1},
		col{typ: sqltype.CharOf(200), key: 2},
		col{typ: sqltype.CharOf(800)})
	tree := tb.create(t, newSpace(t, mib))
	rec := tb.template()
	for i := 1; i <= n; i++ {
		tb.setInt(rec, 0, int32(key(i)))
		if _, err := tree.Insert(rec, io); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

// contents is a hash over the tree's pages of all levels, in chain order, with their numbers.
func contents(t *testing.T, tree *Tree) uint64 {
	t.Helper()
	h := fnv.New64a()
	for level := range tree.Meta().Depth {
		err := tree.Walk(context.Background(), level, nil, func(_ page.ID, p *page.Page) error {
			for i := range p.SlotCount() {
				h.Write(p.Record(i))
			}
			h.Write(p[8:40]) // neighbours, counts and the page's own number
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return h.Sum64()
}

func TestInsert_readsAhead(t *testing.T) {
	const n = 24000 // 5,900 pages: almost three times the small pool
	var small, large bufpool.IO
	a := loadEnds(t, 16, n, ends(n), &small)
	b := loadEnds(t, 128, n, ends(n), &large)
	if large.Physical.Load()+large.ReadAhead.Load() != 0 {
		t.Errorf("all in the pool: %d physical, %d read-ahead reads", large.Physical.Load(), large.ReadAhead.Load())
	}
	// What read-ahead looks up in upper pages is no logical read.
	if s, l := small.Logical.Load(), large.Logical.Load(); s != l {
		t.Errorf("%d logical reads with a small pool, %d with a large one", s, l)
	}
	// On an idle machine one page in twenty is read by the insert itself; on a busy one the readers lag.
	if p, r := small.Physical.Load(), small.ReadAhead.Load(); r < 2000 || p > r {
		t.Errorf("%d pages read one by one, %d read ahead", p, r)
	}
	checkTree(t, a)
	if contents(t, a) != contents(t, b) {
		t.Error("the pages differ from those loaded without a miss")
	}
}

func TestInsert_randomReadsNothingAhead(t *testing.T) {
	const n = 20011 // a prime
	var io bufpool.IO
	tree := loadEnds(t, 16, n-1, func(i int) int { return i * 7919 % n }, &io)
	if p, r := io.Physical.Load(), io.ReadAhead.Load(); p < 1000 || r > p/50 {
		t.Errorf("%d pages read one by one, %d read ahead", p, r)
	}
	checkTree(t, tree)
}
