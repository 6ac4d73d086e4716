package engine

import (
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Error is an engine error with SQL Server's number, severity and state.
type Error struct {
	Number int32
	Class  uint8
	State  uint8
	Text   string
}

func (e *Error) Error() string { return e.Text }

// Database is an attached database.
type Database struct{}

func (d *Database) ID() int               { panic("not yet") }
func (d *Database) Name() string          { panic("not yet") }
func (d *Database) Path() string          { panic("not yet") }
func (d *Database) Store() *bufpool.Store { panic("not yet") }

// Table finds a table by schema and name, case-insensitively; nil when there is none.
func (d *Database) Table(schema, name string) *Table { panic("not yet") }
func (d *Database) TableByID(id uint32) *Table       { panic("not yet") }
func (d *Database) Tables() []*Table                 { panic("not yet") }

// Config is a database-scoped or file setting by upper-case name ("MAXDOP", …); persisted.
func (d *Database) Config(name string) (int64, bool)     { panic("not yet") }
func (d *Database) SetConfig(name string, v int64) error { panic("not yet") }

// Checkpoint writes all dirty pages, zeroes never-written pages below the high-water mark, and syncs.
func (d *Database) Checkpoint(ctx context.Context) error { panic("not yet") }

// TrimTail gives the unallocated tail of the file back.
func (d *Database) TrimTail() error { panic("not yet") }

// Column of a table: what sys.columns shows and where it lies in a record.
type Column struct {
	ID          int // column_id, from 1, never reused
	Name        string
	Type        sqltype.Type
	Nullable    bool
	Identity    *Identity
	Default     string // T-SQL text of the default, with parentheses as sys.default_constraints shows it; "" none
	DefaultName string

	Offset int   // fixed columns: offset in the record; -1 for variable ones
	Var    int   // variable column number
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
	// unexported: storage, counters, lock
}

// Index as sys.indexes shows it.
type Index struct {
	ID               int // 0 heap, 1 clustered, 2… nonclustered
	Name             string
	Keys             []IndexKey
	Unique           bool
	PrimaryKey       bool
	UniqueConstraint bool
	FillFactor       int
	PadIndex         bool
}

// IndexKey is a key column by column_id.
type IndexKey struct {
	ColumnID int
	Desc     bool
}

func (t *Table) Database() *Database { panic("not yet") }
func (t *Table) Version() uint64     { panic("not yet") }
func (t *Table) IsHeap() bool        { panic("not yet") }
func (t *Table) Rows() int64         { panic("not yet") } // as sys.partitions.rows

// NextIdentity reserves the next identity value; LastIdentity is IDENT_CURRENT; Reseed is DBCC CHECKIDENT.
func (t *Table) NextIdentity() int64 { panic("not yet") }
func (t *Table) LastIdentity() int64 { panic("not yet") }
func (t *Table) Reseed(v int64)      { panic("not yet") }

// TableDef is what CREATE TABLE gives; column ids are assigned in order, Offset/Var/Bit computed.
type TableDef struct {
	Schema, Name string
	Columns      []Column
	Indexes      []Index // PRIMARY KEY and UNIQUE constraints, inline indexes
}
