// Package engine is the embedded storage engine: databases, catalog, tables,
// transactions, scans, rebuilds and the physical walk. It knows neither T-SQL nor TDS.
package engine

import (
	"context"

	"scanfrag/internal/bufpool"
)

// Options of an instance.
type Options struct {
	// Dir holds the databases that are kept (NAME.mdf); created if missing. It is locked while the
	// instance lives. "" keeps nothing: every database is created with an explicit file or in memory.
	Dir string
	// PoolBytes is the buffer pool's size.
	PoolBytes int64
	// Scratch is where sort runs, undo beyond 64 MB and tempdb go; "" is beside each database file.
	Scratch string
	// InMemory keeps all files in memory (tests).
	InMemory bool
}

// Instance is one running engine: a buffer pool and the databases attached to it.
type Instance struct{}

// Open starts an instance and attaches the databases of Dir. A database without the
// clean-shutdown mark, damaged, truncated or of another version is refused in one sentence.
func Open(o Options) (*Instance, error) { panic("not yet") }

// Close checkpoints, writes the clean-shutdown marks and closes all files.
func (i *Instance) Close() error { panic("not yet") }

func (i *Instance) Pool() *bufpool.Pool { panic("not yet") }

// Value returns the instance-wide value under key, made on first use: shared state of the layers above.
func (i *Instance) Value(key any, make func() any) any { panic("not yet") }

// DatabaseSpec is what CREATE DATABASE gives. Sizes in bytes; Path "" is Dir/NAME.mdf.
type DatabaseSpec struct {
	Name   string
	Path   string
	Size   int64 // initial size; 0 = 8 MB
	Growth int64 // step; 0 = the allocator's own
}

// CreateDatabase creates and attaches a database. Name in use: *Error 1801; file exists: 5170; no space: 5149.
func (i *Instance) CreateDatabase(ctx context.Context, spec DatabaseSpec) (*Database, error) {
	panic("not yet")
}

// DropDatabase closes the database and removes its files; in use by another session: 3702 (the caller checks).
func (i *Instance) DropDatabase(name string) error { panic("not yet") }

// Database finds a database by name (case-insensitive); nil when there is none.
// master (1), tempdb (2), model (3) and msdb (4) always exist; users' ids start at 5.
func (i *Instance) Database(name string) *Database { panic("not yet") }
func (i *Instance) Databases() []*Database         { panic("not yet") } // by id
