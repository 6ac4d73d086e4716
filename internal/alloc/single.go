package alloc

import (
	"fmt"

	"scanfrag/internal/page"
)

// Single pages: where the database's setting says so, the first eight pages of a unit come one by one from
// mixed extents, which units share. The first IAM page of the chain keeps them in its eight single-page slots.
// From the first uniform extent on the unit takes uniform extents only.

// Uniform keeps the unit from taking single pages: an index that is built on data of eight pages or more
// begins with uniform extents.
func (u *Unit) Uniform() {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	u.uniform = true
}

// singlePage allocates a page of a mixed extent where the unit is to have one; 0: it is not.
func (u *Unit) singlePage() (page.ID, error) {
	if !u.s.mixed || u.uniform || u.extents > 0 || u.grp.catalog {
		return 0, nil
	}
	slot := u.slotOf(0)
	if slot < 0 {
		return 0, nil
	}
	id, err := u.s.mixedPage(u.grp, page.PFSAllocated|page.PFSMixed)
	if err != nil {
		return 0, u.full(err)
	}
	if err := u.setSlot(slot, id); err != nil {
		if e := u.s.freeMixedPage(id); e != nil {
			err = fmt.Errorf("%w (and page %v is lost: %v)", err, id, e)
		}
		return 0, err
	}
	u.s.singles[id] = u
	u.used++
	u.s.counts.PagesAllocated++
	u.rooms.add(id, 0, 1)
	return id, nil
}

// slotOf is the slot that holds id, or the first empty one for 0; -1: none.
func (u *Unit) slotOf(id page.ID) int {
	for i, s := range u.singles {
		if s == id {
			return i
		}
	}
	return -1
}

func (u *Unit) setSlot(slot int, id page.ID) error {
	err := u.s.edit(u.iams[0].id, page.TypeIAM, func(p *page.Page) { p.SetSinglePage(slot, id) })
	if err != nil {
		return err
	}
	u.singles[slot] = id
	if id != 0 {
		u.nSingle++
	} else {
		u.nSingle--
	}
	return nil
}

// freeSingle gives the page in a slot back.
func (u *Unit) freeSingle(slot int) error {
	id := u.singles[slot]
	r, err := u.s.pfs(id)
	if err != nil {
		return err
	}
	b := r.Page.PFS(pfsIndex(id))
	r.Release()
	if err := u.setSlot(slot, 0); err != nil {
		return err
	}
	delete(u.s.singles, id)
	u.used--
	u.s.counts.PagesFreed++
	u.count(id, b, -1)
	return u.s.freeMixedPage(id)
}

// adoptSingle takes over a page that slot i of IAM page iam says is owned.
func (u *Unit) adoptSingle(iam page.ID, first bool, i int, id page.ID) error {
	s := u.s
	f := s.file(id)
	switch {
	case !first:
		return fmt.Errorf("IAM page %v has page %v in a single-page slot, which only the first of a chain may", iam, id)
	case f == nil || id.No() >= f.high || isSystem(id):
		return fmt.Errorf("IAM page %v owns page %v, which was never given out", iam, id)
	case s.singles[id] != nil:
		return fmt.Errorf("IAM page %v owns page %v, as object %d does", iam, id, s.singles[id].objID)
	}
	r, err := s.pfs(id)
	if err != nil {
		return err
	}
	b := r.Page.PFS(pfsIndex(id))
	r.Release()
	if b&(page.PFSAllocated|page.PFSMixed|page.PFSIAM) != page.PFSAllocated|page.PFSMixed {
		return fmt.Errorf("IAM page %v owns page %v, whose PFS byte 0x%02x is not that of a page in a mixed extent", iam, id, b)
	}
	u.singles[i] = id
	u.nSingle++
	s.singles[id] = u
	u.used++
	u.count(id, b, 1)
	return nil
}

// singleExtents appends the extents of the single pages in slot order.
func (u *Unit) singleExtents(list []ownedExtent) []ownedExtent {
	var prev page.ID
	for _, id := range u.singles {
		if id == 0 {
			continue
		}
		if n := len(list); n > 0 && id > prev && id.Extent() == list[n-1].first {
			list[n-1].pages |= 1 << (id & 7)
		} else {
			list = append(list, ownedExtent{id.Extent(), 1 << (id & 7)})
		}
		prev = id
	}
	return list
}

// mine are the unit's pages of an extent: all of an owned one, the single pages of a mixed one.
func (u *Unit) mine(f *file, ext page.ID) (mask uint8) {
	if f.owner(ext) == u {
		return ^systemMask(ext)
	}
	if u.nSingle == 0 {
		return 0
	}
	for _, id := range u.singles {
		if id != 0 && id.Extent() == ext {
			mask |= 1 << (id & 7)
		}
	}
	return mask
}
