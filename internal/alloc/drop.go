package alloc

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// errDropped is of every use of a unit after Drop or DropLater.
var errDropped = errors.New("the allocation unit was dropped")

// Deferred drop: a unit of many extents is only marked when its object goes (DropLater); its extents are given
// back in batches afterwards (Deallocate). Who needs an extent meanwhile gives all of them back first: where a
// page comes to lie depends on what was done before, never on how far the background has come.

// DeferredExtents is the size above which a drop is deferred (documented).
const DeferredExtents = 128

// DropLater is Drop for a unit of more than DeferredExtents: the extents stay taken until Deallocate gives them back.
func (u *Unit) DropLater() error {
	u.s.mu.Lock()
	many := u.extents > DeferredExtents && !u.dropped
	if many {
		u.dropped = true
		u.s.deferred = append(u.s.deferred, u)
	}
	u.s.mu.Unlock()
	if many {
		return nil
	}
	return u.Drop()
}

// Deallocate gives back at most so many extents of dropped units; more: there are others. A unit that fails goes to the
// end of the queue.
func (s *Space) Deallocate(extents int) (more bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.deallocate(extents)
}

func (s *Space) deallocate(extents int) (more bool, err error) {
	if len(s.deferred) == 0 {
		return false, nil
	}
	u := s.deferred[0]
	done, err := u.drop(extents)
	if done || err != nil {
		s.deferred = slices.Delete(s.deferred, 0, 1)
	}
	if err != nil {
		s.deferred = append(s.deferred, u)
		return true, fmt.Errorf("deallocate object %d: %w", u.objID, err)
	}
	return len(s.deferred) > 0, nil
}

// deallocateAll is called before an extent is looked for. What fails waits: it is not the caller's.
func (s *Space) deallocateAll() {
	for range len(s.deferred) {
		_, _ = s.deallocate(math.MaxInt)
	}
}

// Deferred is a dropped unit whose extents are not all given back yet.
type Deferred struct {
	FirstIAM page.ID
	Pages    Pages
}

// Deferred lists them in the order of their drop.
func (s *Space) Deferred() []Deferred {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Deferred
	for _, u := range s.deferred {
		out = append(out, Deferred{u.iams[0].id, u.pages()})
	}
	return out
}

// Drop deallocates everything, IAM chain included, and forgets the pages in the pool.
func (u *Unit) Drop() error {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	if u.dropped {
		return nil
	}
	if _, err := u.drop(math.MaxInt); err != nil {
		return fmt.Errorf("deallocate object %d: %w", u.objID, err)
	}
	return nil
}

// drop gives the unit's extents back, at most so many; done: it has none left, and no IAM page.
func (u *Unit) drop(most int) (done bool, err error) {
	s := u.s
	for i, id := range u.singles {
		if id != 0 {
			if err := u.freeSingle(i); err != nil {
				return false, err
			}
		}
	}
	for i := range u.iams {
		if most, err = u.dropInterval(&u.iams[i], most); most == 0 || err != nil {
			return false, err
		}
	}
	first := u.iams[0].id
	for _, m := range u.iams {
		if err := s.freeMixedPage(m.id); err != nil {
			return false, err
		}
	}
	delete(s.units, first)
	*u = Unit{s: s, grp: u.grp, objID: u.objID, indexID: u.indexID, iams: u.iams[:1], dropped: true, busy: map[page.ID]bool{}}
	return true, nil
}

// dropInterval gives extents of one IAM page back, at most so many, with one pin for each map
// page, and neighbours forgotten together; left is what remains of most.
func (u *Unit) dropInterval(m *iam, most int) (left int, err error) {
	s := u.s
	im, err := s.mapPage(m.id, page.TypeIAM)
	if err != nil {
		return most, err
	}
	defer im.Release()
	if im.Page.NextMapBit(0, true) < 0 {
		return most, nil // the interval may be gone
	}
	gamID, _ := mapsOf(m.start)
	gam, err := s.mapPage(gamID, page.TypeGAM)
	if err != nil {
		return most, err
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
	for bit := im.Page.NextMapBit(0, true); bit >= 0 && most > 0; bit = im.Page.NextMapBit(bit+1, true) {
		ext := m.start + page.ID(bit*page.ExtentPages)
		if at := pfsOf(ext); at != pfsID {
			if pfsID != 0 {
				pfs.Release()
				pfsID = 0
			}
			if pfs, err = s.mapPage(at, page.TypePFS); err != nil {
				return most, err
			}
			pfs.Dirty()
			pfsID = at
		}
		n := int64(bits.OnesCount8(allocated(pfs.Page.PFSExtent(pfsIndex(ext))) &^ systemMask(ext)))
		u.used -= n
		s.counts.PagesFreed += n
		s.counts.ExtentsFreed++
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
		u.disown(ext)
		gam.Page.SetMapBit(bit, true)
		s.file(ext).free++
		im.Page.SetMapBit(bit, false)
		most--
	}
	return most, nil
}
