package engine

import (
	"context"
	"fmt"

	"scanfrag/internal/alloc"
)

// Check verifies the whole database: every page owned once or free, chains and parents agree, keys in
// order, stubs and back pointers match, counts right, checksums. One error per finding. It takes a
// shared lock on every table; no transaction may be open on the database.
func (d *Database) Check(ctx context.Context) []error {
	sp := d.space.Load()
	if sp == nil {
		return nil // never used
	}
	tx := d.inst.Begin()
	defer tx.Rollback()
	var errs []error
	var units []*alloc.Unit
	if d.boot.catalogIAM != 0 {
		u, err := sp.OpenUnit(d.boot.catalogIAM)
		if err != nil {
			return append(errs, err)
		}
		units = append(units, u)
	}
	for _, t := range d.Tables() {
		if err := tx.use(ctx, t, shared, true); err != nil {
			return append(errs, fmt.Errorf("check table %s.%s: %w", t.Schema, t.Name, err))
		}
		for _, s := range t.st {
			units = append(units, s.unit())
		}
	}
	errs = append(errs, sp.Check(units)...)
	for _, t := range d.Tables() {
		for _, err := range t.check(ctx, tx) {
			errs = append(errs, fmt.Errorf("table %s.%s: %w", t.Schema, t.Name, err))
		}
	}
	return errs
}

func (t *Table) check(ctx context.Context, tx *Txn) (errs []error) {
	for _, s := range t.st {
		if s.heap != nil {
			if c, ok := any(s.heap).(interface {
				Check(context.Context) []error
			}); ok {
				errs = append(errs, c.Check(ctx)...)
			}
		} else {
			errs = append(errs, s.tree.Check(ctx)...)
		}
	}
	if len(errs) > 0 {
		return errs
	}
	n, _, err := tx.Count(ctx, ScanSpec{Table: t})
	switch {
	case err != nil:
		errs = append(errs, err)
	case n != t.Rows():
		errs = append(errs, fmt.Errorf("it has %d rows, its row count says %d", n, t.Rows()))
	}
	return errs
}
