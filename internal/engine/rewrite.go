package engine

import (
	"context"
	"errors"
	"fmt"

	"scanfrag/internal/btree"
	"scanfrag/internal/page"
)

// A size-of-data ALTER adds one physical column and rewrites every row at once, leaving the
// old bytes. It needs no undo images: a row that was rewritten tells it by its column count,
// and taking the new column off gives the old row back. Only a row from before an ADD COLUMN comes
// back complete; undoing the ADD COLUMN then takes its column off.

// reshapeAll rewrites every row of the table from the layout of was to the layout of now, set being given the old and
// the new record to fill in the new column. Rows go in IAM and slot order (heap) or key order (clustered).
func (tx *Txn) reshapeAll(ctx context.Context, was, now *Table, set func(old, new []byte) ([]byte, error)) error {
	now.db.rows.add(now)
	r := newReshaper(was.Layout, was.phys.Uniquifier, now.Layout, now.phys.Uniquifier)
	c := newReshaper(was.Layout, was.phys.Uniquifier, was.Layout, was.phys.Uniquifier)
	var old []byte
	fn := func(dst, rec []byte) ([]byte, error) {
		if was.phys.Short && page.Columns(rec) < was.Layout.Cols {
			was.state.completed = true
			old = c.reshape(old[:0], rec)
			rec = old
		}
		at := len(dst)
		dst = r.reshape(dst, rec)
		out, err := set(rec, dst[at:])
		if err != nil {
			return nil, err
		}
		if len(out) > maxRow {
			return nil, rowTooLong(len(out))
		}
		if &out[0] != &dst[at] {
			out = append(dst[:at], out...)
			return out, nil
		}
		return dst[:at+len(out)], nil
	}
	return was.st[0].rewrite(ctx, now, fn)
}

// unreshapeAll takes it back, however far it came.
func (tx *Txn) unreshapeAll(was, now *Table) error {
	r := newReshaper(now.Layout, now.phys.Uniquifier, was.Layout, was.phys.Uniquifier)
	fn := func(dst, rec []byte) ([]byte, error) {
		if page.Columns(rec) < now.Layout.Cols {
			return append(dst, rec...), nil
		}
		return r.reshape(dst, rec), nil
	}
	return was.st[0].rewrite(context.Background(), was, fn)
}

// rewrite replaces every row by fn's result; a tree's records have the layout of now afterwards.
func (s *storage) rewrite(ctx context.Context, now *Table, fn func(dst, rec []byte) ([]byte, error)) error {
	if s.heap != nil {
		return s.heap.Rewrite(ctx, fn, nil, noIO)
	}
	if err := s.setLayout(now); err != nil {
		return err
	}
	return rewriteTree(ctx, s.tree, fn)
}

// setLayout tells a tree that its records have the layout of now. The storage stays the same one, for undo.
func (s *storage) setLayout(now *Table) error {
	if s.heap != nil {
		return nil
	}
	sp, err := now.db.Space()
	if err != nil {
		return err
	}
	tree, err := btree.Open(sp, now.treeDef(0), s.tree.Meta())
	if err == nil {
		s.tree = tree
	}
	return err
}

// rewriteBatch is how many bytes of new records are put together before the tree is changed: no scan
// may be open meanwhile.
const rewriteBatch = 1 << 20

// rewriteTree rewrites a tree's rows in key order.
func rewriteTree(ctx context.Context, tree *btree.Tree, fn func(dst, rec []byte) ([]byte, error)) error {
	var (
		buf  []byte
		ends []int
		last btree.Key
		kept []byte
		r    btree.Range
	)
	for {
		buf, ends = buf[:0], ends[:0]
		sup, err := tree.NewSupplier(ctx, r, 1, btree.ScanOptions{IO: noIO})
		if err != nil {
			return err
		}
		sc := sup.NewScan()
		for len(buf) < rewriteBatch && sc.Next() {
			if buf, err = fn(buf, sc.Record()); err != nil {
				sc.Close()
				return err
			}
			ends = append(ends, len(buf))
			kept = append(kept[:0], sc.Record()...)
		}
		err = sc.Err()
		sc.Close()
		if err != nil {
			return err
		}
		if len(ends) == 0 {
			return nil
		}
		from := 0
		for _, end := range ends {
			ok, err := tree.Replace(buf[from:end], noIO)
			if err != nil {
				return err
			}
			if !ok {
				return errors.New("rewrite rows: a row read before is not there any more")
			}
			from = end
		}
		key, err := tree.ParseKey(tree.AppendKey(nil, kept))
		if err != nil {
			return fmt.Errorf("rewrite rows: %w", err)
		}
		last = key
		r = btree.Range{Lo: &last, LoOpen: true}
	}
}
