package alloc

import (
	"fmt"

	"scanfrag/internal/page"
)

// file is one data file's state.
type file struct {
	s      *Space
	no     uint16
	high   uint32  // high-water mark in pages, a multiple of 8; kept on the header page
	owners []*Unit // by extent number below high; nil: free, mixed, or of a unit not open
}

// Growth in steps: the larger of 64 MB and an eighth of the file, at most 1 GB.
const (
	minGrowth = 64 << 20 / page.Size
	maxGrowth = 1 << 30 / page.Size
)

func (f *file) id(no uint32) page.ID { return page.MakeID(f.no, no) }

func (f *file) owner(ext page.ID) *Unit {
	if i := ext.No() / page.ExtentPages; int(i) < len(f.owners) {
		return f.owners[i]
	}
	return nil
}

// fresh makes a page that starts empty.
func (f *file) fresh(no uint32, init func(p *page.Page)) error {
	r, err := f.s.st.Fresh(f.id(no))
	if err != nil {
		return err
	}
	init(r.Page)
	r.Release()
	return nil
}

func (f *file) freshMap(no uint32, t page.Type, more func(p *page.Page)) error {
	return f.fresh(no, func(p *page.Page) {
		p.InitMap(t, f.id(no), 0, 0, intervalOf(f.id(no)))
		more(p)
	})
}

func (f *file) format() error {
	if err := f.grow(firstPages); err != nil {
		return err
	}
	nothing := func(*page.Page) {}
	plain := func(no uint32, t page.Type) error {
		return f.fresh(no, func(p *page.Page) { p.Init(t, 0, f.id(no), 0, 0) })
	}
	for _, step := range []error{
		plain(headerPage, page.TypeFileHeader),
		f.freshMap(pfsPage, page.TypePFS, func(p *page.Page) {
			for i := range firstPages {
				p.SetPFS(i, f.systemByte(uint32(i)))
			}
		}),
		f.freshMap(gamPage, page.TypeGAM, func(p *page.Page) {
			p.SetMap(true)
			p.SetMapBit(0, false)
			p.SetMapBit(1, false)
		}),
		f.freshMap(sgamPage, page.TypeSGAM, func(p *page.Page) { p.SetMapBit(1, true) }),
		plain(4, page.TypeNone),
		plain(5, page.TypeNone),
		f.freshMap(dcmPage, page.TypeDiffMap, nothing),
		f.freshMap(bcmPage, page.TypeMLMap, nothing),
		plain(bootPage, page.TypeBoot),
	} {
		if step != nil {
			return step
		}
	}
	f.s.touch(f.id(systemPages))
	return f.setHigh(firstPages)
}

// systemByte is the PFS byte of a page that is in the system's use or, 0, not.
func (f *file) systemByte(no uint32) byte {
	if systemMask(f.id(no).Extent())>>(no&7)&1 == 0 {
		return 0
	}
	if no == bootPage {
		return page.PFSAllocated | page.PFSMixed | 4
	}
	return page.PFSAllocated | 4
}

func (f *file) open() error {
	r, err := f.s.mapPage(f.id(headerPage), page.TypeFileHeader)
	if err != nil {
		return err
	}
	f.high = r.Page.HighWater()
	r.Release()
	if size := f.s.st.File(f.no).Pages(); f.high < firstPages || f.high%page.ExtentPages != 0 || f.high > size {
		return fmt.Errorf("high-water mark %d does not fit a file of %d pages", f.high, size)
	}
	f.owners = make([]*Unit, f.high/page.ExtentPages)
	return nil
}

// setHigh moves the high-water mark and forgets or adds owners.
func (f *file) setHigh(pages uint32) error {
	err := f.s.edit(f.id(headerPage), page.TypeFileHeader, func(p *page.Page) { p.SetHighWater(pages) })
	if err != nil {
		return err
	}
	f.high = pages
	n := int(pages / page.ExtentPages)
	for len(f.owners) < n {
		f.owners = append(f.owners, nil)
	}
	clear(f.owners[n:])
	f.owners = f.owners[:n]
	return nil
}

