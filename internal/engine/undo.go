package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"scanfrag/internal/page"
)

var le = binary.LittleEndian

// undoTo undoes the log's records from its end back to pos, and ends the writers' statement.
func (tx *Txn) undoTo(pos int64) error {
	if tx.ended {
		return ErrEnded
	}
	tx.closeWriters()
	tx.forgetEmptied(pos)
	return tx.undo(pos)
}

func (tx *Txn) undo(pos int64) error {
	tx.undoing = true
	defer func() { tx.undoing, tx.ahead = false, undoAhead{} }()
	for {
		kind, no, payload, ok, err := tx.log.pop(pos)
		if err != nil {
			tx.failAll(err)
			return fmt.Errorf("roll back: %w", err)
		}
		if !ok {
			return nil
		}
		if kind == undoStep {
			n := le.Uint32(payload)
			err = tx.steps[n].undo()
			tx.steps = tx.steps[:n]
		} else if s := tx.stores[no]; !tx.skipUndo(s, pos) {
			err = tx.undoRow(kind, s, payload)
		}
		if err != nil {
			tx.failAll(err)
			return fmt.Errorf("roll back: %w", err)
		}
	}
}

// failAll marks the databases whose changes could not be undone.
func (tx *Txn) failAll(err error) {
	for _, d := range tx.dbs {
		d.fail(err)
	}
}

var errUndoRow = errors.New("a row to be undone is not there")

// undoRow undoes one row change.
func (tx *Txn) undoRow(kind undoKind, s *storage, b []byte) error {
	// Readers without the data lock must not look at pages while they change.
	if err := tx.acquire(context.Background(), &s.t.pages, exclusive, false); err != nil {
		return err
	}
	if kind <= undoHeapDelete {
		tx.ahead.next(s, page.ID(le.Uint64(b)))
	}
	switch kind {
	case undoHeapInsert:
		first, n := le.Uint16(b[8:]), le.Uint16(b[10:])
		for i := n; i > 0; i-- {
			if err := s.heap.Delete(page.RID{Page: page.ID(le.Uint64(b)), Slot: first + i - 1}, noIO); err != nil {
				return err
			}
		}
		s.rows.Add(-int64(n))
	case undoHeapUpdate:
		return s.heap.Update(undoRID(b), b[undoRIDLen:], noIO)
	case undoHeapDelete:
		s.rows.Add(1)
		return s.heap.Restore(undoRID(b), b[undoRIDLen:], noIO)
	default:
		return s.undoTree(kind, b)
	}
	return nil
}

// undoRIDLen is the length of a RID in undo records.
const undoRIDLen = 10

func undoRID(b []byte) page.RID {
	return page.RID{Page: page.ID(le.Uint64(b)), Slot: le.Uint16(b[8:])}
}

func appendUndoRID(dst []byte, rid page.RID) []byte {
	return le.AppendUint16(le.AppendUint64(dst, uint64(rid.Page)), rid.Slot)
}
