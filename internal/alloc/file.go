package alloc

import (
	"fmt"

	"scanfrag/internal/page"
)

// file is one data file's state.
type file struct {
	s      *Space
	no     uint16
	grp    *group
	growth Growth
	high   uint32  // high-water mark in pages, a multiple of 8; kept on the header page
	free   int64   // free extents below high
	owners []*Unit // by extent number below high; nil: free, mixed, or of a unit not open
}

func (f *file) id(no uint32) page.ID { return page.MakeID(f.no, no) }
func (f *file) size() uint32         { return f.s.st.File(f.no).Pages() }

// first is the high-water mark of an empty file.
func (f *file) first() uint32 {
	if f.no == 1 {
		return firstPages
	}
	return systemPages
}

// room is the number of free extents, those above the high-water mark included.
func (f *file) room() int64 {
	return f.free + int64((max(min(f.size(), maxPages), f.high)-f.high)/page.ExtentPages)
}

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
	if f.size() < f.first() {
		if err := f.s.st.File(f.no).Resize(f.first()); err != nil {
			return err
		}
	}
	nothing := func(*page.Page) {}
	plain := func(no uint32, t page.Type) error {
		return f.fresh(no, func(p *page.Page) { p.Init(t, 0, f.id(no), 0, 0) })
	}
	for _, step := range []error{
		plain(headerPage, page.TypeFileHeader),
		f.freshMap(pfsPage, page.TypePFS, func(p *page.Page) {
			for i := range f.first() {
				p.SetPFS(int(i), f.systemByte(i))
			}
		}),
		f.freshMap(gamPage, page.TypeGAM, func(p *page.Page) {
			p.SetMap(true)
			p.SetMapBit(0, false)
			p.SetMapBit(1, f.no != 1)
		}),
		f.freshMap(sgamPage, page.TypeSGAM, func(p *page.Page) { p.SetMapBit(1, f.no == 1) }),
		plain(4, page.TypeNone),
		plain(5, page.TypeNone),
		f.freshMap(dcmPage, page.TypeDiffMap, nothing),
		f.freshMap(bcmPage, page.TypeMLMap, nothing),
	} {
		if step != nil {
			return step
		}
	}
	if f.no == 1 {
		if err := plain(bootPage, page.TypeBoot); err != nil {
			return err
		}
		f.s.touch(f.id(systemPages))
	}
	return f.setHigh(f.first())
}

// systemByte is the PFS byte of a page that is in the system's use or, 0, not.
func (f *file) systemByte(no uint32) byte {
	if !isSystem(f.id(no)) {
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
	if size := f.size(); f.high < f.first() || f.high%page.ExtentPages != 0 || f.high > size {
		return fmt.Errorf("high-water mark %d does not fit a file of %d pages", f.high, size)
	}
	f.owners = make([]*Unit, f.high/page.ExtentPages)
	for start := uint32(0); start < f.high; start += page.GAMInterval {
		gam, _ := mapsOf(f.id(start))
		r, err := f.s.mapPage(gam, page.TypeGAM)
		if err != nil {
			return err
		}
		f.free += int64(r.Page.MapOnes(int(min(page.GAMInterval, f.high-start) / page.ExtentPages)))
		r.Release()
	}
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

// raise moves the high-water mark, below which the file has room, up by one free extent, writing the map
// pages in it.
func (f *file) raise() error {
	no := f.high
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
	if err := f.setHigh(no + page.ExtentPages); err != nil {
		return err
	}
	f.free++
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
