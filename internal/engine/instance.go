// Package engine is the embedded storage engine: databases, catalog, tables,
// transactions, scans, rebuilds and the physical walk. It knows neither T-SQL nor TDS.
package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/pagefile"
)

// Options of an instance.
type Options struct {
	// Dir holds the databases that are kept (NAME.mdf); created if missing. It is locked while the
	// instance lives. "" keeps nothing: every database is created with an explicit file or in memory.
	Dir string
	// PoolBytes is the buffer pool's size.
	PoolBytes int64
	// RampUp switches buffer-pool ramp-up on, see bufpool.Pool.RampUp.
	RampUp bool
	// Scratch is where sort runs, undo beyond 64 MB and tempdb go; "" is beside each database file
	// (tempdb then lies in memory).
	Scratch string
	// InMemory keeps all files in memory (tests); Dir is then not used.
	InMemory bool
	// UndoMemory bounds the undo logs' memory in bytes, 0 is 64 MB (tests).
	UndoMemory int64

	wrap func(pagefile.File) pagefile.File // tests: between the database and its file
}

// Instance is one running engine: a buffer pool and the databases attached to it.
type Instance struct {
	opt   Options
	pool  *bufpool.Pool
	lock  *dirLock // of Options.Dir
	locks lockManager
	undo  undoBlocks
	gone  retired

	xacts      atomic.Uint64 // transactions that have written to trees
	keepGhosts atomic.Bool   // trace flag 661
	computer   atomic.Pointer[Computer]

	mu     sync.RWMutex
	byName map[string]*Database // by lower-case name
	closed bool

	unopened map[string]*Database // set aside, by lower-case name

	valuesMu sync.Mutex
	values   map[any]any
}

// RampUp reports whether the instance was opened with buffer-pool ramp-up.
func (i *Instance) RampUp() bool { return i.opt.RampUp }

// Open starts an instance and attaches the databases of Dir. A database without the clean-shutdown mark,
// damaged, truncated or of another version is set aside: Unopened has it, with one sentence why.
func Open(o Options) (*Instance, error) {
	i := &Instance{opt: o, byName: map[string]*Database{}, unopened: map[string]*Database{}, values: map[any]any{}}
	i.undo.max = undoBudget / undoBlock
	if o.UndoMemory > 0 {
		i.undo.max = int(o.UndoMemory / undoBlock)
	}
	if o.InMemory {
		i.opt.Dir = ""
	}
	if i.opt.Dir != "" {
		if err := os.MkdirAll(i.opt.Dir, 0o777); err != nil {
			return nil, fmt.Errorf("create the database directory: %w", err)
		}
		lk, err := lockDir(i.opt.Dir)
		if err != nil {
			return nil, err
		}
		i.lock = lk
	}
	pool, err := bufpool.New(o.PoolBytes)
	if err != nil {
		i.lock.unlock()
		return nil, err
	}
	i.pool = pool
	if o.RampUp {
		pool.RampUp()
	}
	i.addSystemDatabases()
	if err := i.attachDir(); err != nil {
		return nil, errors.Join(err, i.abandon())
	}
	return i, nil
}

// Close checkpoints, writes the clean-shutdown marks and closes all files. No transaction may be open.
func (i *Instance) Close() error {
	i.mu.Lock()
	if i.closed {
		i.mu.Unlock()
		return errors.New("close the engine: closed already")
	}
	i.closed = true
	i.mu.Unlock()
	var errs []error
	for _, d := range i.Databases() {
		errs = append(errs, d.close(true))
	}
	errs = append(errs, i.pool.Close())
	pagefile.AwaitReleases()
	i.lock.unlock()
	return errors.Join(errs...)
}

// abandon closes everything without marks: a start that failed.
func (i *Instance) abandon() error {
	var errs []error
	for _, d := range i.Databases() {
		errs = append(errs, d.close(false))
	}
	errs = append(errs, i.pool.Close())
	i.lock.unlock()
	return errors.Join(errs...)
}

func (i *Instance) wrap(f pagefile.File) pagefile.File {
	if i.opt.wrap != nil {
		return i.opt.wrap(f)
	}
	return f
}

// Pool is the buffer pool that all databases share.
func (i *Instance) Pool() *bufpool.Pool { return i.pool }

// Value returns the instance-wide value under key, made on first use: shared state of the layers above.
func (i *Instance) Value(key any, make func() any) any {
	i.valuesMu.Lock()
	defer i.valuesMu.Unlock()
	v, ok := i.values[key]
	if !ok {
		v = make()
		i.values[key] = v
	}
	return v
}

// Database finds a database by name (case-insensitive); nil when there is none.
// master (1), tempdb (2), model (3) and msdb (4) always exist; users' ids start at 5.
func (i *Instance) Database(name string) *Database {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.byName[strings.ToLower(name)]
}

// Databases lists them by id.
func (i *Instance) Databases() []*Database {
	i.mu.RLock()
	defer i.mu.RUnlock()
	out := make([]*Database, 0, len(i.byName))
	for _, d := range i.byName {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *Database) int { return a.id - b.id })
	return out
}

// freeID is the lowest database id from first on that is not taken. i.mu is held.
func (i *Instance) freeID(first int) int {
	taken := map[int]bool{}
	for _, d := range i.byName {
		taken[d.id] = true
	}
	for _, d := range i.unopened {
		taken[d.id] = true
	}
	for taken[first] {
		first++
	}
	return first
}

// Checkpoint checkpoints every database that has changed.
func (i *Instance) Checkpoint(ctx context.Context) error {
	for _, d := range i.Databases() {
		if err := d.Checkpoint(ctx); err != nil {
			return err
		}
	}
	return nil
}
