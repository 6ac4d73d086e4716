package btree

import (
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// span is a page found through its parent.
type span struct {
	id     page.ID
	lo, hi bool // it lies on the range's lower, upper edge: its records must be compared
	first  bool // the page before it in the walk is not known (start of the scan or of a worker's share)
	from   int  // share of its children: from..to-1, to = 0 means all
	to     int
	path   *path // pages above it
}

// path is the chain of pages from a level up to the root.
type path struct {
	id    page.ID
	level int
	up    *path
}

// spans yields the pages of one level in scan order; ok false at the end.
type spans func() (sp span, ok bool, err error)

// walker yields a level's pages in scan order, as listed by the pages of the level above,
// which come from parents (a walker of that level, or a supplier's shares). It reads
// ahead: batches run across parents, because a level-1 page with wide keys has few children.
type walker struct {
	t       *Tree
	ctx     context.Context
	io      *bufpool.IO
	b       *bounds
	level   int
	parents spans // nil: the level is the root's
	root    spans
	counted counting
	seen    *bridges // non-leaf pages of the scan

	queue    []span // known pages; head is the next to yield, issued the next to read ahead
	head     int
	issued   int
	consumed int
	ended    bool // parents have no more
	pulled   bool // a parent was read
	chain    chain
	ahead    *bufpool.Ahead // nil: no read-ahead
	ids      []page.ID
	runs     []bufpool.Run
}

// counting says which parents a walker's owner sees as logical reads. The server counts level-1
// pages and the descent; pages of higher levels read to find level-1 pages early are not requests.
type counting uint8

const (
	countAll   counting = iota // parents are level-1 pages
	countFirst                 // the first one: the descent
	countNone                  // a parallel scan's supplier: the workers descend themselves
	countPath                  // a worker: the pages above each share, then the share's page
)

func (w *walker) next() (sp span, ok bool, err error) {
	if w.ahead != nil {
		if err := w.readAhead(); err != nil {
			return span{}, false, err
		}
	}
	for w.head == len(w.queue) {
		if more, err := w.pull(); !more {
			return span{}, false, err
		}
	}
	sp = w.queue[w.head]
	w.head++
	w.consumed++
	if w.head >= 1024 {
		n := copy(w.queue, w.queue[w.head:])
		w.queue = w.queue[:n]
		w.issued = max(0, w.issued-w.head)
		w.head = 0
	}
	return sp, true, nil
}

// readAhead issues reads as far as the machine wants. A range of a single page is left to
// the request itself.
func (w *walker) readAhead() error {
	for n := w.ahead.Need(w.consumed); n > 0; n = w.ahead.Need(w.consumed) {
		w.issued = max(w.issued, w.head)
		for len(w.queue)-w.issued < n {
			if more, err := w.pull(); err != nil {
				return err
			} else if !more {
				break
			}
		}
		got := min(n, len(w.queue)-w.issued)
		if got > 1 || w.consumed > 0 {
			w.ids = w.ids[:0]
			for _, sp := range w.queue[w.issued : w.issued+got] {
				w.ids = append(w.ids, sp.id)
			}
			w.runs = bufpool.Runs(w.ids, pagefile.MaxRun, w.runs[:0])
			if w.level == 0 {
				w.runs = w.seen.join(w.runs, pagefile.MaxRun)
			} else {
				for _, id := range w.ids {
					w.seen.add(id)
				}
			}
			for _, r := range w.runs {
				w.t.store.ReadAhead(w.ctx, r, w.io)
			}
		}
		w.issued += got
		w.ahead.Issued(got)
		if got < n {
			w.ahead.End()
		}
	}
	return w.ctx.Err()
}

// pull appends the children of the next parent to the queue; false at the end or on an error.
func (w *walker) pull() (more bool, err error) {
	if w.ended {
		return false, nil
	}
	from := w.parents
	if from == nil {
		from = w.root
	}
	sp, ok, err := from()
	if err != nil {
		return false, err
	}
	if !ok {
		w.ended = true
		if w.parents != nil && !w.b.bounded() && w.counted != countPath {
			return false, w.chain.end(w.t)
		}
		return false, nil
	}
	if w.parents == nil {
		w.queue = append(w.queue, sp)
		return true, nil
	}
	ref, err := w.parent(sp)
	if err != nil {
		return false, err
	}
	defer ref.Release()
	if err := w.chain.follow(w.t, ref.Page, sp.first); err != nil {
		return false, err
	}
	w.pulled = true
	w.seen.add(sp.id)
	w.list(ref.Page, sp)
	return true, nil
}

// parent pins a page of the level above, counting it as the walker's kind says.
func (w *walker) parent(sp span) (bufpool.Ref, error) {
	switch {
	case w.counted == countAll, w.counted == countFirst && !w.pulled:
		return w.t.get(sp.id, w.level+1, w.io)
	case w.counted == countPath:
		for up := sp.path; up != nil; up = up.up {
			ref, err := w.t.get(up.id, up.level, w.io)
			if err != nil {
				return ref, err
			}
			ref.Release()
		}
		return w.t.get(sp.id, w.level+1, w.io)
	}
	return w.t.getQuietly(sp.id, w.level+1, w.io)
}

// list queues the children of page p, found as sp, that the range wants.
func (w *walker) list(p *page.Page, sp span) {
	i0, i1 := w.b.children(w.t.sh, p, sp.lo, sp.hi)
	a, b := i0, i1
	if sp.to > 0 {
		a, b = max(a, sp.from), min(b, sp.to-1)
	}
	var up *path
	if w.level > 0 {
		up = &path{sp.id, w.level + 1, sp.path}
	}
	first := sp.first
	for n := range b - a + 1 {
		i := a + n
		if w.b.backward {
			i = b - n
		}
		w.queue = append(w.queue, span{id: p.Child(i), lo: sp.lo && i == i0, hi: sp.hi && i == i1, first: first, path: up})
		first = false
	}
}

// getQuietly is get for pages that are no logical reads; reading one is a physical read nevertheless.
func (t *Tree) getQuietly(id page.ID, level int, io *bufpool.IO) (bufpool.Ref, error) {
	if io == nil {
		return t.get(id, level, nil)
	}
	var side bufpool.IO
	ref, err := t.get(id, level, &side)
	io.Physical.Add(side.Physical.Load())
	return ref, err
}
