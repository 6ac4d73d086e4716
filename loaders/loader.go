// Package loaders holds the ways to fill dbo.test that the kit compares, and
// the nine rules of the exercise that each of them is judged by.
//
// A loader is one file: a type with three methods, registered in init. Its
// T-SQL is plain, documented SQL Server T-SQL (2016 and later) with GO between
// batches and $(rows) for the number of rows; it runs in a fresh, empty
// database over one connection and must leave dbo.test behind.
package loaders

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
)

// Table is the table every loader fills and every scan reads.
const Table = "dbo.test"

// PublishedRows is the exercise's row count, to which its size limit belongs.
const PublishedRows = 4_000_000

// Message is what the server said during a load: PRINT, RAISERROR, warnings.
type Message = script.Message

// Loader fills dbo.test.
type Loader interface {
	// Name is the word that --loader takes and reports show.
	Name() string
	// About is the theory in one sentence: what layout it makes and why a
	// scan of it should be slow or fast.
	About() string
	// TSQL is the script for rows rows. $(rows) in it is replaced by rows.
	TSQL(rows int64) (string, error)
}

// Direct is a loader in Go: Load is used instead of the script, which TSQL may
// still return as a description.
type Direct interface {
	Loader
	Load(ctx context.Context, conn *sqlx.Conn, opt Options) error
}

// Sized loaders say beforehand what they need, for the estimate of a run.
type Sized interface {
	Size(rows int64) Size
}

// Size is what a load needs. Bytes are of the drive under test.
type Size struct {
	FinalBytes int64 // the table when the load is done
	PeakBytes  int64 // the most at any moment: heap beside index, sort runs, undo
	LoopRows   int64 // rows inserted by statements of their own
	BulkRows   int64 // rows inserted, updated, sorted or deleted by set statements
	ScanReads  int64 // small reads of a cold scan, several under way at a time; 0: large ones only
	Chased     int64 // single-page reads of a cold scan that forwarding stubs lead to
}

var registry = struct {
	sync.Mutex
	byName map[string]Loader
}{byName: map[string]Loader{}}

// Register makes a loader available by its name. It panics on nil, on an empty
// name, on "all" and on a name already taken: these are programming errors.
func Register(l Loader) {
	if l == nil || l.Name() == "" || l.Name() == All {
		panic("loaders: Register of a nil or nameless loader, or of one named " + All)
	}
	registry.Lock()
	defer registry.Unlock()
	if _, dup := registry.byName[l.Name()]; dup {
		panic(fmt.Sprintf("loaders: Register called twice for %q", l.Name()))
	}
	registry.byName[l.Name()] = l
}

// Names returns the registered names, sorted, baseline first: every ranking is
// held against it.
func Names() []string {
	registry.Lock()
	defer registry.Unlock()
	names := make([]string, 0, len(registry.byName))
	for n := range registry.byName {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if (names[i] == Baseline) != (names[j] == Baseline) {
			return names[i] == Baseline
		}
		return names[i] < names[j]
	})
	return names
}

// Default returns the names of the five loads of the exercise, baseline first: what runs when none is named. The others
// are variations, or worse.
func Default() []string { return []string{Baseline, "alternating", "heap", "lowfill", "reverse"} }

// All is the word that --loader takes for every registered load.
const All = "all"

// Lookup returns the registered loader of that name.
func Lookup(name string) (Loader, bool) {
	registry.Lock()
	defer registry.Unlock()
	l, ok := registry.byName[name]
	return l, ok
}

// Taken tells that no file's loader may have the name.
func Taken(name string) bool {
	_, registered := Lookup(name)
	return registered || name == All
}

// BuiltIn tells that a load of that name, or the one it is the good twin of, is registered.
func BuiltIn(name string) bool {
	_, ok := Lookup(strings.TrimSuffix(name, TwinName("")))
	return ok
}

const pageBytes = 8192

// ceilDiv is a/b rounded up.
func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }
