// Package btree stores rows by key: clustered (and later nonclustered) indexes with SQL
// Server's page splits, ordered and allocation-order scans, bulk build.
package btree

import (
	"context"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// KeyColumn locates one key column in a leaf record.
type KeyColumn struct {
	Type     sqltype.Type
	Offset   int // fixed column: offset in the record; -1 for a variable column
	Var      int // variable column number (0 is the uniquifier in a non-unique tree)
	NullBit  int // its bit in the NULL bitmap
	Nullable bool
	Desc     bool
}

// Def is what never changes about a tree.
type Def struct {
	Layout  page.Layout // of leaf records; non-unique trees reserve variable column 0 and the last NULL bit for the uniquifier
	Keys    []KeyColumn
	Unique  bool
	ObjID   uint32
	IndexID uint16
}

// Meta is the persistent state of a tree, kept in the catalog.
type Meta struct {
	FirstIAM page.ID
	Root     page.ID
	First    page.ID // leftmost leaf
	Depth    int     // levels, 1 = the root is a leaf
}

// Tree is one clustered index. Writers are serialised by the caller; scans may run side by side.
type Tree struct{}

func Create(sp *alloc.Space, def Def) (*Tree, error)       { panic("not yet") }
func Open(sp *alloc.Space, def Def, m Meta) (*Tree, error) { panic("not yet") }
func (t *Tree) Meta() Meta                                 { panic("not yet") }
func (t *Tree) Def() *Def                                  { panic("not yet") }
func (t *Tree) Unit() *alloc.Unit                          { panic("not yet") }
func (t *Tree) Drop() error                                { panic("not yet") }

// DuplicateKey is returned by Insert into a unique tree; Key is the record's key as text is
// the engine's to print.
type DuplicateKey struct{ Record []byte }

func (*DuplicateKey) Error() string { return "duplicate key" }

// Insert adds a leaf record (a uniquifier is added to it when its key exists). It returns the
// record as stored, valid until the next call. Consecutive inserts into one leaf do not descend again.
func (t *Tree) Insert(rec []byte, io *bufpool.IO) (stored []byte, err error) { panic("not yet") }

// Delete removes the row with rec's key and uniquifier; ok false when there is none.
// Rec may be a whole leaf record or a key record made by AppendKey.
func (t *Tree) Delete(key Key, io *bufpool.IO) (ok bool, err error) { panic("not yet") }

// Replace overwrites the row with rec's key and uniquifier (key unchanged, any length; a
// row that outgrows its page splits it).
func (t *Tree) Replace(rec []byte, io *bufpool.IO) (ok bool, err error) { panic("not yet") }

// Get appends the row with the given full key to dst.
func (t *Tree) Get(dst []byte, key Key, io *bufpool.IO) (rec []byte, ok bool, err error) {
	panic("not yet")
}

// Key is a search key: the raw bytes of the first columns (nil = NULL), and for exact
// addressing of a row in a non-unique tree its uniquifier.
type Key struct {
	Cols       [][]byte
	Uniquifier uint32
	Exact      bool // Uniquifier counts
}

// AppendKey appends a compact self-contained copy of rec's full key (undo, spools); ParseKey reads it
// (aliasing b). KeyOf is rec's full key, aliasing rec, into dst's backing array.
func (t *Tree) AppendKey(dst, rec []byte) []byte { panic("not yet") }
func (t *Tree) ParseKey(b []byte) (Key, error)   { panic("not yet") }
func (t *Tree) KeyOf(dst *Key, rec []byte)       { panic("not yet") }

// Compare orders two leaf records by key and uniquifier.
func (t *Tree) Compare(a, b []byte) int { panic("not yet") }

// Range bounds an ordered scan; nil Lo or Hi is open. A prefix of the key columns is allowed.
type Range struct {
	Lo, Hi         *Key
	LoOpen, HiOpen bool // exclusive
	Backward       bool
}

// ScanOptions for a scan.
type ScanOptions struct {
	IO              *bufpool.IO
	NoReadAhead     bool // trace flag 652
	AllocationOrder bool // by IAM; the engine decides when it is permitted
}

// Supplier hands key ranges (ordered: runs of leaf pages found through level 1; or extents) to the workers
// of one scan. A serial scan is a supplier with one worker and then delivers key order.
type Supplier struct{}

func (t *Tree) NewSupplier(ctx context.Context, r Range, workers int, opt ScanOptions) (*Supplier, error) {
	panic("not yet")
}

// Scan is one worker's cursor; the methods as in package heap.
type Scan struct{}

func (s *Supplier) NewScan() *Scan    { panic("not yet") }
func (s *Scan) Next() bool            { panic("not yet") }
func (s *Scan) Record() []byte        { panic("not yet") }
func (s *Scan) Err() error            { panic("not yet") }
func (s *Scan) Count() (int64, error) { panic("not yet") }
func (s *Scan) Close()                { panic("not yet") }

// BuildOptions of CREATE INDEX.
type BuildOptions struct {
	FillFactor int // 0 and 100: full
	PadIndex   bool
	Scratch    string // directory of the sort's run file
	MemPages   int    // frames the sort may borrow from the pool
	IO         *bufpool.IO
}

// Build fills a new tree from rows in any order: next returns the records one by one (nil at the
// end; valid until the next call) in the layout of def. External sort, one extent cursor per level.
// A duplicate key in a unique tree returns *DuplicateKey; nothing stays allocated after an error.
func Build(ctx context.Context, sp *alloc.Space, def Def, opt BuildOptions, next func() ([]byte, error)) (*Tree, error) {
	panic("not yet")
}
