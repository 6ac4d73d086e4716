// Package heap stores rows by place: PFS-driven inserts, forwarding, allocation-order scans.
//
// A row's address is its home: page and slot. A row that outgrows its page moves and
// leaves a stub at home; the moved record points back. Stubs are never chained:
//
//	home page                      another page
//	+------------------+           +---------------------------+
//	| slot 3: stub ----|---------->| slot 0: forwarded record   |
//	|                  |<----------|---- back pointer           |
//	+------------------+           +---------------------------+
package heap

import (
	"errors"
	"fmt"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Heap is one table without a clustered index. Writers are serialised by the caller
// (the engine's table lock); scans may run side by side with each other.
type Heap struct {
	sp *alloc.Space
	st *bufpool.Store
	u  *alloc.Unit

	tail page.ID // page that took the last inserted row; 0: not known
	fwd  page.ID // page that took the last forwarded row; 0: none since Open
	buf  []byte  // a forwarded record under construction
	row  []byte  // a row as a primary record
}

// ErrNoRow is returned for a RID that holds no row.
var ErrNoRow = errors.New("no row at this place")

// Create makes an empty heap in a filegroup (0: PRIMARY): an allocation unit and no pages.
func Create(sp *alloc.Space, space int, objID uint32) (*Heap, error) {
	u, err := sp.NewUnit(space, objID, 0)
	if err != nil {
		return nil, fmt.Errorf("create heap: %w", err)
	}
	return &Heap{sp: sp, st: sp.Store(), u: u}, nil
}

// Open attaches to the heap whose IAM chain starts at firstIAM.
func Open(sp *alloc.Space, firstIAM page.ID) (*Heap, error) {
	u, err := sp.OpenUnit(firstIAM)
	if err != nil {
		return nil, fmt.Errorf("open heap: %w", err)
	}
	return &Heap{sp: sp, st: sp.Store(), u: u}, nil
}

// Unit is what the heap's pages are allocated to.
func (h *Heap) Unit() *alloc.Unit { return h.u }

// Drop deallocates the heap.
func (h *Heap) Drop() error {
	h.tail, h.fwd = 0, 0
	return h.u.Drop()
}

// newPage allocates a page and pins it, empty. Pminlen is that of the row it is for.
func (h *Heap) newPage(rec []byte) (bufpool.Ref, error) {
	id, err := h.u.NewPage()
	if err != nil {
		return bufpool.Ref{}, err
	}
	return h.fresh(id, rec)
}

// fresh pins a page just allocated; one that cannot be had is given back.
func (h *Heap) fresh(id page.ID, rec []byte) (bufpool.Ref, error) {
	r, err := h.st.Fresh(id)
	if err != nil {
		return bufpool.Ref{}, errors.Join(err, h.u.FreePage(id))
	}
	r.Page.Init(page.TypeData, 0, id, h.u.ObjectID(), h.u.IndexID())
	r.Page.SetMinLen(page.FixedEnd(rec))
	return r, nil
}

// get pins a page that must be one of the heap's.
func (h *Heap) get(id page.ID, io *bufpool.IO) (bufpool.Ref, error) {
	r, err := h.st.Get(id, io)
	if err != nil {
		return r, err
	}
	if err := h.mine(r.Page, id); err != nil {
		r.Release()
		return bufpool.Ref{}, err
	}
	return r, nil
}

func (h *Heap) mine(p *page.Page, id page.ID) error {
	if p.Type() == page.TypeData && p.ObjectID() == h.u.ObjectID() && p.IndexID() == h.u.IndexID() {
		return nil
	}
	return &page.DamageError{Page: id, What: fmt.Sprintf("a page of type %d of object %d, index %d stands where one of heap %d is expected",
		p.Type(), p.ObjectID(), p.IndexID(), h.u.ObjectID())}
}

// classed notes the class of page p, which had so many used bytes before a change.
func (h *Heap) classed(p *page.Page, usedBefore int) error {
	if c := classOf(p.Used()); c != classOf(usedBefore) {
		return h.sp.SetFullness(p.ID(), c)
	}
	return nil
}
