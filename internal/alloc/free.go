package alloc

import (
	"errors"
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

var errDropped = errors.New("the allocation unit was dropped")

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
	if f == nil || f.owner(ext) != u || systemMask(ext)>>(id&7)&1 != 0 {
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
	u.rooms.add(id, int(b&page.PFSClass), -1)
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
	u.disownExtent(ext)
	if ext == u.newest {
		u.ready = 0
	}
	return u.s.mark(ext, true, false)
}

// Drop deallocates everything, IAM chain included, and forgets the pages in the pool.
func (u *Unit) Drop() error {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	if u.dropped {
		return nil
	}
	if err := u.drop(); err != nil {
		return fmt.Errorf("deallocate object %d: %w", u.objID, err)
	}
	return nil
}

func (u *Unit) drop() error {
	s := u.s
	for i, id := range u.singles {
		if id != 0 {
			if err := u.freeSingle(i); err != nil {
				return err
			}
		}
	}
	for i := range u.iams {
		if err := u.dropInterval(&u.iams[i]); err != nil {
			return err
		}
	}
	first := u.iams[0].id
	for _, m := range u.iams {
		if err := s.freeMixedPage(m.id); err != nil {
			return err
		}
	}
	delete(s.units, first)
	*u = Unit{s: s, grp: u.grp, objID: u.objID, indexID: u.indexID, iams: u.iams[:1], dropped: true, busy: map[page.ID]bool{}}
	return nil
}

// dropInterval gives the extents of one IAM page back, with one pin for each map
// page, and neighbours forgotten together.
func (u *Unit) dropInterval(m *iam) (err error) {
	s := u.s
	im, err := s.mapPage(m.id, page.TypeIAM)
	if err != nil {
		return err
	}
	defer im.Release()
	gamID, _ := mapsOf(m.start)
	gam, err := s.mapPage(gamID, page.TypeGAM)
	if err != nil {
		return err
	}
	defer gam.Release()
	im.Dirty()
	gam.Dirty()
	var pfs bufpool.Ref
	var pfsID, from, to page.ID
	flush := func() {
		s.st.Forget(from, int(to-from))
		from, to = 0, 0
	}
	defer func() {
		flush()
		if pfsID != 0 {
			pfs.Release()
		}
	}()
	for bit := im.Page.NextMapBit(0, true); bit >= 0; bit = im.Page.NextMapBit(bit+1, true) {
		ext := m.start + page.ID(bit*page.ExtentPages)
		if at := pfsOf(ext); at != pfsID {
			if pfsID != 0 {
				pfs.Release()
				pfsID = 0
			}
			if pfs, err = s.mapPage(at, page.TypePFS); err != nil {
				return err
			}
			pfs.Dirty()
			pfsID = at
		}
		for i := range page.ID(page.ExtentPages) {
			if systemMask(ext)>>i&1 != 0 {
				continue
			}
			if ext+i != to {
				flush()
				from = ext + i
			}
			to = ext + i + 1
			pfs.Page.SetPFS(pfsIndex(ext+i), 0)
		}
		u.disownExtent(ext)
		gam.Page.SetMapBit(bit, true)
		s.file(ext).free++
		im.Page.SetMapBit(bit, false)
	}
	return nil
}
