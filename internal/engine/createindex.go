package engine

import (
	"context"
	"path/filepath"

	"scanfrag/internal/btree"
)

// CreateIndex builds a clustered or nonclustered index over the loaded table with at most so many workers. Its sort borrows at
// most a quarter of the pool, and spills to Options.Scratch or beside the
// database. A clustered index replaces the heap, which stays until commit, and has all other indexes built again.
func (tx *Txn) CreateIndex(ctx context.Context, t *Table, ix Index, clustered bool, workers int) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	if t.Indexes[0].Disabled {
		return nil, errorf(1987, "Cannot create %s index '%s' on table '%s' because its clustered index is disabled.", kindOf(clustered), ix.Name, t.Name)
	}
	n := t.next()
	if err := n.addIndex(ix, clustered); err != nil {
		return nil, err
	}
	if !clustered {
		s, err := tx.buildNonclustered(ctx, t, n, len(n.Indexes)-1, workers)
		if err != nil {
			return nil, err
		}
		n.st = append(n.st, s)
		return n, tx.replace(t.db, t, n, []*storage{s}, nil, nil)
	}
	return tx.cluster(ctx, t, n, workers)
}

// cluster gives n, whose clustered index is not t's, its storage.
func (tx *Txn) cluster(ctx context.Context, t, n *Table, workers int) (*Table, error) {
	switch unique := n.Indexes[0].Unique; {
	case !unique && !n.phys.Uniquifier:
		n.Columns, n.Layout, n.phys = withUniquifier(n.Columns, n.Layout, n.phys)
	case unique && n.phys.Uniquifier:
		n.Columns, n.Layout, n.phys = withoutUniquifier(n.Columns, n.Layout, n.phys)
	}
	n.dropBytes()
	s, err := tx.buildClustered(ctx, t, n, false, workers)
	if err != nil {
		return nil, err
	}
	return tx.replaceBase(ctx, t, n, s, workers)
}

// replaceBase installs n with new base storage, all other indexes built again.
func (tx *Txn) replaceBase(ctx context.Context, t, n *Table, base *storage, workers int) (*Table, error) {
	n.st = []*storage{base}
	for i := 1; i < len(n.Indexes); i++ {
		if n.Indexes[i].Absent() {
			n.st = append(n.st, nil)
			continue
		}
		s, err := tx.buildNonclustered(ctx, n, n, i, workers)
		if err != nil {
			dropAll(n.st)
			return nil, err
		}
		n.st = append(n.st, s)
	}
	return n, tx.replace(t.db, t, n, n.st, t.st, nil)
}

// buildClustered makes the clustered index of n from t's rows; copied says that they are in its order already.
func (tx *Txn) buildClustered(ctx context.Context, t, n *Table, copied bool, workers int) (*storage, error) {
	base := t.st[0]
	workers = base.workers(workers)
	parts := []btree.Range{{}}
	if copied {
		var err error
		if parts, err = base.tree.Divide(ctx, workers, noIO); err != nil {
			return nil, err
		}
	}
	var sources []btree.Source
	for i := range parts {
		src := &source{t: t, s: base}
		spec := &ScanSpec{Table: t, TabLock: true, Ordered: copied}
		if len(parts) > 1 {
			spec.Range = &parts[i]
		}
		if err := src.supply(ctx, spec); err != nil {
			return nil, err
		}
		rows, cast := src.rows(), recast(t, n)
		defer rows.Close()
		sources = append(sources, func() ([]byte, error) {
			if !rows.Next() {
				return nil, rows.Err()
			}
			return cast(rows.Record()), nil
		})
	}
	s, err := tx.build(ctx, n, 0, n.treeDef(0), n.rowForm(), copied, workers, sources...)
	if err != nil {
		return nil, n.buildDuplicate(n.Indexes[0], n.rowForm(), err)
	}
	return s, nil
}

// buildNonclustered builds index i of n over the base storage of t, which may be n itself.
func (tx *Txn) buildNonclustered(ctx context.Context, t, n *Table, i, workers int) (*storage, error) {
	rows, err := t.st[0].serial(ctx, t, false)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	x := n.ncShape(i)
	var buf []byte
	var loc Locator
	s, err := tx.build(ctx, n, i, x.def, x.form(), false, t.st[0].workers(workers), func() ([]byte, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		if rows.heap != nil {
			rows.Locator(&loc)
		}
		var err error
		buf, err = x.row(buf[:0], rows.Record(), loc.RID)
		return buf, err
	})
	if err != nil {
		return nil, n.buildDuplicate(n.Indexes[i], x.form(), err)
	}
	return s, nil
}

// copyNonclustered builds index i of n from the rows that it has in t.
func (tx *Txn) copyNonclustered(ctx context.Context, t, n *Table, i, workers int) (*storage, error) {
	old := t.st[i]
	parts, err := old.tree.Divide(ctx, old.workers(workers), noIO)
	if err != nil {
		return nil, err
	}
	var sources []btree.Source
	for _, r := range parts {
		sup, err := old.tree.NewSupplier(ctx, r, 1, btree.ScanOptions{IO: noIO})
		if err != nil {
			return nil, err
		}
		rows := sup.NewScan()
		defer rows.Close()
		sources = append(sources, func() ([]byte, error) {
			if !rows.Next() {
				return nil, rows.Err()
			}
			return rows.Record(), nil
		})
	}
	x := n.ncShape(i)
	return tx.build(ctx, n, i, x.def, x.form(), true, 1, sources...)
}

// build puts what the sources give into the tree of index i, sorted unless it comes in order (copied).
func (tx *Txn) build(ctx context.Context, n *Table, i int, def btree.Def, form rowForm, copied bool, workers int, sources ...btree.Source) (*storage, error) {
	sp, err := n.db.Space()
	if err != nil {
		return nil, err
	}
	ix := n.Indexes[i]
	s := &storage{t: n.state}
	n.db.rows.addIndex(n, i)
	limit := newKeyLimit(ix, form)
	for i, next := range sources {
		count := int64(0)
		sources[i] = func() ([]byte, error) {
			rec, err := next()
			switch {
			case err != nil:
				return nil, err
			case rec == nil:
				s.rows.Add(count)
				count = 0
				return nil, nil
			case len(rec) > maxRow:
				return nil, rowTooLong(len(rec))
			}
			count++
			return rec, limit.check(rec)
		}
	}
	s.tree, err = btree.Build(ctx, sp, def, btree.BuildOptions{
		FillFactor: ix.FillFactor, PadIndex: ix.PadIndex, Scratch: tx.sortDir(n.db), MemPages: tx.inst.pool.Frames() / 4, IO: noIO, Copy: copied, Workers: workers,
	}, sources...)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// workers is how many build an index from s's rows where so many are permitted: a small table's build is serial, as its scan.
func (s *storage) workers(most int) int {
	n := s.unit().Pages()
	return (&ScanSpec{Workers: most}).degree(n.Used - n.IAM)
}

// serial is a scan of base storage that the caller has locked, in the order of keys or of allocation.
func (s *storage) serial(ctx context.Context, t *Table, ordered bool) (*Rows, error) {
	src := &source{t: t, s: s}
	if err := src.supply(ctx, &ScanSpec{Table: t, TabLock: true, Ordered: ordered}); err != nil {
		return nil, err
	}
	return src.rows(), nil
}

// sortDir is where a sort's run file goes; "" is in memory, with the database.
func (tx *Txn) sortDir(d *Database) string {
	if s := tx.inst.opt.Scratch; s != "" || !d.kept {
		return s
	}
	return filepath.Dir(d.path)
}
