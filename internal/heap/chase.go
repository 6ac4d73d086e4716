package heap

import (
	"context"
	"sort"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// chaser follows stubs. It keeps the page it went to last pinned, since stubs made
// one after the other point to one page; each stub is a logical read all the same.
type chaser struct {
	h   *Heap
	ref bufpool.Ref
	id  page.ID // of ref, when that is valid

	runs  []bufpool.Run // for reading ahead of stubs followed in file order; nil: do not
	lanes [chaseLanes]lane
	clock int
}

// lane is a run of pages whose targets come in file order. There are several, since a second widening
// moves some rows of each page on: targets then come from two places in turn.
type lane struct {
	at     int // number of the run of the last target
	issued int // runs before this one have been read ahead
	used   int // value of chaser.clock at the last target
}

const (
	chaseLanes = 4
	// chaseAhead is how many runs are read ahead of stubs followed in order: as many as a scan in allocation order reads.
	chaseAhead = bufpool.ExtentWindow / bufpool.ExtentBatch
	// chaseWindow is how many pages such a scan itself reads ahead. For each of them it visits dozens, or makes them: read
	// further ahead they would be gone from a small pool before they are reached.
	chaseWindow = bufpool.ExtentWindow / 4
)

// row is the record that home's stub points to, valid until the next call.
func (c *chaser) row(w *Supplier, home, target page.RID) ([]byte, error) {
	if w.ctx.Err() != nil {
		return nil, context.Cause(w.ctx)
	}
	if c.ref.Valid() && target.Page == c.id {
		if w.opt.IO != nil {
			w.opt.IO.Logical.Add(1)
		}
	} else {
		c.leave()
		if c.runs != nil {
			c.prefetch(w, target.Page)
		}
		r, err := c.h.get(target.Page, w.opt.IO)
		if err != nil {
			return nil, badStub(home, target, err)
		}
		c.ref, c.id = r, target.Page
		if w.opt.SkipMoved {
			c.pass(w)
		}
	}
	return forwarded(c.ref.Page, target, home)
}

// prefetch starts reading the runs after id's once targets move from one run to the next.
func (c *chaser) prefetch(w *Supplier, id page.ID) {
	from, to := c.step(id)
	for ; from < to; from++ {
		c.h.st.ReadAhead(w.ctx, c.runs[from], w.opt.IO)
	}
}

// step takes note of a target page and tells which runs, from..to-1, are to be read now.
func (c *chaser) step(id page.ID) (from, to int) {
	c.clock++
	old := &c.lanes[0]
	for i := range c.lanes {
		l := &c.lanes[i]
		if l.used > 0 && holds(c.runs[l.at], id) {
			l.used = c.clock
			return 0, 0
		}
		if l.used < old.used {
			old = l
		}
	}
	at := sort.Search(len(c.runs), func(i int) bool { return c.runs[i].First > id }) - 1
	if at < 0 {
		return 0, 0
	}
	for i := range c.lanes {
		if l := &c.lanes[i]; l.used > 0 && at == l.at+1 {
			from, to = max(l.issued, at), min(len(c.runs), at+chaseAhead)
			l.at, l.issued, l.used = at, max(from, to), c.clock
			return from, to
		}
	}
	*old = lane{at: at, issued: at + 1, used: c.clock}
	return 0, 0
}

func holds(r bufpool.Run, id page.ID) bool { return id >= r.First && id < r.First+page.ID(r.N) }

// pass takes the page in hand out of what the scan has still to read if all its rows are forwarded
// ones, which it would pass over. It counts as read: the server reads it.
func (c *chaser) pass(w *Supplier) {
	i := sort.Search(len(w.runs), func(i int) bool { return w.runs[i].First > c.id }) - 1
	if i < int(w.next.Load()) || !holds(w.runs[i], c.id) {
		return
	}
	bit := uint64(1) << (c.id - w.runs[i].First)
	if w.runs[i].Want&bit == 0 {
		return
	}
	for slot := range c.ref.Page.SlotCount() {
		if st, ok := c.ref.Page.Status(slot); ok && st>>1&7 != page.KindForwarded {
			return
		}
	}
	w.runs[i].Want &^= bit
	if w.opt.IO != nil {
		w.opt.IO.Logical.Add(1)
	}
}

func (c *chaser) leave() {
	if c.ref.Valid() {
		c.ref.Release()
		c.ref = bufpool.Ref{}
	}
}
