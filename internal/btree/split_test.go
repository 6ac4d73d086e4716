package btree

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/sqltype"
)

// sim is an independent model of the split rules on rows of one length: pages are key
// slices, numbered from one counter for all levels.
type sim struct {
	leafCap, nodeCap int
	pages            int          // allocated so far
	levels           [][]*simNode // levels[0]: parents of leaves, in key order
	leafOf           []*simPage   // leaves in key order
}

type simPage struct {
	no   int
	keys []int
	last int // key placed last; -1: none
}

type simNode struct {
	no, kids int
}

func (s *sim) alloc() int { s.pages++; return s.pages - 1 }

func newSim(leafCap, nodeCap int) *sim {
	s := &sim{leafCap: leafCap, nodeCap: nodeCap}
	s.leafOf = []*simPage{{no: s.alloc(), last: -1}}
	return s
}

func (s *sim) insert(key int) {
	i, ok := slices.BinarySearchFunc(s.leafOf, key, func(p *simPage, k int) int {
		if len(p.keys) == 0 {
			return -1
		}
		return p.keys[0] - k
	})
	if !ok && i > 0 {
		i--
	}
	p := s.leafOf[i]
	pos, _ := slices.BinarySearch(p.keys, key)
	if len(p.keys) < s.leafCap {
		p.keys, p.last = slices.Insert(p.keys, pos, key), key
		return
	}
	n := len(p.keys)
	q := &simPage{no: s.alloc(), last: -1}
	at := i + 1
	move := func(from int, left bool) {
		q.keys = append(q.keys, p.keys[from:]...)
		q.last = q.keys[len(q.keys)-1]
		p.keys, p.last = p.keys[:from:from], -1
		to := q
		if left {
			to = p
		} else {
			pos -= from
		}
		to.keys, to.last = slices.Insert(to.keys, pos, key), key
	}
	lastSlot := slices.Index(p.keys, p.last)
	switch {
	case pos == n:
		q.keys, q.last = []int{key}, key
	case pos == 0 && i == 0:
		q.keys, q.last = []int{key}, key
		at = 0
	case lastSlot >= 0 && lastSlot == pos-1:
		move(pos, true)
	case lastSlot >= 0 && lastSlot == pos && pos >= 2:
		move(pos-1, false)
	default:
		move(n/2, pos <= n/2)
	}
	s.leafOf = slices.Insert(s.leafOf, at, q)
	s.addChild(0, max(at, 1)) // a new first page takes over the first entry: the new entry comes second
}

// addChild puts an entry at position at of a level, halving the node it falls into.
func (s *sim) addChild(level, at int) {
	if level == len(s.levels) {
		s.levels = append(s.levels, []*simNode{{no: s.alloc(), kids: 2}})
		return
	}
	nodes := s.levels[level]
	i := 0
	for i < len(nodes)-1 && at > nodes[i].kids { // an entry goes behind the one before it
		at -= nodes[i].kids
		i++
	}
	if nodes[i].kids < s.nodeCap {
		nodes[i].kids++
		return
	}
	m := &simNode{no: s.alloc()}
	half := nodes[i].kids / 2
	m.kids, nodes[i].kids = nodes[i].kids-half, half
	if at <= half {
		nodes[i].kids++
	} else {
		m.kids++
	}
	s.levels[level] = slices.Insert(nodes, i+1, m)
	s.addChild(level+1, i+1)
}

// shape is what the physical statistics see of a leaf level.
type leafShape struct {
	pages, fragments, switches int
	nonLeaf                    []int // pages by level, from 1
}

func (s *sim) shape() leafShape {
	sh := leafShape{pages: len(s.leafOf), fragments: 1}
	for i, p := range s.leafOf[1:] {
		before := s.leafOf[i]
		if p.no != before.no+1 {
			sh.fragments++
		}
		if p.no/8 != before.no/8 {
			sh.switches++
		}
	}
	for _, l := range s.levels {
		sh.nonLeaf = append(sh.nonLeaf, len(l))
	}
	return sh
}

