package btree

import "scanfrag/internal/page"

// Counts of pages: what the tree has above the leaf now, and what was allocated at
// each since it was made or attached.
type Counts struct{ NonLeaf, LeafAllocations, NonLeafAllocations int64 }

// Counts reads them without touching a page; safe beside a writer.
func (t *Tree) Counts() Counts {
	return Counts{t.nonLeaf.Load(), t.allocations[0].Load(), t.allocations[1].Load()}
}

// allocated notes a new page of a level.
func (t *Tree) allocated(level int) {
	t.allocations[min(level, 1)].Add(1)
	if level > 0 {
		t.nonLeaf.Add(1)
	}
}

// newPage allocates a page for a level.
func (t *Tree) newPage(level int) (page.ID, error) {
	t.freeOrphans()
	id, err := t.unit.NewPage()
	if err == nil {
		t.allocated(level)
	}
	return id, err
}

// free deallocates a page that nothing in the tree leads to any more. The operation that made it
// superfluous has succeeded by then: a drive error here is not its own. The page
// is tried again by later operations that allocate or free; a check of the database reports what still waits.
func (t *Tree) free(id page.ID, level int) {
	t.freeOrphans()
	if level > 0 {
		t.nonLeaf.Add(-1)
	}
	if t.unit.FreePage(id) != nil {
		t.orphans = append(t.orphans, id)
	}
}

// freeOrphans gives the waiting pages back, up to the first that fails again; that one goes to the end of the queue.
func (t *Tree) freeOrphans() {
	for len(t.orphans) > 0 {
		id := t.orphans[0]
		t.orphans = t.orphans[1:]
		if t.unit.FreePage(id) != nil {
			t.orphans = append(t.orphans, id)
			return
		}
	}
}
