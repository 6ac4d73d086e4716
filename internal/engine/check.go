package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"scanfrag/internal/alloc"
	"scanfrag/internal/btree"
	"scanfrag/internal/page"
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
		u, err := sp.OpenCatalogUnit(d.boot.catalogIAM)
		if err != nil {
			return append(errs, err)
		}
		if u.ObjectID() != catalogObject || u.IndexID() != 1 {
			errs = append(errs, &page.DamageError{Page: d.boot.catalogIAM, What: fmt.Sprintf("an IAM page of object %d, index %d where the catalog's is expected", u.ObjectID(), u.IndexID())})
		}
		units = append(units, u)
	}
	for _, t := range d.Tables() {
		if err := tx.use(ctx, t, shared, true); err != nil {
			return append(errs, fmt.Errorf("check table %s.%s: %w", t.Schema, t.Name, err))
		}
		for _, s := range t.st {
			if s != nil {
				units = append(units, s.unit())
			}
		}
	}
	for _, err := range sp.Check(units) {
		var f *page.Finding
		if errors.As(err, &f) {
			f.Text = strings.ReplaceAll(f.Text, page.InDatabase, fmt.Sprint(d.id))
		}
		errs = append(errs, err)
	}
	for _, t := range d.Tables() {
		for _, err := range t.check(ctx, tx) {
			errs = append(errs, fmt.Errorf("table %s.%s: %w", t.Schema, t.Name, err))
		}
	}
	return errs
}

func (t *Table) check(ctx context.Context, tx *Txn) (errs []error) {
	for _, s := range t.st {
		switch {
		case s == nil:
		case s.heap != nil:
			errs = append(errs, s.heap.Check(ctx)...)
		default:
			errs = append(errs, s.tree.Check(ctx)...)
		}
	}
	if len(errs) > 0 || t.Indexes[0].Disabled {
		return errs
	}
	n, err := t.checkRows(ctx, tx)
	switch {
	case err != nil:
		errs = append(errs, err)
	case n != t.Rows():
		ix := uint16(t.Indexes[0].ID)
		errs = append(errs, &page.Finding{Number: 2508, Text: fmt.Sprintf(
			"The row count for object \"%s\", index ID %d, partition ID %d, alloc unit ID %d (type In-row data) is incorrect: it says %d, there are %d.",
			t.Name, ix, page.UnitID(t.ID, int(ix)), page.UnitID(t.ID, int(ix)), t.Rows(), n)})
	}
	for i := 1; i < len(t.Indexes); i++ {
		if t.st[i] == nil {
			continue
		}
		if err := t.checkIndexRows(ctx, tx, i, n); err != nil {
			errs = append(errs, fmt.Errorf("index %s: %w", t.Indexes[i].Name, err))
		}
	}
	return errs
}

// checkRows counts the table's rows and verifies each against the columns.
func (t *Table) checkRows(ctx context.Context, tx *Txn) (n int64, err error) {
	r, err := tx.Scan(ctx, ScanSpec{Table: t, InPlace: true})
	if err != nil {
		return 0, err
	}
	defer r.Close()
	for ; r.Next(); n++ {
		if what := t.checkRecord(r.stored()); what != "" {
			at, _ := r.Place() // of a scan without look-ups there is no error
			return n, t.rowFinding(at, what)
		}
	}
	return n, r.Err()
}

// rowFinding is message 8970 or, of what the server has no message for, in its form.
func (t *Table) rowFinding(at page.RID, what string) error {
	return &page.Finding{Number: 8970, Text: fmt.Sprintf("Row error: %s, page ID %v, row ID %d. %s",
		page.UnitText(t.ID, uint16(t.Indexes[0].ID)), at.Page, at.Slot, what)}
}

// checkRecord says what is wrong with a row; "": nothing that can be told without knowing the values.
func (t *Table) checkRecord(rec []byte) string {
	if rec[1] != 0 {
		return fmt.Sprintf("Status B is 0x%02x.", rec[1])
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Virtual() {
			continue
		}
		if page.IsNull(rec, c.Bit) {
			if !c.Nullable && c.Bit < page.Columns(rec)-one(t.phys.Uniquifier) {
				return fmt.Sprintf("Column '%s' was created NOT NULL, but is NULL in the row.", c.Name)
			}
			continue
		}
		if c.Offset >= 0 {
			continue
		}
		if b, _ := page.Var(rec, c.Var); len(b) > c.Type.MaxLength() {
			return fmt.Sprintf("Column '%s' of at most %d bytes has %d.", c.Name, c.Type.MaxLength(), len(b))
		}
	}
	return ""
}

// checkIndexRows verifies that a nonclustered index has one row for every row of the table, made of it.
func (t *Table) checkIndexRows(ctx context.Context, tx *Txn, i int, want int64) error {
	r, err := tx.Scan(ctx, ScanSpec{Table: t, Index: t.Indexes[i]})
	if err != nil {
		return err
	}
	defer r.Close()
	var (
		x         = t.ncShape(i)
		loc       Locator
		key       btree.Key
		base, row []byte
		full      = t.completer()
		whole     []byte
		n         int64
	)
	for ; r.Next(); n++ {
		r.Locator(&loc)
		rec, ok, err := t.st[0].fetch(base[:0], loc, &key, noIO)
		if err != nil {
			return err
		}
		if !ok {
			return t.indexRowFinding(r, i, "leads to no row")
		}
		base = rec
		if full != nil && page.Columns(rec) < t.Layout.Cols {
			whole = full.reshape(whole[:0], rec)
			rec = whole
		}
		if row, err = x.row(row[:0], rec, loc.RID); err != nil {
			return err
		}
		if !bytes.Equal(row, r.stored()) {
			return t.indexRowFinding(r, i, "differs from the data row it leads to")
		}
	}
	if err := r.Err(); err != nil {
		return err
	}
	if n != want || t.st[i].rows.Load() != n {
		return &page.Finding{Number: 8951, Text: fmt.Sprintf(
			"Table error: table '%s' (ID %d). Data row does not have a matching index row in the index '%s' (ID %d): the index has %d rows (its row count says %d), the table %d.",
			t.Name, t.ID, t.Indexes[i].Name, t.Indexes[i].ID, n, t.st[i].rows.Load(), want)}
	}
	return nil
}

// indexRowFinding is message 8952; what stands for the values that the server's 8956 lists.
func (t *Table) indexRowFinding(r *Rows, i int, what string) error {
	at, _ := r.Place()
	return &page.Finding{Number: 8952, Text: fmt.Sprintf(
		"Table error: table '%s' (ID %d). Index row in index '%s' (ID %d) does not match any data row. Possible extra or invalid keys for: index row %v, which %s.",
		t.Name, t.ID, t.Indexes[i].Name, t.Indexes[i].ID, at, what)}
}
