package btree

import (
	"context"
	"slices"

	"scanfrag/internal/page"
)

// leafOrder lists the leaves in key order, and where each of them should lie: the first leaf of a file's in the first
// page of that file that has a leaf, and so on.
type leafOrder struct {
	ids     []page.ID // in key order
	parents []parentShare
	pages   []page.ID // the same pages by file and number
	rank    []int32   // of ids[i], its place in pages
	holder  []int32   // of pages[i], its place in ids
	target  []int32   // of ids[i], the place in pages that it should have
}

// parentShare says that the leaves from number first on are listed by a level-1 page.
type parentShare struct {
	id    page.ID
	first int
}

// parent is the level-1 page that lists leaf i, and where.
func (o *leafOrder) parent(i int) (id page.ID, slot int) {
	lo, hi := 0, len(o.parents)
	for hi-lo > 1 {
		if m := (lo + hi) / 2; o.parents[m].first <= i {
			lo = m
		} else {
			hi = m
		}
	}
	return o.parents[lo].id, i - o.parents[lo].first
}

// id is leaf i, 0 beyond either end.
func (o *leafOrder) id(i int) page.ID {
	if i < 0 || i >= len(o.ids) {
		return 0
	}
	return o.ids[i]
}

// swap exchanges the pages of leaves i and j.
func (o *leafOrder) swap(i, j int) {
	o.ids[i], o.ids[j] = o.ids[j], o.ids[i]
	o.rank[i], o.rank[j] = o.rank[j], o.rank[i]
	o.holder[o.rank[i]], o.holder[o.rank[j]] = int32(i), int32(j)
}

// list reads the order of the leaves from the level above them.
func (o *leafOrder) list(ctx context.Context, t *Tree) error {
	o.ids, o.parents = o.ids[:0], o.parents[:0]
	err := t.Walk(ctx, 1, nil, func(id page.ID, p *page.Page) error {
		o.parents = append(o.parents, parentShare{id, len(o.ids)})
		for i := range p.SlotCount() {
			o.ids = append(o.ids, p.Child(i))
		}
		return nil
	})
	if err != nil {
		return err
	}
	n := len(o.ids)
	o.pages = append(o.pages[:0], o.ids...)
	slices.Sort(o.pages)
	o.rank, o.holder, o.target = make([]int32, n), make([]int32, n), make([]int32, n)
	next := map[uint16]int32{} // by file: the place in pages that its next leaf should have
	for i, id := range o.pages {
		if _, ok := next[id.File()]; !ok {
			next[id.File()] = int32(i)
		} else if o.pages[i-1] == id {
			return t.damaged("page %v is listed twice in the level above", id)
		}
	}
	first, err := t.get(o.ids[0], 0, nil)
	if err != nil {
		return err
	}
	ghost := first.Page.GhostCount() == first.Page.SlotCount()
	first.Release()
	stays := int32(-1)
	for i, id := range o.ids {
		k, _ := slices.BinarySearch(o.pages, id)
		o.rank[i], o.holder[k] = int32(k), int32(i)
		if i == 0 && ghost {
			stays = int32(k)
			o.target[0] = stays
			continue
		}
		if next[id.File()] == stays {
			next[id.File()]++
		}
		o.target[i] = next[id.File()]
		next[id.File()]++
	}
	return nil
}
