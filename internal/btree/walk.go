package btree

import (
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Walk calls fn for every page of a level (0 = leaf) in chain order, reading ahead as a scan
// does: the pages come from the level above, in batches sorted by page number. The page
// is valid during the call. A chain that disagrees with the level above is an error naming the page.
func (t *Tree) Walk(ctx context.Context, level int, io *bufpool.IO, fn func(id page.ID, p *page.Page) error) error {
	if level < 0 || level >= t.depth {
		return nil
	}
	s := &Supplier{t: t, ctx: ctx, opt: ScanOptions{IO: io}, b: &bounds{}, workers: 1}
	w := s.walker(level)
	var c chain
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		sp, ok, err := w.next()
		if err != nil {
			return err
		}
		if !ok {
			return c.end(t)
		}
		ref, err := t.get(sp.id, level, io)
		if err != nil {
			return err
		}
		if err = c.follow(t, ref.Page, sp.first); err == nil {
			err = fn(sp.id, ref.Page)
		}
		ref.Release()
		if err != nil {
			return err
		}
	}
}
