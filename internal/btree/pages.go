package btree

import "scanfrag/internal/page"

// Counts of pages and of entries above the leaf: those of now in NonLeaf, the others since the tree was made or attached.
type Counts struct {
	NonLeaf                                        int64 // pages above the leaf
	LeafAllocations, NonLeafAllocations            int64
	LeafMerges, NonLeafMerges                      int64 // pages that left the tree, emptied
	NonLeafInserts, NonLeafDeletes, NonLeafUpdates int64 // entries
	Splits                                         int64 // of pages of all levels; a new page at either end is one
}

// Counts reads them without touching a page; safe beside a writer.
func (t *Tree) Counts() Counts {
	c := Counts{NonLeaf: t.nonLeaf.Load(), LeafAllocations: t.allocations[0].Load(), NonLeafAllocations: t.allocations[1].Load(),
		LeafMerges: t.merges[0].Load(), NonLeafMerges: t.merges[1].Load(), NonLeafInserts: t.linked.Load(), NonLeafUpdates: t.redirected.Load()}
	c.NonLeafDeletes = c.LeafMerges + c.NonLeafMerges // each takes its entry along
	c.Splits = c.NonLeafInserts - t.roots.Load()      // a new root's first entry is the old one's
	return c
}

// allocated notes a new page of a level.
func (t *Tree) allocated(level int) {
	t.changes++
	t.allocations[min(level, 1)].Add(1)
	if level > 0 {
		t.nonLeaf.Add(1)
	}
}

// newPage allocates a page for a level, for which the level above gets an entry; the page of a new level gets the old root's.
func (t *Tree) newPage(level int) (page.ID, error) {
	t.freeOrphans()
	id, err := t.unit.NewPage()
	if err == nil {
		t.allocated(level)
		t.linked.Add(1)
		if level == t.depth {
			t.roots.Add(1)
		}
	}
	return id, err
}

// giveBack frees a page whose allocation came to nothing and passes the reason on.
func (t *Tree) giveBack(id page.ID, level int, err error) error {
	t.linked.Add(-1)
	if level == t.depth {
		t.roots.Add(-1)
	}
	t.merges[min(level, 1)].Add(-1)
	t.free(id, level)
	return err
}

// free deallocates a page that nothing in the tree leads to any more. The operation that made it
// superfluous has succeeded by then: a drive error here is not its own. The page
// is tried again by later operations that allocate or free; a check of the database reports what still waits.
func (t *Tree) free(id page.ID, level int) {
	t.freeOrphans()
	t.changes++
	t.merges[min(level, 1)].Add(1)
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
