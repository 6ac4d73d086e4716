package engine

import (
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// undoAhead reads ahead for a rollback of a heap: undo runs through the pages backwards, one row after
// the other, which without it would be one synchronous read a page, each against the drive's direction.
//
//	 issued   issued+64        last
//	|---------|-----------------|
//	 next run   read ahead already
type undoAhead struct {
	s      *storage
	last   page.ID // extent looked at last
	streak int     // extents in a row, each just below the one before
	issued page.ID // lowest page read ahead in this streak
}

// undoAheadStreak is how many extents in descending order are taken for a run.
const undoAheadStreak = 2

// next notes that a row on page id is about to be undone.
func (a *undoAhead) next(s *storage, id page.ID) {
	ext := id.Extent()
	switch {
	case a.s == s && ext == a.last:
		return
	case a.s == s && ext == a.last-page.ExtentPages:
		a.streak++
	default:
		a.s, a.streak, a.issued = s, 0, ext
	}
	a.last = ext
	// Pages that are another table's, or none's, may come along; what cannot be read is not admitted.
	const run = 64
	for a.streak >= undoAheadStreak && a.issued+run > ext && a.issued.No() >= run {
		a.issued -= run
		s.t.store.ReadAhead(context.Background(), bufpool.Run{First: a.issued, N: run, Want: ^uint64(0)}, nil)
	}
}
