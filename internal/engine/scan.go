package engine

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// Scan opens a serial scan. The table may not change under it, except a heap's current row through Writer;
// statements that change what they read collect locators first, or page by page via Rows.
func (tx *Txn) Scan(ctx context.Context, spec ScanSpec) (*Rows, error) {
	spec.Workers = 1
	s, err := tx.admit(ctx, &spec)
	if err != nil {
		return nil, err
	}
	if spec.Narrow && s.tree != nil && spec.Range != nil {
		if r, err := s.probe(ctx, &spec); r != nil || err != nil {
			return r, err
		}
	}
	src := spec.source(ctx, s)
	if err := src.supply(ctx, &spec); err != nil {
		return nil, err
	}
	return src.rows(), nil
}

// ParallelScan runs fn once per worker, each on its own goroutine with its own Rows; dop is the number used.
// The first error ends all workers. Fn must not use the transaction.
func (tx *Txn) ParallelScan(ctx context.Context, spec ScanSpec, fn func(worker int, r *Rows) error) (dop int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	src, err := tx.open(ctx, &spec)
	if err != nil {
		return 0, err
	}
	run := func(worker int) (err error) {
		r := src.rows()
		defer r.Close()
		if err := fn(worker, r); err != nil {
			return err
		}
		return r.Err()
	}
	if src.workers == 1 {
		return 1, run(0)
	}
	var wg sync.WaitGroup
	var first struct {
		sync.Mutex
		err      error
		panicked any
	}
	for w := range src.workers {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					first.Lock()
					first.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
					first.Unlock()
					cancel(context.Canceled)
				}
			}()
			if err := run(w); err != nil {
				first.Lock()
				if first.err == nil {
					first.err = err
				}
				first.Unlock()
				cancel(err)
			}
		})
	}
	wg.Wait()
	if first.panicked != nil {
		panic(first.panicked) // of fn, on the caller's goroutine
	}
	return src.workers, first.err
}

// Count is COUNT(*): every page is read and every stub followed, no column touched. Without an index
// given it reads the one with the fewest leaf pages, as SQL Server's plans do (general knowledge).
func (tx *Txn) Count(ctx context.Context, spec ScanSpec) (rows int64, dop int, err error) {
	if spec.Index == nil {
		spec.Index = spec.Table.smallest()
	}
	var mu sync.Mutex
	dop, err = tx.ParallelScan(ctx, spec, func(_ int, r *Rows) error {
		n, err := r.count()
		mu.Lock()
		rows += n
		mu.Unlock()
		return err
	})
	return rows, dop, err
}

// smallest is the index with the fewest leaf pages.
func (t *Table) smallest() *Index {
	best := 0
	for i := 1; i < len(t.st); i++ {
		if t.st[i] != nil && t.st[i].leafPages() < t.st[best].leafPages() {
			best = i
		}
	}
	return t.Indexes[best]
}
