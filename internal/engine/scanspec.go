package engine

import (
	"context"
	"fmt"

	"scanfrag/internal/btree"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/heap"
)

// ScanSpec says what to read and how.
type ScanSpec struct {
	Table       *Table
	Index       *Index       // nil: the heap or clustered index
	Range       *btree.Range // nil: everything
	Ordered     bool         // key order is needed
	NoLock      bool         // READ UNCOMMITTED: takes no lock, permits allocation order
	TabLock     bool         // shared table lock, permits allocation order
	ForWrite    bool         // the statement will change the table: exclusive lock at once
	NoReadAhead bool         // trace flag 652
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
	workers int
	heap    *heap.Supplier
	tree    *btree.Supplier
}

// open takes the locks and makes the scan's supplier.
func (tx *Txn) open(ctx context.Context, spec *ScanSpec) (*source, error) {
	t := spec.Table
	if err := tx.lockFor(ctx, spec); err != nil {
		return nil, err
	}
	if spec.Index != nil && spec.Index != t.Indexes[0] {
		return nil, fmt.Errorf("scan of table %s: only the heap or the clustered index can be scanned, not index %s", t.Name, spec.Index.Name)
	}
	src := &source{t: t, s: t.st[0]}
	pages := src.s.unit().Pages()
	src.workers = spec.degree(pages.Used - pages.IAM)
	src.s.rangeScans.Add(1)
	var err error
	if src.s.heap != nil {
		if spec.Range != nil {
			return nil, fmt.Errorf("scan of table %s: a heap has no key range", t.Name)
		}
		src.heap, err = src.s.heap.NewSupplier(ctx, heap.ScanOptions{IO: spec.IO, NoReadAhead: spec.NoReadAhead})
		return src, err
	}
	var r btree.Range
	if spec.Range != nil {
		r = *spec.Range
	}
	src.tree, err = src.s.tree.NewSupplier(ctx, r, src.workers, btree.ScanOptions{
		IO: spec.IO, NoReadAhead: spec.NoReadAhead, AllocationOrder: spec.allocationOrder(pages.Used - pages.IAM),
	})
	return src, err
}

// rows is a new worker's cursor.
func (src *source) rows() *Rows {
	r := &Rows{s: src.s}
	if src.t.phys.Short {
		u := src.t.phys.Uniquifier
		r.complete, r.columns = newReshaper(src.t.Layout, u, src.t.Layout, u), src.t.Layout.Cols
	}
	if src.heap != nil {
		r.heap = src.heap.NewScan()
	} else {
		r.tree = src.tree.NewScan()
	}
	return r
}
