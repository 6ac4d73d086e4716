package alloc

import (
	"fmt"
	"math/bits"

	"scanfrag/internal/page"
)

// NewPage allocates one page: the next page of the newest extent, else an unallocated page of an owned extent
// (the lowest), else one of a new extent, of the file whose turn it is (the lowest free one above the newest
// there, then any). A unit without extents takes single pages first where mixed extents are on.
// Allocation maps inside an extent (PFS, GAM…) are skipped. The page's content is the caller's to write (Store.Fresh).
func (u *Unit) NewPage() (page.ID, error) {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	id, err := u.newPage()
	if err != nil {
		return 0, fmt.Errorf("allocate a page for object %d: %w", u.objID, err)
	}
	return id, nil
}

func (u *Unit) newPage() (page.ID, error) {
	if u.dropped {
		return 0, errDropped
	}
	if u.ready == 0 {
		if id, err := u.singlePage(); id != 0 || err != nil {
			return id, err
		}
		if id, err := u.fillHole(); id != 0 || err != nil {
			return id, err
		}
		ext, err := u.newExtent(nil)
		if err != nil {
			return 0, err
		}
		u.last.set(ext)
		u.newest, u.ready = ext, ^systemMask(ext)
	}
	i := bits.TrailingZeros8(u.ready)
	id := u.newest + page.ID(i)
	if err := u.take(id); err != nil {
		return 0, err
	}
	u.ready &= u.ready - 1
	return id, nil
}

// take marks a page allocated.
func (u *Unit) take(id page.ID) error {
	r, err := u.s.pfs(id)
	if err != nil {
		return err
	}
	r.Dirty()
	r.Page.SetPFS(pfsIndex(id), page.PFSAllocated)
	r.Release()
	u.used++
	u.s.counts.PagesAllocated++
	u.rooms.add(id, 0, 1)
	return nil
}

// newExtent takes an extent for the unit, above that of the file in after, or else in u.last.
func (u *Unit) newExtent(after places) (page.ID, error) {
	s := u.s
	s.deallocateAll()
	f, err := u.grp.next()
	if err != nil {
		return 0, u.full(err)
	}
	from := after.in(f)
	if from == 0 {
		from = u.last.in(f)
	}
	ext, err := f.findExtent(from)
	if err != nil {
		return 0, err
	}
	if err := s.mark(ext, false, false); err != nil {
		return 0, err
	}
	m, err := u.iamOf(ext)
	if err == nil {
		err = s.edit(m, page.TypeIAM, func(p *page.Page) { p.SetMapBit(bitOf(ext), true) })
	}
	if err != nil {
		if e := s.mark(ext, true, false); e != nil {
			err = fmt.Errorf("%w (and extent %v is lost: %v)", err, ext, e)
		}
		return 0, err
	}
	u.own(ext)
	s.counts.ExtentsAllocated++
	s.touch(ext)
	return ext, nil
}

// places are the extents after which a search for the next one begins, by file number - 1.
type places []page.ID

func (p places) in(f *file) page.ID {
	if i := int(f.no) - 1; i < len(p) {
		return p[i]
	}
	return 0
}

func (p *places) set(ext page.ID) {
	for len(*p) < int(ext.File()) {
		*p = append(*p, 0)
	}
	(*p)[ext.File()-1] = ext
}
