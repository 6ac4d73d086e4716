package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"scanfrag/internal/btree"
)

// CreateIndex builds a clustered (or nonclustered) index over the loaded table. The build is
// serial whatever maxdop says; its sort borrows at most a quarter of the pool, and spills to Options.Scratch or beside the
// database. The heap stays until commit.
func (tx *Txn) CreateIndex(ctx context.Context, t *Table, ix Index, clustered bool, maxdop int) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	n := t.next()
	if err := n.addIndex(ix, clustered); err != nil {
		return nil, err
	}
	if !n.Indexes[0].Unique {
		n.Columns, n.Layout, n.phys = withUniquifier(n.Columns, n.Layout, n.phys)
	}
	n.phys.Short = false
	s, err := tx.buildClustered(ctx, t, n)
	if err != nil {
		return nil, err
	}
	n.st[0] = s
	return n, tx.replace(t.db, t, n, []*storage{s}, []*storage{t.st[0]}, nil)
}

// buildClustered sorts the heap's rows into the clustered index of n.
func (tx *Txn) buildClustered(ctx context.Context, t, n *Table) (*storage, error) {
	src, err := tx.open(ctx, &ScanSpec{Table: t, ForWrite: true, TabLock: true})
	if err != nil {
		return nil, err
	}
	rows := src.rows()
	defer rows.Close()
	r := newReshaper(t.Layout, t.phys.Uniquifier, n.Layout, n.phys.Uniquifier)
	same := t.Layout == n.Layout
	var buf []byte
	s := &storage{t: n.state}
	var count int64
	next := func() ([]byte, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		count++
		if same {
			return rows.Record(), nil
		}
		buf = r.reshape(buf[:0], rows.Record())
		return buf, nil
	}
	sp, err := t.db.Space()
	if err != nil {
		return nil, err
	}
	ix := n.Indexes[0]
	s.tree, err = btree.Build(ctx, sp, n.treeDef(0), btree.BuildOptions{
		FillFactor: ix.FillFactor, PadIndex: ix.PadIndex, Scratch: tx.sortDir(t.db), MemPages: tx.inst.pool.Frames() / 4, IO: noIO,
	}, next)
	if err != nil {
		var dup *btree.DuplicateKey
		if errors.As(err, &dup) {
			return nil, n.buildDuplicate(ix, dup.Record)
		}
		return nil, fmt.Errorf("create index %s: %w", ix.Name, err)
	}
	s.rows.Store(count)
	return s, nil
}

// sortDir is where a sort's run file goes; "" is the system's directory for temporary files.
func (tx *Txn) sortDir(d *Database) string {
	if s := tx.inst.opt.Scratch; s != "" || !d.kept {
		return s
	}
	return filepath.Dir(d.path)
}

// DropIndex drops an index; without its clustered index the table becomes a heap, packed in key order.
func (tx *Txn) DropIndex(ctx context.Context, t *Table, name string) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	if ix := t.Indexes[0]; ix.ID != 1 || !strings.EqualFold(ix.Name, name) {
		return nil, &Error{Number: 3701, Class: 11, State: 7, Text: fmt.Sprintf(
			"Cannot drop the index '%s.%s', because it does not exist or you do not have permission.", t.Name, name)}
	}
	n := t.next()
	n.Indexes[0] = &Index{}
	if n.phys.Uniquifier {
		n.Columns, n.Layout, n.phys = withoutUniquifier(n.Columns, n.Layout, n.phys)
	}
	n.phys.Short = false
	sp, err := t.db.Space()
	if err != nil {
		return nil, err
	}
	s, err := n.createStorage(sp, 0)
	if err != nil {
		return nil, err
	}
	r := newReshaper(t.Layout, t.phys.Uniquifier, n.Layout, false)
	var buf []byte
	err = tx.eachRow(ctx, t, func(rec []byte) error {
		buf = r.reshape(buf[:0], rec)
		s.rows.Add(1)
		_, err := s.heap.Append(buf, noIO)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, s.drop())
	}
	n.st[0] = s
	return n, tx.replace(t.db, t, n, []*storage{s}, []*storage{t.st[0]}, nil)
}
