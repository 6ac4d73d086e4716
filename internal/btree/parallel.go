package btree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"scanfrag/internal/page"
)

// A parallel build divides the rows among workers by key. Each fills leaves and level-1 pages of its range with cursors of
// its own, which take one extent at a time, so that the ranges leap-frog through the file and every extent is about
// a fragment (observed of SQL Server's). The last pages of a range stay part-filled. What is above level 1 is filled once all are done.

// partLevels is how many levels a worker fills.
const partLevels = 2

// rowRange is the rows of one worker, nil at the end.
type rowRange interface{ Next() ([]byte, error) }

// peeked is a source whose first row was taken out.
type peeked struct {
	first []byte
	rest  Source
}

func (p *peeked) Next() ([]byte, error) {
	if rec := p.first; rec != nil {
		p.first = nil
		return rec, nil
	}
	return p.rest()
}

// copyParts fills the tree from several sources in order; those without rows need no worker.
func (b *build) copyParts(sources []Source) (*Tree, error) {
	var ranges []rowRange
	for _, next := range sources {
		rec, err := next()
		if err != nil {
			return nil, err
		}
		if rec != nil {
			ranges = append(ranges, &peeked{bytes.Clone(rec), next})
		}
	}
	switch len(ranges) {
	case 0:
		return b.serial(sources[0])
	case 1:
		return b.serial(ranges[0].Next)
	}
	if err := b.start(true); err != nil {
		return nil, err
	}
	return b.parallel(ranges)
}

// parallel fills the tree, of which b.out has been started and is the first range's, from ranges with rows.
func (b *build) parallel(ranges []rowRange) (*Tree, error) {
	f := b.out
	parts := []*filler{f}
	for range ranges[1:] {
		parts = append(parts, f.part())
	}
	f.top = partLevels
	ctx, cancel := context.WithCancelCause(b.ctx)
	defer cancel(nil)
	panics := make([]any, len(parts))
	var wg sync.WaitGroup
	for i, p := range parts {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					panics[i] = fmt.Sprintf("%v\n%s", v, debug.Stack())
					cancel(context.Canceled)
				}
			}()
			if err := p.fillPart(ctx, ranges[i]); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	for _, v := range panics {
		if v != nil {
			panic(v)
		}
	}
	if err := b.ctx.Err(); err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); errors.Is(err, errOrder) {
		return nil, b.disorder()
	} else if err != nil {
		return nil, err
	}
	return f.join(parts)
}

// join makes one tree of the parts, of which f is the first.
func (f *filler) join(parts []*filler) (*Tree, error) {
	for i, p := range parts[1:] {
		if err := parts[i].link(p); err != nil {
			return nil, err
		}
		f.t.addCounts(p.t)
	}
	f.top = maxDepth
	if err := f.joinLevels(); err != nil {
		return nil, err
	}
	return f.finish()
}

// part is a filler of another range of f's tree. It has a Tree of its own: what that counts and scratches is not shared.
func (f *filler) part() *filler {
	t := f.t
	return &filler{t: &Tree{sp: t.sp, store: t.store, unit: t.unit, def: t.def, sh: t.sh}, opt: f.opt, top: partLevels}
}

// fillPart fills the leaves and level-1 pages of a range and unpins them.
func (f *filler) fillPart(ctx context.Context, in rowRange) (err error) {
	defer func() { err = errors.Join(err, f.close()) }()
	if len(f.levels) == 0 {
		if err := f.addLevel(); err != nil {
			return err
		}
	}
	if err := f.fill(ctx, in); err != nil {
		return err
	}
	if len(f.levels) < partLevels {
		return f.raise()
	}
	return nil
}

// setLow makes the key of a range's first row that of its first entries.
func (f *filler) setLow(rec []byte, uniq uint32) error {
	f.low = &searchKey{}
	f.t.sh.fromLeaf(f.low, bytes.Clone(rec), false)
	f.low.uniq, f.low.exact = uniq, !f.t.sh.unique
	return f.t.checkKey(f.low, rec)
}

// link makes the pages of next follow those of f on each level.
func (f *filler) link(next *filler) error {
	for i := range partLevels {
		last, first := f.levels[i].last, next.levels[i].first
		if err := f.edit(last, i, func(p *page.Page) { p.SetNext(first) }); err != nil {
			return err
		}
		if err := f.edit(first, i, func(p *page.Page) { p.SetPrev(last) }); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) edit(id page.ID, level int, change func(*page.Page)) error {
	ref, err := f.t.get(id, level, f.opt.IO)
	if err != nil {
		return err
	}
	ref.Dirty()
	change(ref.Page)
	ref.Release()
	return nil
}

// joinLevels fills the levels above level 1 from the chain of its pages.
func (f *filler) joinLevels() error {
	const level = partLevels - 1
	first := f.levels[level].first
	for id := first; id != 0; {
		ref, err := f.t.get(id, level, f.opt.IO)
		if err != nil {
			return err
		}
		if id != first {
			f.t.sh.fromEntry(&f.key, ref.Page.Record(0))
			err = f.addEntry(partLevels, id)
		}
		id = ref.Page.Next()
		ref.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// addCounts takes over what was allocated for another part.
func (t *Tree) addCounts(o *Tree) {
	t.changes += o.changes
	t.nonLeaf.Add(o.nonLeaf.Load())
	for i := range t.allocations {
		t.allocations[i].Add(o.allocations[i].Load())
	}
}
