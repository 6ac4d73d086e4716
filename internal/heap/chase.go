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

	runs   []bufpool.Run // for reading ahead of stubs followed in file order; nil: do not
	last   int           // run of the last target
	issued int           // runs before this one have been read ahead
}

// chaseAhead is how many runs are read ahead of stubs followed in order.
const chaseAhead = 4

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
	}
	return forwarded(c.ref.Page, target, home)
}

// prefetch starts reading the runs after id's once targets move from one run to
// the next.
func (c *chaser) prefetch(w *Supplier, id page.ID) {
	if r := c.runs[c.last]; id >= r.First && id < r.First+page.ID(r.N) {
		return
	}
	i := sort.Search(len(c.runs), func(i int) bool { return c.runs[i].First > id }) - 1
	if i < 0 {
		return
	}
	inOrder := i == c.last+1
	c.last = i
	if !inOrder {
		c.issued = i + 1
		return
	}
	for c.issued = max(c.issued, i); c.issued < min(len(c.runs), i+chaseAhead); c.issued++ {
		c.h.st.ReadAhead(w.ctx, c.runs[c.issued], w.opt.IO)
	}
}

func (c *chaser) leave() {
	if c.ref.Valid() {
		c.ref.Release()
		c.ref = bufpool.Ref{}
	}
}
