package alloc

import (
	"fmt"
	"math/bits"

	"scanfrag/internal/page"
)

// The ghost bit of a PFS byte says that a page may hold ghost records: set before the first one is made, taken
// off by the clean-up. These bits are the clean-up's queue; counts per unit and PFS interval tell where to look.

// MarkGhosts sets the ghost bit of a page of the unit, or takes it off.
func (u *Unit) MarkGhosts(id page.ID, on bool) error {
	s := u.s
	s.mu.Lock()
	defer s.mu.Unlock()
	r, i, b, err := s.pfsByte(id)
	if err != nil {
		return err
	}
	defer r.Release()
	if b&page.PFSGhosts != 0 == on {
		return nil
	}
	r.Dirty()
	r.Page.SetPFS(i, b^page.PFSGhosts)
	if on {
		u.rooms.addGhost(id, 1)
	} else {
		u.rooms.addGhost(id, -1)
	}
	return nil
}

// GhostPages is the number of the unit's pages with the ghost bit.
func (u *Unit) GhostPages() int64 {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.rooms.ghosts
}

// MayHaveGhosts drops the pages without the ghost bit from ids.
func (u *Unit) MayHaveGhosts(ids []page.ID) ([]page.ID, error) {
	s := u.s
	s.mu.Lock()
	defer s.mu.Unlock()
	out := ids[:0]
	for _, id := range ids {
		r, err := s.pfs(id)
		if err != nil {
			return nil, err
		}
		if r.Page.PFS(pfsIndex(id))&page.PFSGhosts != 0 {
			out = append(out, id)
		}
		r.Release()
	}
	return out, nil
}

// FindGhosts is a page of the unit with the ghost bit: the next one after the given page in file order,
// wrapping; 0: there is none.
func (u *Unit) FindGhosts(after page.ID) (page.ID, error) {
	s := u.s
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &u.rooms
	if c.ghosts == 0 || u.dropped {
		return 0, nil
	}
	i, exact := c.find(pfsOf(after))
	if !exact {
		after = 0
	}
	for k := 0; k <= len(c.intervals); k++ {
		r := &c.intervals[(i+k)%len(c.intervals)]
		if r.ghosts == 0 {
			continue
		}
		from := uint32(0)
		if k == 0 && after != 0 {
			from = after.No() + 1
		}
		if id, err := u.ghostIn(r.pfs, from); id != 0 || err != nil {
			return id, err
		}
	}
	return 0, nil
}

// ghostIn searches one PFS interval from page number from on.
func (u *Unit) ghostIn(at page.ID, from uint32) (page.ID, error) {
	f := u.s.file(at)
	r, err := u.s.mapPage(at, page.TypePFS)
	if err != nil {
		return 0, fmt.Errorf("find ghost records of object %d: %w", u.objID, err)
	}
	defer r.Release()
	start := at.No() / page.PFSInterval * page.PFSInterval
	from = max(from, start)
	for no := from &^ (page.ExtentPages - 1); no < min(start+page.PFSInterval, f.high); no += page.ExtentPages {
		ext := f.id(no)
		m := r.Page.PFSExtent(pfsIndex(ext)) & (page.PFSGhosts * 0x0101010101010101)
		if no < from {
			m &= ^uint64(0) << (8 * (from - no))
		}
		for mine := u.mine(f, ext); m != 0; m &= m - 1 {
			if i := bits.TrailingZeros64(m) / 8; mine>>i&1 != 0 {
				return ext + page.ID(i), nil
			}
		}
	}
	return 0, nil
}