// shapeOf measures a tree; it also returns the leaf's density in percent.
func shapeOf(t testing.TB, tree *Tree) (leafShape, float64) {
	t.Helper()
	sh := leafShape{fragments: 1}
	var before page.ID
	var bytes float64
	err := tree.Walk(context.Background(), 0, nil, func(id page.ID, p *page.Page) error {
		if before != 0 {
			if id != before+1 {
				sh.fragments++
			}
			if id.Extent() != before.Extent() {
				sh.switches++
			}
		}
		before = id
		sh.pages++
		bytes += float64(p.Used() - page.SlotSize)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for level := 1; level < tree.Meta().Depth; level++ {
		n := 0
		err := tree.Walk(context.Background(), level, nil, func(page.ID, *page.Page) error { n++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		sh.nonLeaf = append(sh.nonLeaf, n)
	}
	return sh, bytes / float64(sh.pages) / 8094 * 100
}

// load inserts one row per key, in order.
func (tb *table) load(t testing.TB, tree *Tree, keyCol int, n int, key func(i int) int) {
	t.Helper()
	rec := tb.template()
	for i := 1; i <= n; i++ {
		tb.setInt(rec, 0, int32(i))
		tb.setInt(rec, keyCol, int32(key(i)))
		if _, err := tree.Insert(rec, nil); err != nil {
			t.Fatalf("row %d: %v", i, err)
		}
	}
}

func alternating(n int) func(int) int {
	return func(i int) int {
		if i%2 == 0 {
			return i
		}
		return n - i
	}
}

// wideTable is the published alternating load's: 270-byte index records, 29 children a page.
func wideTable() *table {
	return newTable(false,
		col{typ: sqltype.Of(sqltype.Int), nullable: true},
		col{typ: sqltype.Of(sqltype.Int), nullable: true, key: 1},
		col{typ: sqltype.CharOf(256), nullable: true, key: 2},
		col{typ: sqltype.CharOf(740), nullable: true})
}

// The random orders are bijections: the modulus is a prime above the number of rows.
func TestInsert_endStatesFollowTheSplitRules(t *testing.T) {
	wide := wideTable()
	unique := newTable(true,
		col{typ: sqltype.Of(sqltype.Int)},
		col{typ: sqltype.Of(sqltype.Int), key: 1},
		col{typ: sqltype.CharOf(1000)})
	for _, c := range []struct {
		name             string
		tb               *table
		n                int
		key              func(i int) int
		leafCap, nodeCap int
	}{
		{"alternating", sheaTable(), 20000, alternating(20000), 7, 8096 / 16},
		{"alternating, wide key", wide, 20000, alternating(20000), 7, 29},
		{"descending", sheaTable(), 20000, func(i int) int { return 20000 - i }, 7, 8096 / 16},
		{"descending, wide key", wide, 9000, func(i int) int { return 9000 - i }, 7, 29},
		{"ascending", sheaTable(), 20000, func(i int) int { return i }, 7, 8096 / 16},
		{"ascending, unique", unique, 9000, func(i int) int { return i }, 7, 622},
		{"random", sheaTable(), 20010, func(i int) int { return i * 7919 % 20011 }, 7, 8096 / 16},
		{"random, unique", unique, 9006, func(i int) int { return i * 4421 % 9007 }, 7, 622},
		{"three insertion points", sheaTable(), 9000, func(i int) int { return i%3*3000 + i/3 }, 7, 8096 / 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := c.tb.create(t, newSpace(t, 256))
			c.tb.load(t, tree, 1, c.n, c.key)
			s := newSim(c.leafCap, c.nodeCap)
			for i := 1; i <= c.n; i++ {
				s.insert(c.key(i))
			}
			got, density := shapeOf(t, tree)
			want := s.shape()
			if got.pages != want.pages || got.fragments != want.fragments || got.switches != want.switches || !slices.Equal(got.nonLeaf, want.nonLeaf) {
				t.Errorf("tree %+v, rules give %+v", got, want)
			}
			t.Logf("%+v, %.2f %% fragmentation, %.1f %% density", got, float64(got.fragments-1)/float64(got.pages)*100, density)
			checkTree(t, tree)
		})
	}
}

// The published end states at full size (2009 posts): minutes and gigabytes, so on request.
func TestInsert_publishedEndStates(t *testing.T) {
	if os.Getenv("SCANFRAG_LONG") == "" {
		t.Skip("set SCANFRAG_LONG=1 to run")
	}
	for _, c := range []struct {
		name             string
		tb               *table
		n                int
		key              func(i int) int
		pages            [2]int
		frag, density    float64
		switches, within int
		nonLeaf          [2]int
	}{
		{"alternating", sheaTable(), 2000000, alternating(2000000), [2]int{466667, 466668}, 85.8, 53.8, 300130, 100, [2]int{1000, 2000}},
		{"reverse", sheaTable(), 3000000, func(i int) int { return 3000000 - i }, [2]int{428572, 428572}, 100.0, 87.9, 53784, 250, [2]int{1000, 2000}},
		// The limit of 7,864,320 KB leaves room for 49,707 non-leaf pages. Fragmentation and switches are the
		// rules' own: only the page count of this load was published.
		{"alternating, 270-byte index records", wideTable(), 4000000, alternating(4000000), [2]int{933333, 933334}, 86.7, 53.6, 605000, 2000, [2]int{49350, 49550}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := pagefile.OpenOS(filepath.Join(t.TempDir(), "data"), pagefile.Options{Create: true})
			if err != nil {
				t.Fatal(err)
			}
			tree := c.tb.create(t, newSpaceOn(t, 512, f))
			c.tb.load(t, tree, 1, c.n, c.key)
			sh, density := shapeOf(t, tree)
			frag := float64(sh.fragments-1) / float64(sh.pages) * 100
			t.Logf("%+v, %.2f %% fragmentation, %.2f %% density", sh, frag, density)
			if sh.pages < c.pages[0] || sh.pages > c.pages[1] {
				t.Errorf("%d leaf pages, %v wanted", sh.pages, c.pages)
			}
			if d := frag - c.frag; d < -0.05 || d > 0.05 {
				t.Errorf("fragmentation %.2f %%, %.1f wanted", frag, c.frag)
			}
			if d := density - c.density; d < -0.06 || d > 0.06 {
				t.Errorf("density %.2f %%, %.1f wanted", density, c.density)
			}
			if d := sh.switches - c.switches; d < -c.within || d > c.within {
				t.Errorf("%d extent switches, %d within %d wanted", sh.switches, c.switches, c.within)
			}
			if n := sum(sh.nonLeaf); n < c.nonLeaf[0] || n > c.nonLeaf[1] {
				t.Errorf("%d non-leaf pages, %v wanted", n, c.nonLeaf)
			}
			checkTree(t, tree)
		})
	}
}
