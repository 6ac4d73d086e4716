package alloc

import (
	"fmt"
	"math/bits"

	"scanfrag/internal/page"
)

// findExtent is a free extent of the file, which has room: the lowest above after, else a new one above the
// high-water mark, else the lowest. It does not mark it.
func (f *file) findExtent(after page.ID) (page.ID, error) {
	if f.free > 0 {
		from := uint32(0)
		if after != 0 {
			from = after.No()&^7 + page.ExtentPages
		}
		if ext, err := f.searchGAM(from); ext != 0 || err != nil {
			return ext, err
		}
	}
	if ext := f.id(f.high); f.high+page.ExtentPages <= min(f.size(), maxPages) {
		return ext, f.raise()
	}
	ext, err := f.searchGAM(0)
	if ext == 0 && err == nil {
		err = fmt.Errorf("%s has %d free extents by its count, but none in its GAM pages", f.s.st.File(f.no).Name(), f.free)
	}
	return ext, err
}

// searchGAM is the lowest free extent from page from on, below the high-water mark; 0: none.
func (f *file) searchGAM(from uint32) (page.ID, error) {
	for from < f.high {
		start := intervalOf(f.id(from))
		gam, _ := mapsOf(start)
		r, err := f.s.mapPage(gam, page.TypeGAM)
		if err != nil {
			return 0, err
		}
		bit := r.Page.NextMapBit(bitOf(f.id(from)), true)
		r.Release()
		if bit >= 0 {
			if ext := start + page.ID(bit*page.ExtentPages); ext.No() < f.high {
				return ext, nil
			}
			return 0, nil
		}
		from = start.No() + page.GAMInterval
	}
	return 0, nil
}

// mark sets an extent's GAM and SGAM bits: (1,0) free, (0,0) uniform or a full
// mixed one, (0,1) mixed with room.
func (s *Space) mark(ext page.ID, free, mixedRoom bool) error {
	gam, sgam := mapsOf(ext)
	bit := bitOf(ext)
	err := s.edit(gam, page.TypeGAM, func(p *page.Page) {
		if was := p.MapBit(bit); was != free {
			p.SetMapBit(bit, free)
			if f := s.file(ext); free {
				f.free++
			} else {
				f.free--
			}
		}
	})
	if err != nil {
		return err
	}
	return s.edit(sgam, page.TypeSGAM, func(p *page.Page) { p.SetMapBit(bit, mixedRoom) })
}

// mixedPage allocates one page of a mixed extent of the group, the lowest there is, else the first of a new
// one; its PFS byte becomes b.
func (s *Space) mixedPage(g *group, b byte) (page.ID, error) {
	ext, err := s.mixedExtent(g)
	if err != nil {
		return 0, err
	}
	r, err := s.pfs(ext)
	if err != nil {
		return 0, err
	}
	defer r.Release()
	base := pfsIndex(ext)
	used := allocated(r.Page.PFSExtent(base)) | systemMask(ext)
	if used == 0xff {
		return 0, fmt.Errorf("mixed extent %v has no unallocated page although its SGAM bit is set", ext)
	}
	i := bits.TrailingZeros8(^used)
	r.Dirty()
	r.Page.SetPFS(base+i, b)
	s.touch(ext)
	if used|1<<i == 0xff {
		if err := s.mark(ext, false, false); err != nil {
			return 0, err
		}
	}
	return ext + page.ID(i), nil
}

func (s *Space) mixedExtent(g *group) (page.ID, error) {
	if ext, err := g.mixedRoom(); ext != 0 || err != nil {
		return ext, err
	}
	s.deallocateAll()
	f, err := g.next()
	if err != nil {
		return 0, err
	}
	ext, err := f.findExtent(0)
	if err != nil {
		return 0, err
	}
	return ext, s.mark(ext, false, true)
}

// searchSGAM is the file's lowest mixed extent with an unallocated page; 0: none.
func (f *file) searchSGAM() (page.ID, error) {
	for start := uint32(0); start < f.high; start += page.GAMInterval {
		_, sgam := mapsOf(f.id(start))
		r, err := f.s.mapPage(sgam, page.TypeSGAM)
		if err != nil {
			return 0, err
		}
		bit := r.Page.NextMapBit(0, true)
		r.Release()
		if bit >= 0 {
			return f.id(start + uint32(bit*page.ExtentPages)), nil
		}
	}
	return 0, nil
}

// freeMixedPage gives a page of a mixed extent back.
func (s *Space) freeMixedPage(id page.ID) error {
	s.st.Forget(id, 1)
	ext := id.Extent()
	r, err := s.pfs(id)
	if err != nil {
		return err
	}
	r.Dirty()
	r.Page.SetPFS(pfsIndex(id), 0)
	left := allocated(r.Page.PFSExtent(pfsIndex(ext)))
	r.Release()
	s.touch(ext)
	empty := left&^systemMask(ext) == 0 && !isBoot(ext)
	return s.mark(ext, empty, !empty)
}

// allocated has bit i set when byte i of eight PFS bytes says allocated.
func allocated(b uint64) uint8 {
	// 0x40 of each byte, gathered: the multiplication moves bit 8i to bit 56+i.
	return uint8(b >> 6 & 0x0101010101010101 * 0x0102040810204080 >> 56)
}
