package btree

import (
	"fmt"

	"scanfrag/internal/page"
)

// Place is where the current row lies.
func (sc *Scan) Place() page.RID { return page.RID{Page: sc.ref.Page.ID(), Slot: uint16(sc.slot)} }

// Place is where the row of the exact key lies; no logical reads.
func (t *Tree) Place(key Key) (rid page.RID, err error) {
	if rid.Page, err = t.LeafFor(key, nil); err != nil {
		return rid, err
	}
	var k searchKey
	if err := t.fullKey(&k, &key); err != nil {
		return rid, err
	}
	ref, err := t.get(rid.Page, 0, nil)
	if err != nil {
		return rid, err
	}
	defer ref.Release()
	slot := t.sh.rankLeaf(ref.Page, &k, false)
	if slot >= ref.Page.SlotCount() || t.sh.cmpLeaf(&k, ref.Page.Raw(slot), 0) != 0 {
		return rid, fmt.Errorf("index %d of object %d: leaf %v has no row of the key that was just read", t.def.IndexID, t.def.ObjID, rid.Page)
	}
	rid.Slot = uint16(slot)
	return rid, nil
}
