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
	at int64 // the undo log's position then
}

// noteEmpty notes a page.
func (tx *Txn) noteEmpty(s *storage, id page.ID) {
	tx.emptied = append(tx.emptied, emptyPage{s, id, tx.log.pos()})
}

// forgetEmptied drops the pages noted after pos, when all since is undone.
func (tx *Txn) forgetEmptied(pos int64) {
	n := len(tx.emptied)
	for n > 0 && tx.emptied[n-1].at >= pos {
		n--
	}
	tx.emptied = tx.emptied[:n]
}

// freeEmptied gives back, at commit, the pages that are still empty: not before, since undo puts rows back where they were.
func (tx *Txn) freeEmptied() error {
	var errs []error
	tx.undoing = true // what was committed waits for readers without the data lock, and is no deadlock's victim
	defer func() { tx.undoing = false }()
	done := map[emptyPage]bool{} // a page may have been emptied twice
	for _, e := range tx.emptied {
		e.at = 0
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
