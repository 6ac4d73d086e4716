package btree

import (
	"slices"

	"scanfrag/internal/page"
)

// orphan is a page that left the tree but could not be deallocated when it did.
type orphan struct {
	id    page.ID
	tries int
}

const freeTries = 3

// newPage allocates a page.
func (t *Tree) newPage() (page.ID, error) {
	t.freeOrphans()
	return t.unit.NewPage()
}

// free deallocates a page that nothing in the tree leads to any more. The operation that made it
// superfluous has succeeded by then: a drive error here is not its own. The page
// is tried again by the next operation that allocates or frees; if that fails, too, it is lost
// space that a check of the database reports.
func (t *Tree) free(id page.ID) {
	t.freeOrphans()
	if t.unit.FreePage(id) != nil {
		t.orphans = append(t.orphans, orphan{id, 1})
	}
}

func (t *Tree) freeOrphans() {
	if len(t.orphans) == 0 {
		return
	}
	t.orphans = slices.DeleteFunc(t.orphans, func(o orphan) bool { return o.tries >= freeTries || t.unit.FreePage(o.id) == nil })
	for i := range t.orphans {
		t.orphans[i].tries++
	}
}
