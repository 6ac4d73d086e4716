package engine

import (
	"context"
	"errors"

	"scanfrag/internal/page"
)

// emptyPage is a heap page that a delete under a table lock left without rows.
type emptyPage struct {
	s  *storage
	id page.ID
}

// freeEmptied gives back, at commit, the pages that are still empty: not before, since undo puts rows back where they were.
func (tx *Txn) freeEmptied() error {
	var errs []error
	tx.undoing = true // what was committed waits for readers without the data lock, and is no deadlock's victim
	defer func() { tx.undoing = false }()
	done := map[emptyPage]bool{} // a page may have been emptied twice
	for _, e := range tx.emptied {
		if done[e] {
			continue
		}
		done[e] = true
		err := tx.acquire(context.Background(), &e.s.t.pages, exclusive, false)
		if err == nil {
			err = e.s.heap.FreeEmpty(e.id)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
