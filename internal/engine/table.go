package engine

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Column of a table: what sys.columns shows and where it lies in a record.
type Column struct {
	ID          int // column_id, from 1, never reused
	Name        string
	Type        sqltype.Type
	Nullable    bool
	Identity    *Identity `json:",omitempty"`
	Default     string    `json:",omitempty"` // T-SQL text of the default, with parentheses as sys.default_constraints shows it; "" none
	DefaultName string    `json:",omitempty"`
	Computed    *Computed `json:",omitempty"`

	Offset int   // fixed columns: offset in the record; -1 for variable ones
	Var    int   // variable column number; -1 for fixed ones
	Bit    int   // bit in the NULL bitmap
	BitPos uint8 // bit columns: which bit of the byte at Offset
}

// Identity of an IDENTITY column. Next is kept by the engine.
type Identity struct{ Seed, Increment int64 }

// Table is a heap or a clustered table. Fields are fixed between DDL statements; DDL
// replaces the *Table (Version tells compiled plans to recompile).
type Table struct {
	ID      uint32
	Schema  string
	Name    string
	Columns []Column    // live columns in column_id order
	Layout  page.Layout // physical: dropped columns and the uniquifier included
	Indexes []*Index    // Indexes[0] is the heap (ID 0) or the clustered index (ID 1)
	Checks  []*Check    // CHECK constraints as they were added; replaced as a whole

	db      *Database
	state   *tableState
	version uint64
	phys    physical
	st      []*storage // of Indexes; nil for a disabled nonclustered one
	shapes  *sync.Map  // *Index → *ncShape, for reading only
}

// tableState is what stays the same when DDL replaces a *Table.
type tableState struct {
	store       *bufpool.Store        // the database's pages
	gone        *retired              // where storage that is dropped leaves its counts
	data, pages lock                  // see lock
	cur         atomic.Pointer[Table] // nil: dropped
	version     atomic.Uint64         // given last

	completed bool // under pages: rows written before an ADD COLUMN were given its column since

	identity     atomic.Int64 // the next value
	identityUsed atomic.Bool  // a value was given since creation, TRUNCATE or attach with none given
}

// attach makes the state one of a table of d.
func (s *tableState) attach(d *Database, sp *alloc.Space) {
	s.store, s.gone, s.pages.latch = sp.Store(), &d.inst.gone, true
}

// Index as sys.indexes shows it.
type Index struct {
	ID               int // 0 heap, 1 clustered, 2… nonclustered
	Name             string
	Keys             []IndexKey
	Include          []int `json:",omitempty"` // column ids on the leaf behind key and locator; nonclustered only
	Unique           bool
	PrimaryKey       bool
	UniqueConstraint bool
	FillFactor       int
	PadIndex         bool
	IgnoreDup        bool `json:",omitempty"` // IGNORE_DUP_KEY: an INSERT passes over rows whose key is there
	QuietDup         bool `json:",omitempty"` // … and says nothing of it
	Disabled         bool `json:",omitempty"` // no rows of a nonclustered one are kept; a clustered one's may not be read
	Space            int  `json:",omitempty"` // filegroup it lies in; 0: PRIMARY
}

// IndexKey is a key column by column_id.
type IndexKey struct {
	ColumnID int
	Desc     bool
}

// TableDef is what CREATE TABLE gives; column ids are assigned in order, Offset/Var/Bit computed.
// An index with ID 1 is clustered, any other one nonclustered.
type TableDef struct {
	Schema, Name string
	Space        int // filegroup; 0: the default one
	Columns      []Column
	Indexes      []Index // PRIMARY KEY and UNIQUE constraints, inline indexes
	Checks       []*Check
}

// Database is the table's database. Version grows with every DDL statement on the table. Current
// reports whether the *Table is still the table's present form: a compiled plan checks it and compiles again when not.
func (t *Table) Database() *Database { return t.db }
func (t *Table) Version() uint64     { return t.version }
func (t *Table) Current() bool       { return t.state.cur.Load() == t }

// IsHeap reports a table without a clustered index. Rows is sys.partitions.rows.
func (t *Table) IsHeap() bool { return t.st[0].heap != nil }
func (t *Table) Rows() int64  { return t.st[0].rows.Load() }

// Column finds a live column by name, case-insensitively; nil when there is none.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if strings.EqualFold(t.Columns[i].Name, name) {
			return &t.Columns[i]
		}
	}
	return nil
}

func (t *Table) columnByID(id int) *Column {
	for i := range t.Columns {
		if t.Columns[i].ID == id {
			return &t.Columns[i]
		}
	}
	return nil
}

// HasUniquifier reports a non-unique clustered index: variable column 0 of the
// table's records is the uniquifier's, the last bit of the NULL bitmap too.
func (t *Table) HasUniquifier() bool { return t.phys.Uniquifier }

// next is a copy of t for a DDL statement to change, one version on.
func (t *Table) next() *Table {
	n := *t
	n.version = t.state.version.Add(1)
	n.Columns = slices.Clone(t.Columns)
	n.Indexes = slices.Clone(t.Indexes)
	n.st = slices.Clone(t.st)
	n.shapes = new(sync.Map)
	return &n
}

func (t *Table) identityColumn() *Column {
	for i := range t.Columns {
		if t.Columns[i].Identity != nil {
			return &t.Columns[i]
		}
	}
	return nil
}

// NextIdentity reserves the next identity value; the table must have an identity column.
// As in SQL Server it is not given back by a rollback.
func (t *Table) NextIdentity() int64 {
	by := t.identityColumn().Identity.Increment
	t.state.identityUsed.Store(true)
	return t.state.identity.Add(by) - by
}

// IdentityValue is v in the type of an identity column, error 8115 when it is beyond it.
func (c *Column) IdentityValue(v int64) (sqltype.Value, error) {
	out, err := sqltype.ConvertFrom(sqltype.IntOf(sqltype.BigInt, v), sqltype.Of(sqltype.BigInt), c.Type, 0, false)
	if err != nil {
		return out, errorf(8115, "Arithmetic overflow error converting IDENTITY to data type %s.", c.Type.Kind)
	}
	return out, nil
}

// LastIdentity is IDENT_CURRENT: the value given last, the seed when none was.
func (t *Table) LastIdentity() int64 {
	c := t.identityColumn()
	if c == nil {
		return 0
	}
	if !t.state.identityUsed.Load() {
		return c.Identity.Seed
	}
	return t.state.identity.Load() - c.Identity.Increment
}

// Reseed is DBCC CHECKIDENT (…, RESEED, v): the next value is v plus the increment, or v
// itself when no row was ever inserted (documented).
func (t *Table) Reseed(v int64) {
	c := t.identityColumn()
	if c == nil {
		return
	}
	if t.state.identityUsed.Load() {
		v += c.Identity.Increment
	}
	t.state.identity.Store(v)
}

// NoteIdentity records a value inserted under IDENTITY_INSERT: one beyond the
// current value becomes the current value.
func (t *Table) NoteIdentity(v int64) {
	c := t.identityColumn()
	if c == nil {
		return
	}
	by := c.Identity.Increment
	for {
		next := t.state.identity.Load()
		if by > 0 && v < next || by < 0 && v > next {
			break
		}
		if t.state.identity.CompareAndSwap(next, v+by) {
			break
		}
	}
	t.state.identityUsed.Store(true)
}

func (t *Table) resetIdentity() {
	if c := t.identityColumn(); c != nil {
		t.state.identity.Store(c.Identity.Seed)
	}
	t.state.identityUsed.Store(false)
}
