package heap

import (
	"fmt"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Bulk is the bulk path of one statement (INSERT … SELECT under TABLOCK, SELECT INTO): pages are filled as far as rows
// physically fit (observed: 578 rows of 12 bytes on a page). Each statement takes extents of its own and does not look for
// room in those the heap has (documented of bulk loads from SQL Server 2016 on).
type Bulk struct {
	h     *Heap
	pages *alloc.Cursor
	last  page.ID // 0: none yet
}

// NewBulk begins a bulk statement; it must be closed.
func (h *Heap) NewBulk() *Bulk { return &Bulk{h: h, pages: h.u.NewCursor()} }

// Append places rec on the statement's last page while it physically fits, else on a new one.
func (b *Bulk) Append(rec []byte, io *bufpool.IO) (page.RID, error) {
	if _, err := maxClass(len(rec)); err != nil {
		return page.RID{}, err
	}
	if b.last != 0 {
		r, err := b.h.get(b.last, io)
		if err != nil {
			return page.RID{}, fmt.Errorf("append row: %w", err)
		}
		if r.Page.FitsHeap(len(rec)) {
			return b.h.put(r, rec)
		}
		r.Release()
	}
	id, err := b.pages.NewPage()
	if err != nil {
		return page.RID{}, fmt.Errorf("append row: %w", err)
	}
	r, err := b.h.fresh(id, rec)
	if err != nil {
		return page.RID{}, fmt.Errorf("append row: %w", err)
	}
	b.last = id
	return b.h.put(r, rec)
}

// Close leaves the rest of the last extent to the heap's other inserts.
func (b *Bulk) Close() error { return b.pages.Close() }
