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

// walkPages yields the pages of the units that keep wants, IAM page by IAM page in file order: the single pages of
// mixed extents, then those of owned extents. It reads the PFS pages, the IAM pages that they mark and, with
// heads, the headers of all allocated pages. Who wants a settled picture holds the tables' locks.
func walkPages(ctx context.Context, d *engine.Database, heads bool, keep func(object uint32, index int) bool, yield func(pageRow) bool) error {
	sp, err := d.Space()
	if err != nil {
		return err
	}
	iams, err := sp.IAMPages()
	if err != nil {
		return err
	}
	w := walker{ctx: ctx, d: d, heads: heads, pfs: sp.PFS, yield: yield}
	for _, m := range iams {
		if !keep(m.ObjID, int(m.IndexID)) {
			continue
		}
		if more, err := w.iam(m.ID); err != nil || !more {
			return err
		}
	}
	return nil
}

type walker struct {
	ctx   context.Context
	d     *engine.Database
	heads bool
	pfs   func(page.ID) (b byte, ok bool, err error)
	yield func(pageRow) bool
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
func (w *walker) iam(id page.ID) (more bool, err error) {
	own := pageRow{db: w.d, id: id}
	var pages []page.ID
	err = w.get(id, func(p *page.Page) {
		own.object, own.index = p.ObjectID(), int(p.IndexID())
		for i := range page.SinglePages {
			if single := p.SinglePage(i); single != 0 {
				pages = append(pages, single)
			}
		}
		for i := p.NextMapBit(0, true); i >= 0; i = p.NextMapBit(i+1, true) {
			for n := range page.ID(page.ExtentPages) {
				pages = append(pages, p.StartPage()+page.ID(i*page.ExtentPages)+n)
			}
		}
	})
	if err != nil {
		return false, err
	}
	if more, err = w.row(own); err != nil || !more {
		return more, err
	}
	for _, p := range pages {
		r := own
		r.iam, r.id = id, p
		if more, err = w.row(r); err != nil || !more {
			return more, err
		}
	}
	return true, nil
}

// row completes a page from its PFS byte and header. Map pages inside an owned extent are the
// system's and left out.
func (w *walker) row(r pageRow) (more bool, err error) {
	var ok bool
	if r.pfs, ok, err = w.pfs(r.id); err != nil || !ok {
		return true, err
	}
	if r.allocated() && (w.heads || r.iam == 0) {
		err = w.get(r.id, func(p *page.Page) {
			r.head, r.typ, r.level, r.next, r.prev, r.ghosts = true, p.Type(), p.Level(), p.Next(), p.Prev(), p.GhostCount()
		})
		if err != nil {
			return false, err
		}
	}
	return w.yield(r), nil
}
