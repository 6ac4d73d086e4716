package engine

import (
	"context"

	"scanfrag/internal/sqltype"
)

// Txn is a transaction: its table locks and its undo log (64 MB in memory, then a scratch
// file). READ COMMITTED: writers hold a table's exclusive lock to the end, readers a shared one for the
// statement. A wait ends with ctx; a deadlock is *Error 1205. Not safe for concurrent use except where said.
type Txn struct{}

func (i *Instance) Begin() *Txn { panic("not yet") }

func (tx *Txn) Commit() error   { panic("not yet") }
func (tx *Txn) Rollback() error { panic("not yet") }

// Mark is a point to roll back to: a savepoint, or the start of a statement.
type Mark struct{ pos int64 }

func (tx *Txn) Mark() Mark              { panic("not yet") }
func (tx *Txn) RollbackTo(m Mark) error { panic("not yet") }

// EndStatement releases the shared locks taken by the statement.
func (tx *Txn) EndStatement() { panic("not yet") }

// DDL. Each is undone by Rollback; dropped storage is freed at Commit.
func (tx *Txn) CreateTable(ctx context.Context, d *Database, def TableDef) (*Table, error) {
	panic("not yet")
}
func (tx *Txn) DropTable(ctx context.Context, t *Table) error                { panic("not yet") }
func (tx *Txn) TruncateTable(ctx context.Context, t *Table) error            { panic("not yet") }
func (tx *Txn) RenameTable(ctx context.Context, t *Table, name string) error { panic("not yet") }

// AlterColumn changes a column's type or nullability. A wider fixed type appends a new physical column
// and leaves the old bytes (size of data: every row rewritten); convert maps one non-NULL value.
func (tx *Txn) AlterColumn(ctx context.Context, t *Table, column string, to sqltype.Type, nullable bool, convert func(sqltype.Value) (sqltype.Value, error)) (*Table, error) {
	panic("not yet")
}

// AddColumn appends a column; fill is the value for existing rows (NULL allowed when nullable).
func (tx *Txn) AddColumn(ctx context.Context, t *Table, c Column, fill sqltype.Value) (*Table, error) {
	panic("not yet")
}
func (tx *Txn) DropColumn(ctx context.Context, t *Table, column string) (*Table, error) {
	panic("not yet")
}
func (tx *Txn) SetDefault(ctx context.Context, t *Table, column, name, text string) (*Table, error) {
	panic("not yet")
}

// CreateIndex builds a clustered (or nonclustered) index over the loaded table.
func (tx *Txn) CreateIndex(ctx context.Context, t *Table, ix Index, clustered bool, maxdop int) (*Table, error) {
	panic("not yet")
}
func (tx *Txn) DropIndex(ctx context.Context, t *Table, name string) (*Table, error) {
	panic("not yet")
}

// Lock takes a table lock explicitly (TABLOCK, TABLOCKX, HOLDLOCK hints).
func (tx *Txn) Lock(ctx context.Context, t *Table, exclusive, untilEnd bool) error { panic("not yet") }
