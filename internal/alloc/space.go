// Package alloc gives pages and extents to tables and indexes through the GAM,
// SGAM, PFS and IAM pages, as SQL Server does: uniform extents as from 2016 on, or with the first eight pages
// of every heap and index in mixed extents as before.
//
//	page   0      1    2    3     4-5    6    7   | 8     9     10-15 | 16 …
//	       header PFS  GAM  SGAM  spare  DCM  BCM | mixed boot  mixed | tables      file 1
//	       header PFS  GAM  SGAM  spare  DCM  BCM | tables …                        other files
//
// Files belong to filegroups; a unit takes its extents from the files of one, in proportion to their free
// space (group). Its IAM chain has one page for every file and interval that it owns extents in.
//
// The map pages in the buffer pool are the state; what Space and Unit keep beside
// them (counts, hints, owners) can be made again from them. DCM and BCM pages are
// written but not maintained: there are no backups.
//
// Every page of an allocated extent is written by the next CHECKPOINT at the
// latest, also those that nobody allocated (ZeroUnwritten), so that a scatter read
// that crosses them never touches a range the drive has not written. The pages of
// a free extent may be unwritten; nothing reads them before they are allocated.
package alloc

import (
	"fmt"
	"sync"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Space is the allocation state of one database. Methods are safe for concurrent use.
type Space struct {
	// Owner is the caller's: errors of a full filegroup carry it. Set before use.
	Owner any

	st *bufpool.Store

	mu       sync.Mutex // of all below, of every Unit, and of the map pages' bytes
	files    []*file    // by number - 1; nil: there is no such file
	groups   map[int]*group
	catalog  *group            // file 1 alone
	mixed    bool              // the first eight pages of a unit come from mixed extents
	units    map[page.ID]*Unit // open units by first IAM page
	singles  map[page.ID]*Unit // of open units: who owns a page in a mixed extent
	touched  []page.ID         // extents that may hold pages never written; ZeroUnwritten empties it
	counts   Counts
	deferred []*Unit // dropped, with extents to be given back; first come, first served
}

// Format writes the fixed pages of a new database (0 file header, 1 PFS, 2 GAM, 3 SGAM,
// 6 DCM, 7 BCM, 9 boot) into an empty store.
func Format(st *bufpool.Store) (*Space, error) {
	s := newSpace(st)
	for _, f := range s.files {
		if err := f.format(); err != nil {
			return nil, fmt.Errorf("format %s: %w", st.File(f.no).Name(), err)
		}
	}
	return s, nil
}

// Open reads the allocation state of an existing database.
func Open(st *bufpool.Store) (*Space, error) {
	s := newSpace(st)
	for _, f := range s.files {
		if err := f.open(); err != nil {
			return nil, fmt.Errorf("open %s: %w", st.File(f.no).Name(), err)
		}
	}
	return s, nil
}

func newSpace(st *bufpool.Store) *Space {
	primary := &group{id: Primary, name: "PRIMARY"}
	s := &Space{st: st, groups: map[int]*group{Primary: primary}, units: map[page.ID]*Unit{}, singles: map[page.ID]*Unit{}}
	for i := range st.Files() {
		f := &file{s: s, no: uint16(i + 1)}
		s.files = append(s.files, f)
		primary.join(f)
	}
	s.catalog = &group{name: primary.name, files: []member{{file: s.files[0]}}, catalog: true}
	return s
}

// SetMixed decides whether units begun from now on have their first eight pages in mixed extents, and those
// that have no extent yet the rest of them.
func (s *Space) SetMixed(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mixed = on
}

// Store is where the database's pages are.
func (s *Space) Store() *bufpool.Store { return s.st }

// BootPage is the database's boot page (for the catalog's root and the clean-shutdown mark).
func (s *Space) BootPage() page.ID { return page.MakeID(1, bootPage) }

// file returns the state of id's file; nil when there is no such file.
func (s *Space) file(id page.ID) *file {
	if n := id.File(); n > 0 && int(n) <= len(s.files) {
		return s.files[n-1]
	}
	return nil
}

// mapPage pins map page id and checks its type.
func (s *Space) mapPage(id page.ID, t page.Type) (bufpool.Ref, error) {
	r, err := s.st.Get(id, nil)
	if err != nil {
		return r, err
	}
	if got := r.Page.Type(); got != t {
		r.Release()
		return bufpool.Ref{}, &page.DamageError{Page: id, What: fmt.Sprintf("it is of type %d, one of type %d is expected there", got, t)}
	}
	return r, nil
}

func (s *Space) pfs(id page.ID) (bufpool.Ref, error) { return s.mapPage(pfsOf(id), page.TypePFS) }

// edit runs fn on a map page that it marks dirty.
func (s *Space) edit(id page.ID, t page.Type, fn func(p *page.Page)) error {
	r, err := s.mapPage(id, t)
	if err != nil {
		return err
	}
	r.Dirty()
	fn(r.Page)
	r.Release()
	return nil
}

// touch remembers that pages of the extent may never have been written.
func (s *Space) touch(ext page.ID) {
	if n := len(s.touched); n == 0 || s.touched[n-1] != ext {
		s.touched = append(s.touched, ext)
	}
}

// Counts are allocations and deallocations since the space was opened.
type Counts struct{ PagesAllocated, PagesFreed, ExtentsAllocated, ExtentsFreed int64 }

// Counts reads them.
func (s *Space) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
