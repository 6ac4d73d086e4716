package alloc

import "scanfrag/internal/page"

// fixed checks a file's own pages: the header, the maps and the boot page, each of its type, nobody's and in no chain.
func (c *checker) fixed(f *file) {
	c.page(f.id(headerPage), page.TypeFileHeader)
	if f.no == 1 {
		c.page(f.id(bootPage), page.TypeBoot)
	}
	for no := uint32(0); no < f.high; no += page.GAMInterval {
		gam, sgam := mapsOf(f.id(no))
		c.page(gam, page.TypeGAM)
		c.page(sgam, page.TypeSGAM)
		c.page(f.id(no+dcmPage), page.TypeDiffMap)
		c.page(f.id(no+bcmPage), page.TypeMLMap)
	}
	for no := uint32(0); no < f.high; no += page.PFSInterval {
		c.page(pfsOf(f.id(no)), page.TypePFS)
	}
}

func (c *checker) page(id page.ID, t page.Type) {
	r, err := c.s.mapPage(id, t)
	if err != nil {
		c.errs = append(c.errs, err)
		return
	}
	defer r.Release()
	p := r.Page
	if p.ObjectID() != 0 || p.IndexID() != 0 || p.Prev() != 0 || p.Next() != 0 || p.Level() != 0 || p.MinLen() != 0 {
		c.failf("page %v of type %d: object %d, index %d, level %d, pminlen %d, linked to %v and %v; all of them 0 expected", id, t,
			p.ObjectID(), p.IndexID(), p.Level(), p.MinLen(), p.Prev(), p.Next())
	}
	c.header(p)
}

// header checks what is fixed about a page of the allocator's.
func (c *checker) header(p *page.Page) {
	err := p.CheckUnused()
	if err == nil {
		err = p.CheckMap()
	}
	if err != nil {
		c.errs = append(c.errs, err)
	}
}
