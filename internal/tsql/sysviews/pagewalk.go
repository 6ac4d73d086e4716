package sysviews

import (
	"context"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
)

// pageRow is one page of an allocation unit: an IAM page, or a page of an extent that it owns.
type pageRow struct {
	db     *engine.Database
	object uint32
	index  int
	iam    page.ID // 0 for an IAM page itself
	id     page.ID
	pfs    byte

	head       bool // the header was read: type to free are set
	typ        page.Type
	level      uint8
	next, prev page.ID
	ghosts     int
}

func (r *pageRow) allocated() bool { return r.pfs&page.PFSAllocated != 0 }

// walkPages yields the pages of the units that keep wants, IAM page by IAM page in file order. It
// reads the PFS pages, those IAM pages that they mark and, with heads, the headers of all
// allocated pages. Who wants a settled picture holds the tables' locks.
func walkPages(ctx context.Context, d *engine.Database, heads bool, keep func(object uint32, index int) bool, yield func(pageRow) bool) error {
	sp, err := d.Space()
	if err != nil {
		return err
	}
	w := walker{ctx: ctx, d: d, heads: heads, end: sp.HighWater(1), yield: yield}
	for first := uint32(0); first < w.end; first += page.PFSInterval {
		var iams []page.ID
		err := w.get(pfsPage(first), func(p *page.Page) {
			for i := range min(page.PFSInterval, w.end-first) {
				if b := p.PFS(int(i)); b&page.PFSAllocated != 0 && b&page.PFSIAM != 0 {
					iams = append(iams, page.MakeID(1, first+i))
				}
			}
		})
		if err != nil {
			return err
		}
		for _, id := range iams {
			if more, err := w.iam(id, keep); err != nil || !more {
				return err
			}
		}
	}
	return nil
}

type walker struct {
	ctx   context.Context
	d     *engine.Database
	heads bool
	end   uint32
	yield func(pageRow) bool
}

// pfsPage is the PFS page of page no.
func pfsPage(no uint32) page.ID {
	if no /= page.PFSInterval; no == 0 {
		return page.MakeID(1, 1)
	}
	return page.MakeID(1, no*page.PFSInterval)
}

func (w *walker) get(id page.ID, f func(p *page.Page)) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	ref, err := w.d.Store().Get(id, nil)
	if err != nil {
		return err
	}
	defer ref.Release()
	f(ref.Page)
	return nil
}

// iam yields an IAM page and the pages it owns.
func (w *walker) iam(id page.ID, keep func(object uint32, index int) bool) (more bool, err error) {
	own := pageRow{db: w.d, id: id}
	var extents []page.ID
	err = w.get(id, func(p *page.Page) {
		own.object, own.index = p.ObjectID(), int(p.IndexID())
		for i := p.NextMapBit(0, true); i >= 0; i = p.NextMapBit(i+1, true) {
			extents = append(extents, p.StartPage()+page.ID(i*page.ExtentPages))
		}
	})
	if err != nil || !keep(own.object, own.index) {
		return true, err
	}
	if more, err = w.row(own); err != nil || !more {
		return more, err
	}
	for _, ext := range extents {
		for i := range page.ID(page.ExtentPages) {
			r := own
			r.iam, r.id = id, ext+i
			if more, err = w.row(r); err != nil || !more {
				return more, err
			}
		}
	}
	return true, nil
}

// row completes a page from its PFS byte and header. Map pages inside an owned extent are the
// system's and left out.
func (w *walker) row(r pageRow) (more bool, err error) {
	if r.id.No() >= w.end {
		return true, nil
	}
	err = w.get(pfsPage(r.id.No()), func(p *page.Page) { r.pfs = p.PFS(int(r.id.No() % page.PFSInterval)) })
	if err != nil {
		return false, err
	}
	if r.allocated() && (w.heads || r.iam == 0) {
		err = w.get(r.id, func(p *page.Page) {
			r.head, r.typ, r.level, r.next, r.prev, r.ghosts = true, p.Type(), p.Level(), p.Next(), p.Prev(), p.GhostCount()
		})
		if err != nil {
			return false, err
		}
		switch r.typ {
		case page.TypePFS, page.TypeGAM, page.TypeSGAM, page.TypeDiffMap, page.TypeMLMap:
			return true, nil
		}
	}
	return w.yield(r), nil
}
