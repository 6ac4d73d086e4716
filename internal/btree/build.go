package btree

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/extsort"
)

// BuildOptions of CREATE INDEX.
type BuildOptions struct {
	FillFactor int // 0 and 100: full
	PadIndex   bool
	Scratch    string      // directory of the sort's run file; "": in memory
	MemPages   int         // frames the sort may borrow from the pool
	IO         *bufpool.IO // pages read back; pages filled are no requests
	Copy       bool        // the rows come in key order, those of equal key with their uniquifiers, which they keep: no sort
	Workers    int         // fill it side by side, see parallel; 0 and 1: serial. A copy has one for each source

	uniform bool // the index begins with uniform extents
}

// Source returns records one by one, each valid until the next call; nil at the end.
type Source func() ([]byte, error)

// Build fills a new tree from rows in any order, in the layout of def; uniquifiers they bring along are dropped. Rows of
// equal key keep their order of arrival. A duplicate key in a unique tree returns *DuplicateKey;
// nothing stays allocated after an error.
//
// Input of a serial build that is still in order when the sort's memory is full is not spilled: it goes straight
// into pages. If it turns out not to be in order after all, those pages become the sort's first run.
//
// A copy may have several sources, the rows of each above those of the one before; see Tree.Divide.
func Build(ctx context.Context, sp *alloc.Space, def Def, opt BuildOptions, sources ...Source) (*Tree, error) {
	if opt.FillFactor < 0 || opt.FillFactor > 100 {
		return nil, fmt.Errorf("build index %d of object %d: fill factor %d is not within 0 and 100", def.IndexID, def.ObjID, opt.FillFactor)
	}
	sh, err := newShape(&def)
	if err != nil {
		return nil, err
	}
	if opt.Copy {
		opt.Workers = 1
	}
	b := &build{ctx: ctx, sp: sp, def: def, sh: sh, opt: opt}
	b.sort = extsort.New(ctx, sh.sortOptions(sp.Store().Pool(), opt))
	t, err := b.run(sources)
	if cerr := b.sort.Close(); err == nil && cerr != nil {
		err = cerr
		b.out = &filler{t: t}
	}
	if err != nil {
		if derr := b.drop(); derr != nil {
			err = fmt.Errorf("%w (and giving its pages back: %v)", err, derr)
		}
		return nil, err
	}
	return t, nil
}

// build is one run of Build.
type build struct {
	ctx  context.Context
	sp   *alloc.Space
	def  Def
	sh   *shape
	opt  BuildOptions
	sort *extsort.Sorter
	out  *filler // nil until pages are filled
	rows int64
	size leafSize
}

func (b *build) run(sources []Source) (*Tree, error) {
	if len(sources) > 1 {
		return b.copyParts(sources)
	}
	return b.serial(sources[0])
}

// serial takes the rows of one source.
func (b *build) serial(next Source) (*Tree, error) {
	for {
		rec, err := next()
		if err != nil {
			return nil, err
		}
		if rec == nil {
			break
		}
		if b.rows++; b.rows&1023 == 0 && b.ctx.Err() != nil {
			return nil, b.ctx.Err()
		}
		b.size.add(len(rec), b.opt.FillFactor)
		if err := b.take(rec); err != nil {
			return nil, err
		}
	}
	switch {
	case b.out != nil:
		return b.out.finish()
	case b.opt.Copy && !b.sort.Ordered():
		return nil, b.disorder()
	}
	return b.merge()
}

func (b *build) disorder() error {
	return fmt.Errorf("build index %d of object %d: the rows it is copied from are not in key order", b.def.IndexID, b.def.ObjID)
}

// take passes a row to the sort, or while the input is in order and exceeds the memory, to the pages.
func (b *build) take(rec []byte) error {
	if b.out != nil {
		err := b.out.add(rec)
		if !errors.Is(err, errOrder) {
			return err
		}
		if b.opt.Copy {
			return b.disorder()
		}
		rec = bytes.Clone(rec) // it may lie in a page that reading back evicts
		if err := b.readBack(); err != nil {
			return err
		}
		return b.sort.Add(rec)
	}
	if (b.opt.Copy && b.size.uniform() || !b.sort.Room(len(rec))) && b.opt.Workers <= 1 && b.sort.Ordered() && !b.sort.Spilled() {
		if err := b.start(b.size.uniform()); err != nil {
			return err
		}
		if err := b.sort.Drain(b.out.add); err != nil {
			return err
		}
		return b.take(rec)
	}
	return b.sort.Add(rec)
}

// start opens the tree that is filled.
func (b *build) start(uniform bool) error {
	b.opt.uniform = uniform
	out, err := newFiller(b.sp, b.def, b.sh, b.opt)
	if err == nil {
		b.out = out
	}
	return err
}

// readBack turns what was placed in pages into the sort's first run.
func (b *build) readBack() error {
	t, err := b.out.finish()
	if err != nil {
		return err
	}
	b.out = &filler{t: t}
	s, err := t.NewSupplier(b.ctx, Range{}, 1, ScanOptions{IO: b.opt.IO})
	if err != nil {
		return err
	}
	sc := s.NewScan()
	defer sc.Close()
	if err := b.sort.AddRun(func() ([]byte, error) {
		if !sc.Next() {
			return nil, sc.Err()
		}
		return sc.Record(), nil
	}); err != nil {
		return err
	}
	sc.Close()
	return b.drop()
}

// merge fills the tree from the sorted rows.
func (b *build) merge() (*Tree, error) {
	workers := b.opt.Workers
	if !b.size.uniform() {
		workers = 1
	}
	ranges, err := b.sort.SortRanges(workers)
	if err != nil {
		return nil, err
	}
	for _, in := range ranges {
		defer in.Close()
	}
	if err := b.start(b.size.uniform()); err != nil {
		return nil, err
	}
	if len(ranges) > 1 {
		var list []rowRange
		for _, r := range ranges {
			list = append(list, r)
		}
		return b.parallel(list)
	}
	if err := b.out.fill(b.ctx, ranges[0]); err != nil {
		return nil, err
	}
	return b.out.finish()
}

// drop gives back what was filled so far.
func (b *build) drop() error {
	if b.out == nil {
		return nil
	}
	out := b.out
	b.out = nil
	return out.abort()
}
