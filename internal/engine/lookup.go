package engine

import (
	"context"
	"fmt"

	"scanfrag/internal/btree"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// lookupBatch is the most rows whose pages are asked for at once; a batch begins at one row and doubles, so that a
// statement that stops early (TOP, EXISTS) looks few rows up in vain.
const lookupBatch = 64

// lookup fetches the table's rows that rows of a nonclustered index lead to: a RID look-up in a heap, a key
// look-up in a clustered index. Pages of a batch that are not in the pool are read asynchronously before the first of
// its rows is fetched ("random prefetch", documented of the server); rows come in the index's order.
type lookup struct {
	t      *Table
	s      *storage // the heap or clustered index
	ctx    context.Context
	io     *bufpool.IO
	ahead  bool // trace flag 8744 off
	keep   func(rec []byte) (bool, error)
	wide   *widener
	batch  []Locator
	n, at  int // locators in it; the current one
	size   int // of the batch
	key    btree.Key
	rec    []byte
	ids    []page.ID
	runs   []bufpool.Run
	full   *reshaper // completes rows with fewer columns
	buf    []byte
	failed error
}

// begin readies l for a scan.
func (l *lookup) begin(ctx context.Context, spec *ScanSpec) {
	l.ctx, l.io, l.ahead = ctx, spec.IO, !spec.NoPrefetch
	l.keep, l.failed = nil, nil
	l.n, l.at, l.size = 0, 0, 0
}

func (l *lookup) next(index indexRows, x *ncShape) bool {
	if l.failed != nil {
		return false
	}
	if l.at++; l.at >= l.n {
		if !l.more(index, x) {
			return false
		}
		l.prefetch()
	}
	l.failed = l.fetch(&l.batch[l.at])
	return l.failed == nil
}

// more takes the locators of the next batch.
func (l *lookup) more(index indexRows, x *ncShape) bool {
	l.n, l.at = 0, 0
	l.size = min(max(1, 2*l.size), lookupBatch)
	for l.n < l.size && index.Next() {
		row := index.Record()
		if l.keep != nil {
			ok, err := l.keep(l.wide.widen(row))
			if err != nil {
				l.failed = err
				return false
			}
			if !ok {
				continue
			}
		}
		if l.n == len(l.batch) {
			l.batch = append(l.batch, Locator{})
		}
		x.locator(&l.batch[l.n], row)
		l.n++
	}
	return l.n > 0
}

// prefetch starts reading the pages of a batch.
func (l *lookup) prefetch() {
	if !l.ahead || l.n < 2 {
		return
	}
	l.ids = l.ids[:0]
	for i := range l.batch[:l.n] {
		id := l.batch[i].RID.Page
		if l.s.tree != nil {
			if l.s.tree.ReadKey(&l.key, l.batch[i].Key) != nil {
				return
			}
			var err error
			if id, err = l.s.tree.LeafFor(l.key, l.io); err != nil {
				return // the look-up itself meets the error
			}
		}
		l.ids = append(l.ids, id)
	}
	l.runs = bufpool.Runs(l.ids, pagefile.MaxRun, l.runs[:0])
	for _, r := range l.runs {
		l.t.state.store.ReadAhead(l.ctx, r, l.io)
	}
}

func (l *lookup) fetch(loc *Locator) (err error) {
	var ok bool
	if l.s.heap != nil {
		l.rec, err = l.s.heap.Get(l.rec[:0], loc.RID, l.io)
		ok = err == nil
	} else if err = l.s.tree.ReadKey(&l.key, loc.Key); err == nil {
		l.rec, ok, err = l.s.tree.Get(l.rec[:0], l.key, l.io)
	}
	if err == nil && !ok {
		err = fmt.Errorf("table %s.%s has no row for a row of its index", l.t.Schema, l.t.Name)
	}
	if err != nil {
		return fmt.Errorf("look up a row: %w", err)
	}
	l.s.lookups.Add(1)
	if l.full != nil && page.Columns(l.rec) < l.t.Layout.Cols {
		l.buf = l.full.reshape(l.buf[:0], l.rec)
		l.rec, l.buf = l.buf, l.rec
	}
	return nil
}

// place is where the current row was fetched from.
func (l *lookup) place() (page.RID, error) {
	loc := &l.batch[l.at]
	if l.s.heap != nil {
		return l.s.heap.Place(loc.RID)
	}
	if err := l.s.tree.ReadKey(&l.key, loc.Key); err != nil {
		return page.RID{}, err
	}
	return l.s.tree.Place(l.key)
}