// raise moves the high-water mark up by one extent, writing the map pages in it.
func (f *file) raise() error {
	no := f.high
	if no+page.ExtentPages > maxPages {
		return fmt.Errorf("grow %s: %d pages are the most a file can have", f.s.st.File(f.no).Name(), uint32(maxPages))
	}
	if err := f.grow(no + page.ExtentPages); err != nil {
		return err
	}
	if no%page.GAMInterval == 0 {
		nothing := func(*page.Page) {}
		for _, m := range []struct {
			off  uint32
			t    page.Type
			more func(p *page.Page)
		}{
			{0, page.TypeGAM, func(p *page.Page) { p.SetMap(true) }},
			{1, page.TypeSGAM, nothing},
			{dcmPage, page.TypeDiffMap, nothing},
			{bcmPage, page.TypeMLMap, nothing},
		} {
			if err := f.freshMap(no+m.off, m.t, m.more); err != nil {
				return err
			}
		}
	}
	if no%page.PFSInterval == 0 {
		if err := f.freshMap(no, page.TypePFS, func(*page.Page) {}); err != nil {
			return err
		}
	}
	if systemMask(f.id(no)) != 0 {
		err := f.s.edit(pfsOf(f.id(no)), page.TypePFS, func(p *page.Page) {
			for i := range uint32(page.ExtentPages) {
				p.SetPFS(pfsIndex(f.id(no+i)), f.systemByte(no+i))
			}
		})
		if err != nil {
			return err
		}
	}
	return f.setHigh(no + page.ExtentPages)
}

// grow makes the file at least so many pages long.
func (f *file) grow(pages uint32) error {
	fl := f.s.st.File(f.no)
	size := fl.Pages()
	if pages <= size {
		return nil
	}
	step := min(max(size/8, minGrowth), maxGrowth)
	if err := fl.Resize(max(pages, size+step)); err == nil {
		return nil
	}
	if err := fl.Resize(pages); err != nil { // the last of the drive
		return fmt.Errorf("grow %s from %d to %d pages: %w", fl.Name(), size, pages, err)
	}
	return nil
}

// HighWater is the first page number of the file that was never part of an allocated extent.
func (s *Space) HighWater(fileNo uint16) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.file(page.MakeID(fileNo, 0)); f != nil {
		return f.high
	}
	return 0
}

// Trim gives the file's unallocated tail back (before timing): the free extents at
// the end, which also lowers the high-water mark, and what growth took ahead.
func (s *Space) Trim() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deallocateAll()
	for _, f := range s.files {
		end := f.high
		for end > firstPages {
			ext := f.id(end - page.ExtentPages)
			gam, _ := mapsOf(ext)
			r, err := s.mapPage(gam, page.TypeGAM)
			if err != nil {
				return fmt.Errorf("trim: %w", err)
			}
			free := true
			for free && end > firstPages && intervalOf(f.id(end-1)) == intervalOf(ext) {
				if free = r.Page.MapBit(bitOf(f.id(end - 1))); free {
					end -= page.ExtentPages
				}
			}
			r.Release()
			if !free {
				break
			}
		}
		old := f.high
		if end < old {
			s.st.Forget(f.id(end), int(old-end))
			if err := f.setHigh(end); err != nil {
				return fmt.Errorf("trim: %w", err)
			}
			for _, u := range s.units {
				if u.newest.File() == f.no && u.newest.No() >= end {
					u.newest, u.ready = f.id(end-page.ExtentPages), 0
				}
			}
		}
		if fl := s.st.File(f.no); fl.Pages() > end {
			if err := fl.Resize(end); err != nil {
				return fmt.Errorf("trim %s: %w", fl.Name(), err)
			}
		}
	}
	return nil
}
