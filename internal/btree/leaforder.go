package btree

import (
	"context"
	"slices"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

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

// pinned is a set of pages that are going to be changed together.
type pinned struct{ refs []bufpool.Ref }

func (s *pinned) get(t *Tree, id page.ID, level int) (bufpool.Ref, error) {
	ref, err := t.get(id, level, nil)
	if err == nil {
		s.refs = append(s.refs, ref)
	}
	return ref, err
}

func (s *pinned) dirty() {
	for _, r := range s.refs {
		r.Dirty()
	}
}

func (s *pinned) release() {
	for _, r := range s.refs {
		r.Release()
	}
	s.refs = nil
}
