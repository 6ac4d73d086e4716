package engine

import (
	"context"

	"scanfrag/internal/btree"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Locator addresses one row: a heap's home RID, or the full key of a clustered table's row
// (compact bytes, see btree.Tree.AppendKey).
type Locator struct {
	RID page.RID
	Key []byte
}

// Writer writes to one table in one transaction; made once per statement (or cached for a loop by the
// compiled plan and renewed by Open when the transaction or the table's Version changed). It holds the exclusive lock.
type Writer struct{}

func (tx *Txn) Writer(ctx context.Context, t *Table, io *bufpool.IO) (*Writer, error) {
	panic("not yet")
}

// Insert adds a record in the table's Layout (no uniquifier, variable column 0 empty in a non-unique clustered
// table). bulk packs a heap's pages physically full (TABLOCK). Duplicate key: *Error 2601 or 2627 with SQL Server's text.
func (w *Writer) Insert(rec []byte, bulk bool) error { panic("not yet") }

// Update replaces the row at loc; a changed clustered key moves it. Delete removes it.
func (w *Writer) Update(loc Locator, rec []byte) error { panic("not yet") }
func (w *Writer) Delete(loc Locator) error             { panic("not yet") }

// Fetch appends the row at loc to dst; ok false when it is gone.
func (w *Writer) Fetch(dst []byte, loc Locator) (rec []byte, ok bool, err error) { panic("not yet") }

// ScanSpec says what to read and how.
type ScanSpec struct {
	Table       *Table
	Index       *Index       // nil: the heap or clustered index
	Range       *btree.Range // nil: everything
	Ordered     bool         // key order is needed
	NoLock      bool         // READ UNCOMMITTED: takes no lock, permits allocation order
	TabLock     bool         // shared table lock, permits allocation order
	ForWrite    bool         // the statement will change the table: exclusive lock at once
	NoReadAhead bool         // trace flag 652
	Workers     int          // degree of parallelism asked for; 0 and 1 are serial
	IO          *bufpool.IO
}

// SerialPages is the size below which a table is scanned serially whatever the degree: a stand-in for
// "cost threshold for parallelism".
const SerialPages = 1024

// Rows is one worker's cursor over a scan.
type Rows struct{}

// Next moves on; Record (in the table's Layout, forwarded rows resolved) and Locator are valid until the next call.
func (r *Rows) Next() bool           { panic("not yet") }
func (r *Rows) Record() []byte       { panic("not yet") }
func (r *Rows) Locator(dst *Locator) { panic("not yet") } // Key reuses dst.Key's array
func (r *Rows) Err() error           { panic("not yet") }
func (r *Rows) Close()               { panic("not yet") }

// Scan opens a serial scan. The table may not change under it, except a heap's current row through Writer;
// statements that change what they read collect locators first, or page by page via Rows.
func (tx *Txn) Scan(ctx context.Context, spec ScanSpec) (*Rows, error) { panic("not yet") }

// ParallelScan runs fn once per worker, each on its own goroutine with its own Rows; dop is the number used.
func (tx *Txn) ParallelScan(ctx context.Context, spec ScanSpec, fn func(worker int, r *Rows) error) (dop int, err error) {
	panic("not yet")
}

// Count is COUNT(*): every page is read and every stub followed, no column touched.
func (tx *Txn) Count(ctx context.Context, spec ScanSpec) (rows int64, dop int, err error) {
	panic("not yet")
}
