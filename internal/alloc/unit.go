package alloc

import (
	"fmt"
	"math/bits"

	"scanfrag/internal/page"
)

// Unit is an allocation unit: the IAM chain of one heap or index.
type Unit struct {
	s       *Space
	grp     *group
	objID   uint32
	indexID uint16
	iams    []iam // the chain
	dropped bool  // no more use of it, though extents may still wait to be given back

	singles [page.SinglePages]page.ID // its pages in mixed extents, as in the first IAM page; 0: none
	nSingle int                       // of them
	uniform bool                      // begun with uniform extents whatever the database's setting is

	last   places           // where extents were allocated last; after OpenUnit the highest
	newest page.ID          // extent allocated last; after OpenUnit the highest. 0: none
	ready  uint8            // pages of newest above the last one allocated there, still unallocated
	holes  holeHeap         // other extents with unallocated pages
	busy   map[page.ID]bool // extents that belong to a cursor

	extents int64 // owned
	system  int64 // map pages inside them
	used    int64 // allocated pages, IAM pages not counted
	rooms   rooms
}

type iam struct{ id, start page.ID }

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

// NewUnit allocates an IAM page (from a mixed extent) for an object in a filegroup; 0 is Primary.
func (s *Space) NewUnit(space int, objID uint32, indexID uint16) (*Unit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if space == 0 {
		space = Primary
	}
	g := s.groups[space]
	if g == nil {
		return nil, fmt.Errorf("allocate the first IAM page of object %d: there is no filegroup %d", objID, space)
	}
	return s.newUnit(g, objID, indexID)
}

// NewCatalogUnit makes the unit of the catalog. It lies in file 1, where it is found before the other files
// are, and may exceed that file's limits: a database that is full can still be closed.
func (s *Space) NewCatalogUnit(objID uint32, indexID uint16) (*Unit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newUnit(s.catalog, objID, indexID)
}

func (s *Space) newUnit(g *group, objID uint32, indexID uint16) (*Unit, error) {
	u := &Unit{s: s, grp: g, objID: objID, indexID: indexID, busy: map[page.ID]bool{}}
	if len(g.files) == 0 {
		return nil, fmt.Errorf("allocate the first IAM page of object %d: %w", objID, u.full(&FullError{Space: g.id, Filegroup: g.name}))
	}
	if err := u.addIAM(g.files[0].id(0)); err != nil {
		return nil, fmt.Errorf("allocate the first IAM page of object %d: %w", objID, err)
	}
	s.units[u.iams[0].id] = u
	return u, nil
}

// group is the filegroup whose files the unit's extents lie in.
func (u *Unit) group() *group {
	if u.grp.catalog {
		return u.grp.files[0].grp
	}
	return u.grp
}

// full completes the error of a filegroup without room.
func (u *Unit) full(err error) error {
	if e, ok := err.(*FullError); ok {
		e.Object, e.Index = u.objID, u.indexID
	}
	return err
}

// addIAM appends an IAM page for the interval that starts at start.
func (u *Unit) addIAM(start page.ID) error {
	id, err := u.s.mixedPage(u.grp, page.PFSAllocated|page.PFSMixed|page.PFSIAM)
	if err != nil {
		return u.full(err)
	}
	r, err := u.s.st.Fresh(id)
	if err != nil {
		return err
	}
	r.Page.InitMap(page.TypeIAM, id, u.objID, u.indexID, start)
	n := len(u.iams)
	if n > 0 {
		r.Page.SetPrev(u.iams[n-1].id)
	}
	r.Release()
	if n > 0 {
		err := u.s.edit(u.iams[n-1].id, page.TypeIAM, func(p *page.Page) { p.SetNext(id) })
		if err != nil {
			return err
		}
	}
	u.iams = append(u.iams, iam{id, start})
	return nil
}

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
		u.disown()
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
		if f == nil || start != intervalOf(start) || start.No() >= f.high {
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

// count adds n to what is counted of a page with PFS byte b.
func (u *Unit) count(id page.ID, b byte, n int) {
	u.rooms.add(id, int(b&page.PFSClass), n)
	if b&page.PFSGhosts != 0 {
		u.rooms.addGhost(id, n)
	}
}

// own and give up an extent in memory.
func (u *Unit) own(ext page.ID) {
	u.s.file(ext).owners[ext.No()/page.ExtentPages] = u
	u.extents++
	u.system += int64(bits.OnesCount8(systemMask(ext)))
}

func (u *Unit) disownExtent(ext page.ID) {
	u.s.file(ext).owners[ext.No()/page.ExtentPages] = nil
	u.extents--
	u.system -= int64(bits.OnesCount8(systemMask(ext)))
}

func (u *Unit) disown() {
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

func (u *Unit) FirstIAM() page.ID { return u.iams[0].id }
func (u *Unit) ObjectID() uint32  { return u.objID }
func (u *Unit) IndexID() uint16   { return u.indexID }

// Pages counts: Used = allocated pages including IAM pages, Reserved = pages of the owned
// extents plus single and IAM pages, IAM = IAM pages. A map page inside an owned extent is the
// system's and in neither. Kept up to date, O(1).
type Pages struct{ Used, Reserved, IAM int64 }

func (u *Unit) Pages() Pages {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.pages()
}

func (u *Unit) pages() Pages {
	n := int64(len(u.iams))
	return Pages{Used: u.used + n, Reserved: u.extents*page.ExtentPages - u.system + int64(u.nSingle) + n, IAM: n}
}

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
