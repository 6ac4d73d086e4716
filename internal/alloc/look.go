package alloc

import "scanfrag/internal/page"

// Status is what the maps say of one page.
type Status struct {
	GAM, SGAM, PFS  page.ID // the map pages that describe it
	Diff, MinLogged page.ID
	ExtentFree      bool // its GAM bit
	MixedWithRoom   bool // its SGAM bit
	PFSByte         byte
	System          bool // a fixed page or a map: nobody's, even inside an extent that a table owns
}

// Status reads the maps for a page; ok is false above the file's high-water mark, where nothing was ever allocated.
func (s *Space) Status(id page.ID) (st Status, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.file(id)
	if f == nil || id.No() >= f.high {
		return st, false, nil
	}
	gam, sgam := mapsOf(id)
	first := intervalOf(id)
	st = Status{GAM: gam, SGAM: sgam, PFS: pfsOf(id), Diff: first + dcmPage, MinLogged: first + bcmPage,
		System: isSystem(id)}
	look := func(at page.ID, t page.Type, see func(p *page.Page)) {
		if err != nil {
			return
		}
		r, e := s.mapPage(at, t)
		if err = e; err == nil {
			see(r.Page)
			r.Release()
		}
	}
	look(gam, page.TypeGAM, func(p *page.Page) { st.ExtentFree = p.MapBit(bitOf(id)) })
	look(sgam, page.TypeSGAM, func(p *page.Page) { st.MixedWithRoom = p.MapBit(bitOf(id)) })
	look(st.PFS, page.TypePFS, func(p *page.Page) { st.PFSByte = p.PFS(pfsIndex(id)) })
	return st, err == nil, err
}

// PFS is a page's PFS byte; ok is false for what no table can own: system pages, and those above the high-water mark.
func (s *Space) PFS(id page.ID) (b byte, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.file(id)
	if f == nil || id.No() >= f.high || isSystem(id) {
		return 0, false, nil
	}
	r, err := s.pfs(id)
	if err != nil {
		return 0, false, err
	}
	defer r.Release()
	return r.Page.PFS(pfsIndex(id)), true, nil
}

// IAMPage is an IAM page and whose it is.
type IAMPage struct {
	ID      page.ID
	ObjID   uint32
	IndexID uint16
}

// IAMPages lists the pages that the PFS pages mark as IAM pages, file by file. Those of dropped units, which may be
// given back at any time, are left out.
func (s *Space) IAMPages() (list []IAMPage, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []page.ID
	dropped := map[page.ID]bool{}
	for _, u := range s.deferred {
		for _, m := range u.iams {
			dropped[m.id] = true
		}
	}
	for _, f := range s.files {
		if f == nil {
			continue
		}
		for first := uint32(0); first < f.high; first += page.PFSInterval {
			r, err := s.pfs(f.id(first))
			if err != nil {
				return nil, err
			}
			for i := range min(page.PFSInterval, f.high-first) {
				if b := r.Page.PFS(int(i)); b&page.PFSAllocated != 0 && b&page.PFSIAM != 0 && !dropped[f.id(first+i)] {
					ids = append(ids, f.id(first+i))
				}
			}
			r.Release()
		}
	}
	for _, id := range ids {
		r, err := s.mapPage(id, page.TypeIAM)
		if err != nil {
			return nil, err
		}
		list = append(list, IAMPage{id, r.Page.ObjectID(), r.Page.IndexID()})
		r.Release()
	}
	return list, nil
}
