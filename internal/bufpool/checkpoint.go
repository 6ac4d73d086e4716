package bufpool

import (
	"context"
	"errors"
	"fmt"
	"time"

	"scanfrag/internal/page"
)

// pinWait is how long Checkpoint waits for one pinned dirty page.
const pinWait = 10 * time.Second

// Checkpoint writes every dirty page of the store (merging neighbours) and syncs the files.
// Pages that become dirty meanwhile may or may not be written. A dirty page that stays
// pinned for ten seconds is an error. After an error the unwritten pages are still dirty.
func (s *Store) Checkpoint(ctx context.Context) error {
	_ = s.tellError() // these pages are tried again now, and tell for themselves
	w := newRunWriter(s)
	var late []page.ID // dirty, but pinned or being written when their turn came
	for i := range s.Files() {
		if ctx.Err() != nil || w.failed() {
			break
		}
		late = s.writeFile(ctx, uint16(i+1), w, late)
	}
	w.flush()
	for _, id := range late {
		if ctx.Err() != nil || w.failed() {
			break
		}
		if err := s.writeLate(ctx, id, w); err != nil {
			w.flush()
			w.wait()
			return fmt.Errorf("checkpoint %s: %w", s.Name(), err)
		}
	}
	w.flush()
	if err := w.wait(); err != nil {
		_ = s.tellError() // told here
		return fmt.Errorf("checkpoint %s: %w", s.Name(), err)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("checkpoint %s: %w", s.Name(), err)
	}
	for _, f := range *s.files.Load() {
		if err := f.Sync(); err != nil {
			return fmt.Errorf("checkpoint %s: %w", s.Name(), err)
		}
	}
	return nil
}

// writeFile walks a file's index in page order and writes what is dirty and can be written now.
func (s *Store) writeFile(ctx context.Context, file uint16, w *runWriter, late []page.ID) []page.ID {
	p := s.pool
	for ci, c := range *s.file(file).dir.Load() {
		if c == nil {
			continue
		}
		for i := range c {
			if i&4095 == 0 && (ctx.Err() != nil || w.failed()) {
				return late
			}
			f := c[i].Load() - 1
			if f < 0 || p.state[f].Load()&stDirty == 0 {
				continue
			}
			id := page.MakeID(file, uint32(ci<<16|i))
			if g, ok := p.beginNeighbour(s, id, true); ok {
				w.add(id, g)
			} else {
				late = append(late, id)
			}
		}
	}
	return late
}

// writeLate waits until the page can be written, or needs no write any more.
func (s *Store) writeLate(ctx context.Context, id page.ID, w *runWriter) error {
	p, key := s.pool, s.keyOf(id)
	limit, cancel := context.WithTimeout(ctx, pinWait)
	defer cancel()
	for {
		f := s.slot(id).Load() - 1
		if f < 0 || p.key[f].Load() != key || p.state[f].Load()&stDirty == 0 {
			return nil
		}
		if g, ok := p.beginNeighbour(s, id, true); ok {
			w.add(id, g)
			return nil
		}
		w.flush() // hold nothing back while waiting
		held := func(st uint32) bool { return st&stDirty != 0 && st&(stPins|stWriting|stBusy) != 0 }
		if err := p.waitState(limit, f, key, held); err != nil {
			if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
				err = fmt.Errorf("page %d:%d is in use and cannot be written", id.File(), id.No())
			}
			return err
		}
	}
}
