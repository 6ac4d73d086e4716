package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Computed says how a computed column comes about. The engine keeps its text and knows nothing of its meaning.
type Computed struct {
	Text      string // the expression, in parentheses
	Persisted bool   `json:",omitempty"` // rows have it; else it is made of them when it is read
	Columns   []int  `json:",omitempty"` // column_ids that it reads
	// One row gives one value; and it is not of floating-point numbers. An index may need both.
	Deterministic bool `json:",omitempty"`
	Precise       bool `json:",omitempty"`
}

// Virtual says that rows have no place for the column: Offset, Var and Bit are -1. Rows of indexes may have it.
func (c *Column) Virtual() bool { return c.Computed != nil && !c.Computed.Persisted }

// Computer compiles a virtual column of t to a function of complete records, for one goroutine.
type Computer func(t *Table, c *Column) (func(rec []byte) (sqltype.Value, error), error)

// SetComputer tells the instance how virtual columns are computed for the indexes that have them.
func (i *Instance) SetComputer(f Computer) { i.computer.Store(&f) }

// virtualColumn computes a virtual column of a nonclustered index's rows.
type virtualColumn struct {
	t     *Table
	c     *Column
	typ   sqltype.Type // in the index
	value func(rec []byte) (sqltype.Value, error)
	buf   []byte
}

// raw is the column's bytes in the index's row for a complete record, valid until the next call; false for NULL.
func (v *virtualColumn) raw(rec []byte) ([]byte, bool, error) {
	if v.value == nil {
		f := v.t.db.inst.computer.Load()
		if f == nil {
			return nil, false, fmt.Errorf("column %s of table %s.%s: nothing computes it", v.c.Name, v.t.Schema, v.t.Name)
		}
		var err error
		if v.value, err = (*f)(v.t, v.c); err != nil {
			return nil, false, err
		}
	}
	val, err := v.value(rec)
	if err != nil || val.Null {
		return nil, false, err
	}
	val.Kind = v.typ.Kind
	v.buf = sqltype.AppendRow(v.buf[:0], v.typ, val)
	return v.buf, true, nil
}

// widened gives the virtual columns a place behind the stored ones, in the layout of rows that come from an index
// with such columns.
func (t *Table) widened() ([]Column, page.Layout) {
	l, p := t.Layout, t.phys
	var cols []Column
	for _, c := range t.Columns {
		if c.Virtual() {
			c.Computed = nil
			place(&c, &l, &p)
			cols = append(cols, c)
		}
	}
	return cols, l
}

// Widened is virtual column c as it lies in rows of scans of an index that has it, which have more columns than
// the table's Layout; nil when no index has it.
func (t *Table) Widened(c *Column) *Column {
	if !t.isKey(c) {
		return nil
	}
	cols, _ := t.widened()
	return &cols[slices.IndexFunc(cols, func(o Column) bool { return o.ID == c.ID })]
}

// AddComputed appends a computed column; value gives a persisted one of a complete row of t.
func (tx *Txn) AddComputed(ctx context.Context, t *Table, c Column, value func(rec []byte) (sqltype.Value, error)) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	n, err := t.withColumn(&c)
	if err != nil {
		return nil, err
	}
	if c.Virtual() {
		return n, tx.replace(t.db, t, n, nil, nil, nil)
	}
	n.phys.Short = false
	return n, tx.resize(ctx, t, n, func(old, rec []byte) ([]byte, error) {
		v, err := value(old)
		if err == nil && v.Null && !c.Nullable {
			err = nullInColumn(t.db, t.Schema, t.Name, c.Name, "ALTER TABLE")
		}
		if err != nil {
			return nil, err
		}
		return c.put(rec, nil, v), nil
	})
}

// Persist has rows store a virtual column, which value gives of a complete row of t. With a nil value it makes a stored one
// virtual, nullable or not; its bytes stay in the rows, as a dropped column's do.
func (tx *Txn) Persist(ctx context.Context, t *Table, column string, nullable bool, value func(rec []byte) (sqltype.Value, error)) (*Table, error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, err
	}
	old := t.Column(column)
	if old == nil || old.Computed == nil {
		return nil, noColumn("ALTER COLUMN", column, t.Name)
	}
	n := t.next()
	c, how := n.Column(column), *old.Computed
	c.Computed, how.Persisted = &how, value != nil
	if value == nil {
		if t.checked(old) || t.isKey(old) && (!how.Precise || nullable != old.Nullable) || slices.ContainsFunc(t.Indexes, func(ix *Index) bool {
			return (ix.ID == 1 || ix.PrimaryKey) && slices.ContainsFunc(ix.Keys, func(k IndexKey) bool { return k.ColumnID == old.ID })
		}) {
			return nil, inUse("ALTER COLUMN", column)
		}
		c.Nullable, c.Offset, c.Var, c.Bit, c.BitPos = nullable, -1, -1, -1, 0
		return n, tx.replace(t.db, t, n, nil, nil, nil)
	}
	place(c, &n.Layout, &n.phys)
	n.phys.Short = false
	if err := checkRowSize(t.Name, n.Layout); err != nil {
		return nil, err
	}
	return n, tx.resize(ctx, t, n, func(old, rec []byte) ([]byte, error) {
		v, err := value(old)
		if err != nil {
			return nil, err
		}
		return c.put(rec, nil, v), nil
	})
}

// checkComputed says whether an index may have computed column c as a key.
func (t *Table) checkComputed(ix *Index, c *Column, clustered bool) error {
	switch {
	case ix.PrimaryKey && (c.Virtual() || c.Nullable):
		return errorf(1711, "Cannot define PRIMARY KEY constraint on column '%s' in table '%s'. The computed column has to be persisted and not nullable.", c.Name, t.Name)
	case !c.Virtual():
		return nil
	case !c.Computed.Deterministic:
		return errorf(2729, "Column '%s' in table '%s.%s' cannot be used in an index or statistics or as a partition key because it is non-deterministic.", c.Name, t.Schema, t.Name)
	case !c.Computed.Precise:
		return errorf(2799, "Cannot create index or statistics '%s' on table '%s.%s' because the computed column '%s' is imprecise and not persisted. Consider removing column from index or statistics key or marking computed column persisted.", ix.Name, t.Schema, t.Name, c.Name)
	case clustered:
		return errorf(40517, "A clustered index on computed column '%s', which is not persisted, is not supported by the embedded engine.", c.Name)
	}
	return nil
}

// storedColumns is how many columns rows have a place for.
func (t *Table) storedColumns() (n int) {
	for i := range t.Columns {
		n += one(!t.Columns[i].Virtual())
	}
	return n
}

// computes says that a computed column reads c.
func (t *Table) computes(c *Column) bool {
	return slices.ContainsFunc(t.Columns, func(o Column) bool { return o.Computed != nil && slices.Contains(o.Computed.Columns, c.ID) })
}

// validateComputed tests what a catalog says of computed column c.
func (t *Table) validateComputed(c *Column) error {
	switch {
	case c.Computed.Text == "" || slices.ContainsFunc(c.Computed.Columns, func(id int) bool { return t.columnByID(id) == nil }):
		return fmt.Errorf("computed column %s has no text or not its columns", c.Name)
	case c.Virtual() && (c.Offset != -1 || c.Var != -1 || c.Bit != -1):
		return errors.New("rows have a place for column " + c.Name + ", which is not persisted")
	}
	return nil
}
