package heap

import (
	"context"
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Rewrite replaces every row, in IAM then slot order, by fn's result (ALTER COLUMN as a
// size-of-data operation). before, when not nil, sees each row's home and old bytes first (undo).
// fn appends the new record to dst. A row that no longer fits its page is forwarded; the
// bytes that frees let later rows of the page grow in place. On an error the rows
// before it stay rewritten.
func (h *Heap) Rewrite(ctx context.Context, fn func(dst, rec []byte) ([]byte, error), before func(rid page.RID, rec []byte) error, io *bufpool.IO) error {
	sup, err := h.NewSupplier(ctx, ScanOptions{IO: io, ChaseAhead: true, SkipMoved: true})
	if err != nil {
		return fmt.Errorf("rewrite rows: %w", err)
	}
	s := sup.NewScan()
	defer s.Close()
	var next []byte
	for s.Next() {
		rid, rec := s.RID(), s.Record()
		if before != nil {
			if err := before(rid, rec); err != nil {
				return fmt.Errorf("rewrite row %v: %w", rid, err)
			}
		}
		if next, err = fn(next[:0], rec); err != nil {
			return fmt.Errorf("rewrite row %v: %w", rid, err)
		}
		if _, err = maxClass(len(next)); err == nil {
			err = h.update(s.ref, rid, next, io)
		}
		if err != nil {
			return fmt.Errorf("rewrite row %v: %w", rid, err)
		}
	}
	return s.Err()
}
