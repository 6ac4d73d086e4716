package alloc

import (
	"errors"
	"fmt"

	"scanfrag/internal/page"
)

// FreePage deallocates a page; an extent without pages goes back to the GAM.
func (u *Unit) FreePage(id page.ID) error {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	if err := u.freePage(id); err != nil {
		return fmt.Errorf("deallocate page %v of object %d: %w", id, u.objID, err)
	}
	return nil
}

func (u *Unit) freePage(id page.ID) error {
	if u.dropped {
		return errDropped
	}
	s, ext := u.s, id.Extent()
	f := s.file(id)
	if f != nil && s.singles[id] == u {
		return u.freeSingle(u.slotOf(id))
	}
	if f == nil || f.owner(ext) != u || isSystem(id) {
		return errors.New("it is not the object's")
	}
	r, err := s.pfs(id)
	if err != nil {
		return err
	}
	b := r.Page.PFS(pfsIndex(id))
	if b&page.PFSAllocated == 0 {
		r.Release()
		return errors.New("it is not allocated")
	}
	s.st.Forget(id, 1)
	r.Dirty()
	r.Page.SetPFS(pfsIndex(id), 0)
	r.Release()
	u.used--
	u.count(id, b, -1)
	s.counts.PagesFreed++
	s.touch(ext)
	return u.settle(ext)
}

// settle gives an extent without allocated pages back, and otherwise notes its holes.
func (u *Unit) settle(ext page.ID) error {
	if u.busy[ext] {
		return nil
	}
	r, err := u.s.pfs(ext)
	if err != nil {
		return err
	}
	used, sys := allocated(r.Page.PFSExtent(pfsIndex(ext))), systemMask(ext)
	r.Release()
	if used&^sys == 0 {
		return u.freeExtent(ext)
	}
	if used|sys != 0xff {
		u.holes.push(ext)
	}
	return nil
}

func (u *Unit) freeExtent(ext page.ID) error {
	m, err := u.iamOf(ext)
	if err != nil {
		return err
	}
	if err := u.s.edit(m, page.TypeIAM, func(p *page.Page) { p.SetMapBit(bitOf(ext), false) }); err != nil {
		return err
	}
	u.disown(ext)
	u.s.counts.ExtentsFreed++
	if ext == u.newest {
		u.ready = 0
	}
	return u.s.mark(ext, true, false)
}
