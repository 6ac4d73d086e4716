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
		e.Object, e.Index, e.Owner = u.objID, u.indexID, u.s.Owner
	}
	return err
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

func (u *Unit) disown(ext page.ID) {
	u.s.file(ext).owners[ext.No()/page.ExtentPages] = nil
	u.extents--
	u.system -= int64(bits.OnesCount8(systemMask(ext)))
}

// FirstIAM is the first page of the IAM chain, by which the unit is opened again.
func (u *Unit) FirstIAM() page.ID { return u.iams[0].id }
func (u *Unit) ObjectID() uint32  { return u.objID }
func (u *Unit) IndexID() uint16   { return u.indexID }

// Pages counts: Used = allocated pages including IAM pages, Reserved = pages of the owned
// extents plus single and IAM pages, IAM = IAM pages. A map page inside an owned extent is the
// system's and in neither.
type Pages struct{ Used, Reserved, IAM int64 }

// Pages are the counts of now, kept up to date: no page is read.
func (u *Unit) Pages() Pages {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.pages()
}

func (u *Unit) pages() Pages {
	n := int64(len(u.iams))
	return Pages{Used: u.used + n, Reserved: u.extents*page.ExtentPages - u.system + int64(u.nSingle) + n, IAM: n}
}
