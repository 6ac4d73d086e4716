package engine

import (
	"context"

	"scanfrag/internal/page"
)

// levelMeasure is what a walk of a whole tree finds out about one level.
type levelMeasure struct {
	sums  recordSums
	order order
	first page.ID
	some  page.ID // any page of the level
}

// measureTree reads every page of a tree once, in allocation order, remembering each page's
// successor (8 bytes a page); the order of each level is followed afterwards, in memory.
func (s *storage) measureTree(ctx context.Context) ([]levelMeasure, error) {
	list, err := extentsOf(s.unit())
	if err != nil {
		return nil, err
	}
	depth := s.tree.Meta().Depth
	levels := make([]levelMeasure, depth)
	next := newSuccessors(list)
	err = list.walk(ctx, s.store(), func(n int, p *page.Page) error {
		if err := s.owned(p); err != nil {
			return err
		}
		level := int(p.Level())
		if level >= depth {
			return s.damaged("page %v is on level %d of an index of %d levels", p.ID(), level, depth)
		}
		m := &levels[level]
		m.sums.add(p)
		m.some = p.ID()
		next.put(p.ID(), p.Next(), level)
		if p.Prev() == 0 {
			if m.first != 0 {
				return s.damaged("pages %v and %v both begin level %d", m.first, p.ID(), level)
			}
			m.first = p.ID()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	owned := list.byNumber()
	for n := range levels {
		m := &levels[n]
		m.order.owned = owned
		for id := m.first; id != 0; {
			if m.order.pages == m.sums.pages {
				return nil, s.damaged("the page chain of level %d has more than its %d pages at page %v: it is cyclic", n, m.sums.pages, id)
			}
			m.order.add(id)
			var ok bool
			if id, ok = next.of(id, n); !ok {
				return nil, s.damaged("the page chain of level %d leaves the level for page %v", n, id)
			}
		}
		if m.order.pages != m.sums.pages {
			return nil, s.damaged("the page chain of level %d, which begins at page %v, has %d of its %d pages, not all with page %v", n, m.first, m.order.pages, m.sums.pages, m.some)
		}
	}
	return levels, nil
}

// successors maps every page of a unit to the next one in its chain. Pages are found through a dense
// table of extents: 4 bytes an extent between the first and the last one of each file.
type successors struct {
	base  map[uint16]page.ID
	index map[uint16][]uint32 // by extent: number of the extent in the list, plus 1
	next  []page.ID           // 8 an extent
	mask  []uint8             // allocated pages of an extent, all its entries of the list together (a mixed one may have several)
}

func newSuccessors(list extentList) *successors {
	x := &successors{base: map[uint16]page.ID{}, index: map[uint16][]uint32{}, next: make([]page.ID, len(list)*page.ExtentPages), mask: make([]uint8, len(list))}
	low, high := map[uint16]page.ID{}, map[uint16]page.ID{}
	for _, e := range list {
		f := e.First.File()
		if b, ok := low[f]; !ok || e.First < b {
			low[f] = e.First
		}
		high[f] = max(high[f], e.First)
	}
	for f, b := range low {
		x.base[f] = b
		x.index[f] = make([]uint32, (high[f]-b)/page.ExtentPages+1)
	}
	for n, e := range list {
		f := e.First.File()
		at := &x.index[f][(e.First-x.base[f])/page.ExtentPages]
		if *at == 0 {
			*at = uint32(n + 1)
		}
		x.mask[*at-1] |= e.Mask
	}
	return x
}

func (x *successors) place(id page.ID) (int, bool) {
	f := id.File()
	ix, base := x.index[f], x.base[f]
	if id < base || int((id-base)/page.ExtentPages) >= len(ix) {
		return 0, false
	}
	n := ix[(id-base)/page.ExtentPages]
	return int(n-1)*page.ExtentPages + int(id%page.ExtentPages), n != 0
}

// What put keeps beside the page number: that the page was met, and on which level.
const (
	metBit   = 1 << 63
	levelBit = 48
)

func (x *successors) put(id, next page.ID, level int) {
	if i, ok := x.place(id); ok {
		x.next[i] = next | metBit | page.ID(level)<<levelBit
	}
}

// of is id's successor; ok false when id is none of the level's pages.
func (x *successors) of(id page.ID, level int) (next page.ID, ok bool) {
	i, ok := x.place(id)
	if !ok || x.next[i]>>levelBit != metBit>>levelBit|page.ID(level) {
		return id, false
	}
	return x.next[i] & (1<<levelBit - 1), true
}

// leafOrder lists the leaf in key order from the level above, without reading it: allocated pages of the index, each once.
func (s *storage) leafOrder(ctx context.Context) (*order, error) {
	list, err := extentsOf(s.unit())
	if err != nil {
		return nil, err
	}
	o := order{owned: list.byNumber()}
	m := s.tree.Meta()
	if m.Depth == 1 {
		o.add(m.Root)
		return &o, nil
	}
	listed, above := newSuccessors(list), []page.ID{}
	note := func(id page.ID, _ *page.Page) error { above = append(above, id); return nil }
	for level := 2; level < m.Depth; level++ {
		if err := s.tree.Walk(ctx, level, nil, note); err != nil {
			return nil, err
		}
	}
	err = s.tree.Walk(ctx, 1, nil, func(id page.ID, p *page.Page) error {
		above = append(above, id)
		for i, n := 0, p.SlotCount(); i < n; i++ {
			child := page.ChildPage(p.Record(i), p.MinLen())
			at, ok := listed.place(child)
			if !ok || listed.mask[at/page.ExtentPages]>>(at%page.ExtentPages)&1 == 0 {
				return s.damaged("entry %d of page %v leads to page %v, which is not allocated to it", i, id, child)
			}
			if before := listed.next[at]; before != 0 {
				return s.damaged("pages %v and %v both lead to page %v", before, id, child)
			}
			listed.next[at] = id
			o.add(child)
		}
		return nil
	})
	for _, id := range above {
		if at, ok := listed.place(id); err == nil && ok && listed.next[at] != 0 {
			err = s.damaged("page %v leads to page %v, which is above the leaf", listed.next[at], id)
		}
	}
	if err == nil && o.pages+m.NonLeaf != s.pages() {
		err = s.damaged("the pages above the leaf, root %v, lead to %d leaf pages, %d are allocated", m.Root, o.pages, s.pages()-m.NonLeaf)
	}
	return &o, err
}
