package engine

import (
	"context"
	"fmt"
	"slices"

	"scanfrag/internal/btree"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/heap"
)

// ScanSpec says what to read and how.
type ScanSpec struct {
	Table       *Table
	Index       *Index       // nil: the heap or clustered index
	Lookup      bool         // of a nonclustered index: fetch the table's rows; else only columns it covers count
	Range       *btree.Range // nil: everything
	Ordered     bool         // key order is needed
	NoLock      bool         // READ UNCOMMITTED: takes no lock, permits allocation order
	TabLock     bool         // shared table lock, permits allocation order
	ForWrite    bool         // the statement will change the table: exclusive lock at once
	Changes     bool         // with ForWrite: rows of it are changed as they are met, not merely locked
	NoReadAhead bool         // trace flag 652
	NoPrefetch  bool         // trace flag 8744: look-ups read their pages one by one
	InPlace     bool         // trace flag 30001: a heap's forwarded rows are taken where they lie, no stub is followed
	Single      bool         // the range is one value of a unique key
	Narrow      bool         // the range is thought to have few rows: a serial scan then tries to read them at once
	Again       *Rows        // a closed narrow cursor of an earlier scan of the statement, to be used again where that can be; may be nil
	Workers     int          // degree of parallelism asked for; 0 and 1 are serial
	IO          *bufpool.IO
}

// SerialPages is the size below which a table is scanned serially whatever the degree: a stand-in for
// "cost threshold for parallelism".
const SerialPages = 1024

// allocationOrderPages is the size above which an unordered scan may follow the IAM
// (observed since SQL Server 2005).
const allocationOrderPages = 64

// lockFor takes the locks a scan needs.
func (tx *Txn) lockFor(ctx context.Context, spec *ScanSpec) error {
	t := spec.Table
	switch {
	case spec.ForWrite:
		if err := tx.use(ctx, t, exclusive, true); err != nil {
			return err
		}
		return tx.acquire(ctx, &t.state.pages, exclusive, false)
	case spec.NoLock && !spec.TabLock:
		if tx.ended {
			return ErrEnded
		}
		if err := tx.join(t.db); err != nil {
			return err
		}
		if err := tx.acquire(ctx, &t.state.pages, shared, false); err != nil {
			return err
		}
		if !t.Current() {
			return ErrTableChanged
		}
		return nil
	}
	return tx.use(ctx, t, shared, false)
}

// allocationOrder decides whether a B-tree scan follows the IAM instead of the leaf chain:
// the plan needs no order, nobody can change the table under it or the reader does not
// care, and the table is large enough.
func (spec *ScanSpec) allocationOrder(pages int64) bool {
	return !spec.Ordered && spec.Range == nil && (spec.NoLock || spec.TabLock) && pages > allocationOrderPages
}

// degree is the number of workers of a scan of so many pages.
func (spec *ScanSpec) degree(pages int64) int {
	if spec.Workers <= 1 || pages < SerialPages || spec.Range != nil && spec.Range.Backward {
		return 1
	}
	return spec.Workers
}

// source makes the cursors of one scan.
type source struct {
	t       *Table
	s       *storage
	nc      *ncShape // of a nonclustered index's scan
	look    *lookup  // to be copied for each worker
	workers int
	heap    *heap.Supplier
	tree    *btree.Supplier
}

// open takes the locks and makes the scan's supplier.
func (tx *Txn) open(ctx context.Context, spec *ScanSpec) (*source, error) {
	s, err := tx.admit(ctx, spec)
	if err != nil {
		return nil, err
	}
	src := spec.source(ctx, s)
	return src, src.supply(ctx, spec)
}

// admit takes the locks, counts the scan and gives what it reads.
func (tx *Txn) admit(ctx context.Context, spec *ScanSpec) (*storage, error) {
	if err := tx.lockFor(ctx, spec); err != nil {
		return nil, err
	}
	if err := spec.Table.usable(spec.Index); err != nil {
		return nil, err
	}
	s, err := spec.storage()
	if err != nil {
		return nil, err
	}
	if spec.Single {
		s.lookups.Add(1)
	} else {
		s.rangeScans.Add(1)
		if spec.Range == nil {
			s.fullScans.Add(1)
		}
	}
	return s, nil
}

// source is the scan's, without supplier.
func (spec *ScanSpec) source(ctx context.Context, s *storage) *source {
	t := spec.Table
	src := &source{t: t, s: s}
	if s != t.st[0] {
		src.nc = t.readShape(slices.Index(t.st, s))
		if spec.Lookup {
			src.look = &lookup{t: t, s: t.st[0]}
			src.look.begin(ctx, spec)
		}
	}
	return src
}

// storage is what the scan reads.
func (spec *ScanSpec) storage() (*storage, error) {
	if spec.Index == nil {
		return spec.Table.st[0], nil
	}
	i := slices.Index(spec.Table.Indexes, spec.Index)
	if i < 0 {
		return nil, fmt.Errorf("scan of table %s: it has no index %s", spec.Table.Name, spec.Index.Name)
	}
	return spec.Table.st[i], nil
}

// supply makes the supplier.
func (src *source) supply(ctx context.Context, spec *ScanSpec) (err error) {
	n := src.s.unit().Pages()
	pages := n.Used - n.IAM
	src.workers = spec.degree(pages)
	if src.s.heap != nil {
		if spec.Range != nil {
			return fmt.Errorf("scan of table %s: a heap has no key range", src.t.Name)
		}
		changes := spec.ForWrite && spec.Changes && src.workers == 1
		src.heap, err = src.s.heap.NewSupplier(ctx, heap.ScanOptions{
			IO: spec.IO, NoReadAhead: spec.NoReadAhead, ChaseAhead: changes, SkipMoved: changes,
			InPlace: spec.InPlace && !spec.ForWrite,
		})
		return err
	}
	var r btree.Range
	if spec.Range != nil {
		r = *spec.Range
	}
	src.tree, err = src.s.tree.NewSupplier(ctx, r, src.workers, btree.ScanOptions{
		IO: spec.IO, NoReadAhead: spec.NoReadAhead, AllocationOrder: spec.allocationOrder(pages),
	})
	return err
}

// rows is a new worker's cursor.
func (src *source) rows() *Rows {
	r := &Rows{t: src.t, s: src.s, nc: src.nc}
	full := src.t.completer()
	switch {
	case src.nc == nil:
		r.complete, r.columns = full, src.t.Layout.Cols
	case src.look != nil:
		l := *src.look
		l.full, l.wide = full, newWidener(src.t, src.nc)
		r.look = &l
	default:
		r.wide = newWidener(src.t, src.nc)
	}
	switch {
	case src.heap != nil:
		r.heap = src.heap.NewScan()
	case src.tree != nil:
		r.tree = src.tree.NewScan()
	}
	return r
}
