package alloc

import (
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Fullness is the PFS class of a heap page: 0 empty, 1 = 1-50, 2 = 51-80, 3 = 81-95, 4 = 96-100 %.
func (s *Space) Fullness(id page.ID) (uint8, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, err := s.pfs(id)
	if err != nil {
		return 0, fmt.Errorf("read the PFS byte of page %v: %w", id, err)
	}
	defer r.Release()
	return r.Page.PFS(pfsIndex(id)) & page.PFSClass, nil
}

// pfsByte pins the PFS page of an allocated page about to have its byte i, now b, changed. s.mu is held.
func (s *Space) pfsByte(id page.ID) (r bufpool.Ref, i int, b uint8, err error) {
	if r, err = s.pfs(id); err != nil {
		return r, 0, 0, fmt.Errorf("write the PFS byte of page %v: %w", id, err)
	}
	i = pfsIndex(id)
	if b = r.Page.PFS(i); b&page.PFSAllocated == 0 {
		r.Release()
		return bufpool.Ref{}, 0, 0, fmt.Errorf("write the PFS byte of page %v: the page is not allocated", id)
	}
	return r, i, b, nil
}

// SetFullness sets the PFS class of an allocated page.
func (s *Space) SetFullness(id page.ID, class uint8) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, i, old, err := s.pfsByte(id)
	if err != nil {
		return err
	}
	defer r.Release()
	r.Dirty()
	r.Page.SetPFS(i, old&^page.PFSClass|class)
	u := s.file(id).owner(id.Extent())
	if u == nil {
		u = s.singles[id]
	}
	if u != nil {
		u.rooms.add(id, int(old&page.PFSClass), -1)
		u.rooms.add(id, int(class), 1)
	}
	return nil
}

// FindRoom returns an allocated page of the unit whose class is at most maxClass, starting
// after the given page in file order and wrapping; ok false: none.
func (u *Unit) FindRoom(maxClass uint8, after page.ID) (id page.ID, ok bool, err error) {
	s := u.s
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &u.rooms
	n := len(c.intervals)
	none := true
	for _, k := range c.total[:maxClass+1] {
		none = none && k == 0
	}
	if none || u.dropped {
		return 0, false, nil
	}
	i, exact := c.find(pfsOf(after))
	if !exact {
		after = 0
	}
	for k := 0; k <= n; k++ {
		r := &c.intervals[(i+k)%n]
		from := page.ID(0)
		if k == 0 {
			from = after
		}
		if !r.upTo(maxClass) {
			continue
		}
		if id, err = u.findRoomIn(r.pfs, maxClass, from); id != 0 || err != nil {
			return id, id != 0, err
		}
	}
	return 0, false, nil
}

// findRoomIn searches one PFS interval, after the given page (0: all of it).
func (u *Unit) findRoomIn(at page.ID, maxClass uint8, after page.ID) (page.ID, error) {
	f := u.s.file(at)
	r, err := u.s.mapPage(at, page.TypePFS)
	if err != nil {
		return 0, fmt.Errorf("find room for object %d: %w", u.objID, err)
	}
	defer r.Release()
	no := at.No() / page.PFSInterval * page.PFSInterval
	end := min(no+page.PFSInterval, f.high)
	if after != 0 {
		no = after.No() + 1
	}
	for no < end {
		ext := f.id(no).Extent()
		if mine := u.mine(f, ext); mine != 0 && !uniformlyFull(r.Page.PFSExtent(pfsIndex(ext)), maxClass) {
			for ; no < ext.No()+page.ExtentPages; no++ {
				b := r.Page.PFS(pfsIndex(f.id(no)))
				if b&page.PFSAllocated != 0 && b&page.PFSClass <= maxClass && mine>>(no&7)&1 != 0 {
					return f.id(no), nil
				}
			}
		}
		no = ext.No() + page.ExtentPages
	}
	return 0, nil
}

// uniformlyFull reports that eight PFS bytes hold no class up to maxClass, in the common
// case that all are alike.
func uniformlyFull(b uint64, maxClass uint8) bool {
	first := b & 0xff
	return b == first*0x0101010101010101 && uint8(first)&page.PFSClass > maxClass
}
