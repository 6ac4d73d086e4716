package alloc

import (
	"fmt"
	"math/bits"

	"scanfrag/internal/page"
)

// OpenUnit reads the IAM chain that starts at firstIAM. A unit that is open already is shared.
func (s *Space) OpenUnit(firstIAM page.ID) (*Unit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.file(firstIAM)
	if f == nil {
		return nil, fmt.Errorf("open allocation unit %v: there is no such file", firstIAM)
	}
	return s.openUnit(f.grp, firstIAM)
}

// OpenCatalogUnit is OpenUnit of what NewCatalogUnit made.
func (s *Space) OpenCatalogUnit(firstIAM page.ID) (*Unit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.openUnit(s.catalog, firstIAM)
}

func (s *Space) openUnit(g *group, firstIAM page.ID) (*Unit, error) {
	if u := s.units[firstIAM]; u != nil {
		return u, nil
	}
	u := &Unit{s: s, grp: g, busy: map[page.ID]bool{}}
	if err := u.readChain(firstIAM); err != nil {
		u.disownAll()
		return nil, fmt.Errorf("open allocation unit %v: %w", firstIAM, err)
	}
	s.units[firstIAM] = u
	return u, nil
}

func (u *Unit) readChain(id page.ID) error {
	s := u.s
	seen := map[page.ID]bool{}
	for prev := page.ID(0); id != 0; {
		r, err := s.mapPage(id, page.TypeIAM)
		if err != nil {
			return err
		}
		p := *r.Page // the walk below needs other pages; an IAM page is read once
		r.Release()
		start := p.StartPage()
		f := s.file(start)
		switch {
		case prev == 0:
			u.objID, u.indexID = p.ObjectID(), p.IndexID()
		case p.ObjectID() != u.objID || p.IndexID() != u.indexID:
			return fmt.Errorf("IAM page %v is object %d's, index %d, in the chain of object %d, index %d", id, p.ObjectID(), p.IndexID(), u.objID, u.indexID)
		}
		if p.Prev() != prev {
			return fmt.Errorf("IAM page %v points back to %v, %v expected", id, p.Prev(), prev)
		}
		// An interval that the unit has nothing in may be gone: with its file, or with the file's tail.
		if start != intervalOf(start) || (f == nil || start.No() >= f.high) && p.NextMapBit(0, true) >= 0 {
			return fmt.Errorf("IAM page %v describes the interval from %v, which does not exist", id, start)
		}
		if seen[start] {
			return fmt.Errorf("IAM page %v describes the interval from %v, as another one does", id, start)
		}
		seen[start] = true
		u.iams = append(u.iams, iam{id, start})
		for i := range page.SinglePages {
			if single := p.SinglePage(i); single != 0 {
				if err := u.adoptSingle(id, prev == 0, i, single); err != nil {
					return err
				}
			}
		}
		for bit := p.NextMapBit(0, true); bit >= 0; bit = p.NextMapBit(bit+1, true) {
			if err := u.adopt(id, start+page.ID(bit*page.ExtentPages)); err != nil {
				return err
			}
		}
		prev, id = id, p.Next()
	}
	return nil
}

// adopt takes over an extent that IAM page id says is owned.
func (u *Unit) adopt(id, ext page.ID) error {
	f := u.s.file(ext)
	if ext.No() >= f.high || systemMask(ext) == 0xff {
		return fmt.Errorf("IAM page %v owns extent %v, which was never given out", id, ext)
	}
	if o := f.owner(ext); o != nil {
		return fmt.Errorf("IAM page %v owns extent %v, as object %d does", id, ext, o.objID)
	}
	r, err := u.s.pfs(ext)
	if err != nil {
		return err
	}
	b := r.Page.PFSExtent(pfsIndex(ext))
	r.Release()
	u.own(ext)
	sys := systemMask(ext)
	mine := allocated(b) &^ sys
	for m := mine; m != 0; m &= m - 1 {
		u.count(ext, byte(b>>(8*bits.TrailingZeros8(m))), 1)
		u.used++
	}
	if mine|sys != 0xff {
		u.holes.push(ext)
	}
	if ext > u.last.in(f) {
		u.last.set(ext)
	}
	if u.newest != 0 && u.newest > ext { // chains need not be in file order
		return nil
	}
	u.newest = ext
	u.ready = 0
	if top := bits.Len8(mine | sys); top < 8 {
		u.ready = uint8(0xff << top)
	}
	return nil
}

// disownAll forgets everything that the unit owns.
func (u *Unit) disownAll() {
	for _, id := range u.singles {
		delete(u.s.singles, id)
	}
	for _, f := range u.s.files {
		if f == nil {
			continue
		}
		for i, o := range f.owners {
			if o == u {
				f.owners[i] = nil
			}
		}
	}
}
