package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/pagefile"
)

// Database is an attached database.
type Database struct {
	inst *Instance
	id   int
	name string
	path string
	file func() (pagefile.File, error) // makes the file of a database that is opened on first use

	openMu sync.Mutex
	space  atomic.Pointer[alloc.Space] // nil before first use of a system database

	mu        sync.RWMutex
	tables    map[string]*Table // by tableKey
	byID      map[uint32]*Table
	schemas   map[string]*Schema   // that users made, by lower-case name
	modules   map[string]*Module   // by tableKey
	types     map[string]*Module   // by tableKey
	sequences map[string]*Sequence // by tableKey
	names     map[string]*nameLock // of uncommitted DDL, see lockName
	lastID    uint32               // object id given last
	config    map[string]int64
	saved     map[string]int64 // config as the file has it
	users     int              // transactions that have touched the database
	dropped   bool             // being dropped or closed: nobody may begin to use it

	filing  filing
	filesMu sync.Mutex // serialises changes of files and filegroups, and checkpoints with them

	kept   bool // has a file that outlives the process: boot page marks are written
	boot   bootRecord
	opened atomic.Bool // the clean-shutdown mark is off on disk
	sweep  *sweeper
	bad    atomic.Pointer[error]

	rows     rowShapes
	versions rowVersions

	refused *refusal // set aside, see Instance.Unopened
}

// ID, Name and Path (physical_name of file 1) are what sys.databases and sys.database_files show.
func (d *Database) ID() int             { return d.id }
func (d *Database) Name() string        { return d.name }
func (d *Database) Path() string        { return d.path }
func (d *Database) Instance() *Instance { return d.inst }

// Store is the database's files through the pool. A system database's file is made on
// first use; nil when that fails (Space tells why).
func (d *Database) Store() *bufpool.Store {
	sp, err := d.Space()
	if err != nil {
		return nil
	}
	return sp.Store()
}

// Space is the database's allocation state.
func (d *Database) Space() (*alloc.Space, error) {
	if sp := d.space.Load(); sp != nil {
		return sp, nil
	}
	d.openMu.Lock()
	defer d.openMu.Unlock()
	if sp := d.space.Load(); sp != nil {
		return sp, nil
	}
	f, err := d.file()
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", d.name, err)
	}
	store := d.inst.pool.Open(f)
	store.CheckRows(d.rows.check)
	sp, err := alloc.Format(store)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("create database %s: %w", d.name, err), store.Close())
	}
	sp.Owner = d
	sp.SetMixed(d.MixedPages())
	d.space.Store(sp)
	return sp, nil
}

// tableKey is the key of an object's name; with name "" it is the schema's.
func tableKey(schema, name string) string {
	return strings.ToLower(schema) + "." + strings.ToLower(name)
}

// Table finds a table by schema and name, case-insensitively; nil when there is none.
func (d *Database) Table(schema, name string) *Table {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.tables[tableKey(schema, name)]
}

// TableByID finds a table by object id; nil when there is none.
func (d *Database) TableByID(id uint32) *Table {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.byID[id]
}

// Tables lists the tables by object id.
func (d *Database) Tables() []*Table {
	d.mu.RLock()
	defer d.mu.RUnlock()
	out := make([]*Table, 0, len(d.byID))
	for _, t := range d.byID {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *Table) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

// Config is a database-scoped or file setting by upper-case name ("MAXDOP", …); persisted.
func (d *Database) Config(name string) (int64, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	v, ok := d.config[name]
	return v, ok
}

// SetConfig sets it. It is written when the database is closed: a setting that is put back by then, as a
// measurement does with MAXDOP, writes nothing and leaves the clean-shutdown mark alone.
func (d *Database) SetConfig(name string, v int64) error {
	if e := d.bad.Load(); e != nil {
		return *e
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.config[name] = v
	return nil
}

// configChanged compares with the file. A setting that is not there is 0, the default of all of them.
func (d *Database) configChanged() bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	for name, v := range d.config {
		if d.saved[name] != v {
			return true
		}
	}
	return false // settings are never removed
}

// Object ids start and step as SQL Server's do (observed in new databases of 2016 and later).
const (
	firstObjectID = 901578250
	objectIDStep  = 16000057
)

// nextObjectID is a free object id. d.mu is held.
func (d *Database) nextObjectID() uint32 {
	for {
		if d.lastID == 0 {
			d.lastID = firstObjectID
		} else if d.lastID += objectIDStep; d.lastID > 1<<31-1 {
			d.lastID -= 1<<31 - 1
		}
		_, taken := d.byID[d.lastID]
		for _, q := range d.sequences {
			taken = taken || q.ID == d.lastID
		}
		for _, in := range []map[string]*Module{d.modules, d.types} {
			for _, m := range in {
				taken = taken || m.ID == d.lastID
			}
		}
		if !taken && d.lastID > 100 {
			return d.lastID
		}
	}
}

// install puts now in the place of was in the catalog; either may be nil.
func (d *Database) install(was, now *Table) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if was != nil {
		delete(d.tables, tableKey(was.Schema, was.Name))
		delete(d.byID, was.ID)
		was.state.cur.Store(nil)
	}
	if now != nil {
		d.tables[tableKey(now.Schema, now.Name)] = now
		d.byID[now.ID] = now
		now.state.cur.Store(now)
		d.rows.add(now)
	}
}

// fail makes the database unusable: a change could be neither finished nor undone. Its file
// never gets the clean-shutdown mark.
func (d *Database) fail(err error) {
	err = fmt.Errorf("database %s is damaged and takes no more changes: %w", d.name, err)
	d.bad.CompareAndSwap(nil, &err)
}

// touch is called before anything is written: it takes the clean-shutdown mark off, once.
func (d *Database) touch() error {
	if e := d.bad.Load(); e != nil {
		return *e
	}
	if d.opened.Load() {
		return nil
	}
	return d.unmark()
}

// Checkpoint completes the background's work, writes all dirty pages, zeroes never-written pages below the high-water
// mark, and syncs.
func (d *Database) Checkpoint(ctx context.Context) error {
	if d.space.Load() == nil || !d.opened.Load() {
		return nil // nothing was ever written
	}
	return errors.Join(d.settle(ctx), d.flush(ctx))
}

// flush is Checkpoint of the pages as they are.
func (d *Database) flush(ctx context.Context) error {
	sp := d.space.Load()
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	if err := sp.ZeroUnwritten(ctx); err != nil {
		return err
	}
	return sp.Store().Checkpoint(ctx)
}

// TrimTail gives the unallocated tail of the file back.
func (d *Database) TrimTail() error {
	sp := d.space.Load()
	if sp == nil {
		return nil
	}
	if err := d.touch(); err != nil {
		return err
	}
	if err := d.settle(context.Background()); err != nil {
		return err
	}
	return sp.Trim()
}
