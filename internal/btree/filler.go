package btree

import (
	"context"
	"errors"
	"runtime"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// filler fills all levels of a new tree at once from rows in key order, with one extent cursor a
// level, so that each level lies in whole extents of its own.
//
// A leaf has at least one row. Non-leaf pages are filled up unless PAD_INDEX is on, and have at least two entries.
type filler struct {
	t      *Tree
	opt    BuildOptions
	levels []*fillLevel
	low    *searchKey // of its first entries; nil: the first row's, still to come
	top    int        // levels it fills at most
	rec    []byte
	key    searchKey
	ents   [][]byte // separator on its way into each level
}

// fillLevel is a level being filled.
type fillLevel struct {
	cur   *alloc.Cursor
	ref   bufpool.Ref // page being filled
	first page.ID
	last  page.ID // being filled, or so far filled
	rule  fillRule
}

func newFiller(sp *alloc.Space, def Def, sh *shape, opt BuildOptions) (*filler, error) {
	u, err := sp.NewUnit(def.Space, def.ObjID, def.IndexID)
	if err != nil {
		return nil, err
	}
	if opt.uniform {
		u.Uniform()
	}
	f := &filler{t: &Tree{sp: sp, store: sp.Store(), unit: u, def: def, sh: sh}, opt: opt, low: lowestEntry, top: maxDepth}
	if err := f.addLevel(); err != nil {
		return nil, errors.Join(err, f.abort())
	}
	return f, nil
}

// addLevel opens a level above the others with its first page.
func (f *filler) addLevel() error {
	if len(f.levels) == maxDepth {
		return f.t.damaged("it would have more than %d levels", maxDepth)
	}
	l := &fillLevel{cur: f.t.unit.NewCursor(), rule: newFillRule(f.opt.FillFactor, 1)}
	if len(f.levels) > 0 {
		l.rule = newFillRule(0, 2)
		if f.opt.PadIndex {
			l.rule = newFillRule(f.opt.FillFactor, 2)
		}
	}
	f.levels = append(f.levels, l)
	f.ents = append(f.ents, nil)
	if err := f.open(len(f.levels) - 1); err != nil {
		return err
	}
	l.first = l.ref.Page.ID()
	return nil
}

// open starts the next page of a level.
func (f *filler) open(level int) error {
	l := f.levels[level]
	id, err := l.cur.NewPage()
	if err != nil {
		return err
	}
	f.t.allocated(level)
	if f.top == partLevels && id == id.Extent() {
		runtime.Gosched() // workers keep pace where there are fewer processors
	}
	ref, err := f.t.fresh(id, level)
	if err != nil {
		return err
	}
	if l.ref.Valid() {
		ref.Page.SetPrev(l.ref.Page.ID())
		l.ref.Page.SetNext(id)
		l.ref.Release()
	}
	l.ref, l.last = ref, id
	return nil
}

// full tells whether the page being filled takes no further record of n bytes.
func (l *fillLevel) full(n int) bool {
	return l.rule.full(l.ref.Page.SlotCount(), l.ref.Page.Used(), n)
}

// raise makes a level with an entry for the first page of the one below.
func (f *filler) raise() error {
	level := len(f.levels)
	if err := f.addLevel(); err != nil {
		return err
	}
	f.levels[level].ref.Page.Insert(0, f.t.sh.appendEntry(nil, f.low, f.levels[level-1].first, &f.t.x))
	return nil
}

// addEntry adds the entry for a page of the level below, whose lowest key is f.key, to a
// level; the level is made when this is its second.
func (f *filler) addEntry(level int, child page.ID) error {
	if level == f.top {
		return nil
	}
	sh := f.t.sh
	if level == len(f.levels) {
		if err := f.raise(); err != nil {
			return err
		}
	}
	l := f.levels[level]
	f.ents[level] = sh.appendEntry(f.ents[level][:0], &f.key, child, &f.t.x)
	ent := f.ents[level]
	if l.full(len(ent)) {
		if err := f.open(level); err != nil {
			return err
		}
		if err := f.addEntry(level+1, l.ref.Page.ID()); err != nil {
			return err
		}
	}
	if !l.ref.Page.Insert(l.ref.Page.SlotCount(), ent) {
		return f.t.damaged("an entry of %d bytes does not fit in an empty page", len(ent))
	}
	return nil
}

// finish ends all levels and returns the tree.
func (f *filler) finish() (*Tree, error) {
	if err := f.close(); err != nil {
		return nil, err
	}
	t := f.t
	t.depth = len(f.levels)
	t.root, t.first = f.levels[t.depth-1].first, f.levels[0].first
	return t, nil
}

// close unpins the pages being filled and leaves the extents to the unit.
func (f *filler) close() error {
	var errs []error
	for _, l := range f.levels {
		if l.ref.Valid() {
			l.ref.Release()
			l.ref = bufpool.Ref{}
		}
		errs = append(errs, l.cur.Close())
	}
	return errors.Join(errs...)
}

// abort deallocates everything.
func (f *filler) abort() error { return errors.Join(f.close(), f.t.unit.Drop()) }

// fill adds all rows of a range.
func (f *filler) fill(ctx context.Context, in rowRange) error {
	for n := 0; ; n++ {
		rec, err := in.Next()
		if rec == nil || err != nil {
			return err
		}
		if n&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := f.add(rec); err != nil {
			return err
		}
	}
}
