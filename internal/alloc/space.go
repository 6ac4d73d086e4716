// Package alloc gives pages and extents to tables and indexes through the GAM,
// SGAM, PFS and IAM pages, as SQL Server does (uniform extents, as from 2016 on).
package alloc

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Space is the allocation state of one database. Methods are safe for concurrent use.
type Space struct{}

// Format writes the fixed pages of a new database (0 file header, 1 PFS, 2 GAM, 3 SGAM,
// 6 DCM, 7 BCM, 9 boot) into an empty store.
func Format(s *bufpool.Store) (*Space, error) { panic("not yet") }

// Open reads the allocation state of an existing database.
func Open(s *bufpool.Store) (*Space, error) { panic("not yet") }

func (s *Space) Store() *bufpool.Store { panic("not yet") }

// HighWater is the first page number of the file that was never part of an allocated extent.
func (s *Space) HighWater(file uint16) uint32 { panic("not yet") }

// Trim gives the file's unallocated tail back (before timing).
func (s *Space) Trim() error { panic("not yet") }

// BootPage is the database's boot page (for the catalog's root and the clean-shutdown mark).
func (s *Space) BootPage() page.ID { panic("not yet") }

// Unit is an allocation unit: the IAM chain of one heap or index.
type Unit struct{}

// NewUnit allocates an IAM page (from a mixed extent) for an object.
func (s *Space) NewUnit(objID uint32, indexID uint16) (*Unit, error) { panic("not yet") }

// OpenUnit reads the IAM chain that starts at firstIAM.
func (s *Space) OpenUnit(firstIAM page.ID) (*Unit, error) { panic("not yet") }

func (u *Unit) FirstIAM() page.ID { panic("not yet") }
func (u *Unit) ObjectID() uint32  { panic("not yet") }
func (u *Unit) IndexID() uint16   { panic("not yet") }

// NewPage allocates one page: the next page of the newest extent, else an unallocated
// page of an owned extent, else a new extent (the lowest free one above the newest, then any).
// Allocation maps inside an extent (PFS, GAM…) are skipped. The page's content is the caller's to write (Store.Fresh).
func (u *Unit) NewPage() (page.ID, error) { panic("not yet") }

// Cursor is a private source of consecutive pages for an index build: it owns one extent
// at a time, so that each level stays contiguous.
type Cursor struct{}

func (u *Unit) NewCursor() *Cursor          { panic("not yet") }
func (c *Cursor) NewPage() (page.ID, error) { panic("not yet") }
func (c *Cursor) Close() error              { panic("not yet") }

// FreePage deallocates a page; an extent without pages goes back to the GAM.
func (u *Unit) FreePage(id page.ID) error { panic("not yet") }

// Drop deallocates everything, IAM chain included, and forgets the pages in the pool.
func (u *Unit) Drop() error { panic("not yet") }

// Extents calls yield for the owned extents in IAM order (file order), with bit i of pages
// set when page i of the extent is allocated to the unit.
func (u *Unit) Extents(yield func(first page.ID, pages uint8) bool) error { panic("not yet") }

// Pages counts: Used = allocated pages including IAM pages, Reserved = owned extents * 8 plus IAM pages,
// IAM = IAM pages. Kept up to date, O(1).
type Pages struct{ Used, Reserved, IAM int64 }

func (u *Unit) Pages() Pages { panic("not yet") }

// Fullness is the PFS class of a heap page: 0 empty, 1 = 1-50, 2 = 51-80, 3 = 81-95, 4 = 96-100 %.
func (s *Space) Fullness(id page.ID) (uint8, error)        { panic("not yet") }
func (s *Space) SetFullness(id page.ID, class uint8) error { panic("not yet") }

// FindRoom returns an allocated page of the unit whose class is at most maxClass, starting
// after the given page in file order and wrapping; ok false: none.
func (u *Unit) FindRoom(maxClass uint8, after page.ID) (id page.ID, ok bool, err error) {
	panic("not yet")
}
