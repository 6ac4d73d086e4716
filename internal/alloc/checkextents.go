package alloc

import "scanfrag/internal/page"

// file walks all extents of a file.
func (c *checker) file(f *file) {
	c.free = 0
	c.fixed(f)
	for no := uint32(0); no < f.high; no += page.GAMInterval {
		if err := c.interval(f, no); err != nil {
			c.failf("extents from %v on: %w", f.id(no), err)
		}
	}
	if c.free != f.free {
		c.failf("file %d: %d extents are free, %d by its count", f.no, c.free, f.free)
	}
}

// interval walks the extents of the GAM interval that begins at page no.
func (c *checker) interval(f *file, no uint32) error {
	gamID, sgamID := mapsOf(f.id(no))
	gam, err := c.s.mapPage(gamID, page.TypeGAM)
	if err != nil {
		return err
	}
	defer gam.Release()
	sgam, err := c.s.mapPage(sgamID, page.TypeSGAM)
	if err != nil {
		return err
	}
	defer sgam.Release()
	for end := min(no+page.GAMInterval, f.high); no < end; no += page.ExtentPages {
		ext := f.id(no)
		r, err := c.s.pfs(ext)
		if err != nil {
			c.failf("extent %v: %w", ext, err)
			continue
		}
		b := r.Page.PFSExtent(pfsIndex(ext))
		r.Release()
		c.extent(f, ext, gam.Page.MapBit(bitOf(ext)), sgam.Page.MapBit(bitOf(ext)), b)
	}
	return nil
}

// extent judges an extent by its GAM bit (free), its SGAM bit (room) and its eight PFS bytes b.
func (c *checker) extent(f *file, ext page.ID, free, room bool, b uint64) {
	sys := systemMask(ext)
	for i := range uint32(page.ExtentPages) {
		if sys>>i&1 != 0 && byte(b>>(8*i)) != f.systemByte(ext.No()+i) {
			c.marked(ext+page.ID(i), byte(b>>(8*i)), f.systemByte(ext.No()+i))
		}
	}
	used := allocated(b) &^ sys
	u := c.owner[ext]
	if o := f.owner(ext); o != u && (o == nil || c.sums[o] != nil) {
		c.failf("extent %v: the IAM pages and the owner in memory differ", ext)
	}
	switch {
	case u != nil:
		if free || room {
			c.failf("extent %v of object %d: GAM bit %v, SGAM bit %v, both expected off", ext, u.objID, free, room)
		}
		c.uniform(u, ext, used, b)
	case free:
		c.free++
		if room {
			gam, sgam := mapsOf(ext)
			c.find(8903, "Extent %v in database ID "+page.InDatabase+" is allocated in both GAM %v and SGAM %v.", ext, gam, sgam)
		}
		if used != 0 {
			c.failf("extent %v is free, but its PFS bytes have pages 0x%02x allocated", ext, used)
		}
	case ext.No() == 0:
		if room {
			c.failf("extent %v: SGAM bit on for the system's extent", ext)
		}
	default:
		c.mixed(ext, sys, used, room, b)
	}
}

// uniform judges the pages of an extent that u owns, of which those of used are allocated.
func (c *checker) uniform(u *Unit, ext page.ID, used uint8, b uint64) {
	n := c.sums[u]
	for i := range page.ExtentPages {
		v := byte(b >> (8 * i))
		if systemMask(ext)>>i&1 != 0 {
			continue
		}
		switch {
		case used>>i&1 == 0 && v != 0:
			c.marked(ext+page.ID(i), v, 0)
		case used>>i&1 != 0:
			n.page(v)
			if v&^(page.PFSClass|page.PFSGhosts) != page.PFSAllocated {
				c.marked(ext+page.ID(i), v, v&(page.PFSClass|page.PFSGhosts)|page.PFSAllocated)
			}
		}
	}
	if used == 0 && !u.busy[ext] {
		c.failf("extent %v of object %d has no allocated page", ext, u.objID)
	}
}

// mixed judges a mixed extent: pages sys of it are the system's, those of used allocated to units.
func (c *checker) mixed(ext page.ID, sys, used uint8, room bool, b uint64) {
	if full := used|sys == 0xff; full == room {
		c.failf("extent %v: SGAM bit %v, pages 0x%02x allocated", ext, room, used|sys)
	}
	if used == 0 && !isBoot(ext) {
		c.find(8905, "Extent %v in database ID "+page.InDatabase+" is marked allocated in the GAM, but no SGAM or IAM has allocated it.", ext)
	}
	for i := range page.ExtentPages {
		id, v := ext+page.ID(i), byte(b>>(8*i))
		switch {
		case sys>>i&1 != 0 || used>>i&1 == 0:
		case v&page.PFSIAM == 0:
			c.single(id, v)
		case v != page.PFSAllocated|page.PFSMixed|page.PFSIAM:
			c.marked(id, v, page.PFSAllocated|page.PFSMixed|page.PFSIAM)
		case c.iams[id] == nil:
			c.failf("page %v is allocated as an IAM page, but is in no chain", id)
		default:
			delete(c.iams, id)
		}
	}
}

// single judges a page of a mixed extent that is no IAM page.
func (c *checker) single(id page.ID, v byte) {
	u := c.singles[id]
	switch {
	case v&^(page.PFSClass|page.PFSGhosts) != page.PFSAllocated|page.PFSMixed:
		c.marked(id, v, v&(page.PFSClass|page.PFSGhosts)|page.PFSAllocated|page.PFSMixed)
	case u == nil:
		c.failf("page %v is allocated in a mixed extent, but in no single-page slot", id)
	default:
		delete(c.singles, id)
		c.sums[u].page(v)
	}
}
