package alloc

import (
	"fmt"

	"scanfrag/internal/page"
)

// Extents calls yield for the owned extents in IAM order (file order within an IAM
// page), with bit i of pages set when page i of the extent is allocated to the unit. The pages in mixed extents
// come first, in the order of their slots: an extent as often as a slot leaves the ascending order within it.
// What changes while it runs may or may not be seen; yield may call other methods.
func (u *Unit) Extents(yield func(first page.ID, pages uint8) bool) error {
	for i := 0; ; i++ {
		list, err := u.extentsOf(i)
		if err != nil {
			return fmt.Errorf("read IAM page %d of object %d: %w", i, u.objID, err)
		}
		if list == nil {
			return nil
		}
		for _, e := range list {
			if !yield(e.first, e.pages) {
				return nil
			}
		}
	}
}

type ownedExtent struct {
	first page.ID
	pages uint8
}

// extentsOf lists the extents of IAM page i of the chain; nil when there is none.
func (u *Unit) extentsOf(i int) ([]ownedExtent, error) {
	s := u.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if i >= len(u.iams) {
		return nil, nil
	}
	m, err := s.mapPage(u.iams[i].id, page.TypeIAM)
	if err != nil {
		return nil, err
	}
	defer m.Release()
	list := make([]ownedExtent, 0, 64)
	if i == 0 {
		list = u.singleExtents(list)
	}
	for bit := m.Page.NextMapBit(0, true); bit >= 0; {
		// All extents of one PFS interval under one pin.
		ext := u.iams[i].start + page.ID(bit*page.ExtentPages)
		r, err := s.pfs(ext)
		if err != nil {
			return nil, err
		}
		for at := pfsOf(ext); bit >= 0 && pfsOf(ext) == at; {
			list = append(list, ownedExtent{ext, allocated(r.Page.PFSExtent(pfsIndex(ext))) &^ systemMask(ext)})
			bit = m.Page.NextMapBit(bit+1, true)
			ext = u.iams[i].start + page.ID(bit*page.ExtentPages)
		}
		r.Release()
	}
	return list, nil
}
