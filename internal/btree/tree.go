// Package btree stores rows by key: clustered and nonclustered indexes with SQL Server's page
// splits, ordered and allocation-order scans, bulk build, reorganizing.
//
// Every level is a doubly linked chain of pages in key order, and the level above lists the
// same pages with the lowest key of each. Rows and separators hold full keys. Scans find
// pages through the level above and check the chain against it, so a damaged or cyclic
// chain is an error, never a wrong count.
package btree

import (
	"fmt"
	"sync/atomic"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Def is what never changes about a tree.
type Def struct {
	Layout  page.Layout // of leaf records; non-unique trees reserve variable column 0 and the last NULL bit for the uniquifier
	Keys    []KeyColumn
	Unique  bool
	Index   bool // leaf records are index records: a nonclustered index, whose key is unique
	ObjID   uint32
	IndexID uint16
	Space   int // filegroup; 0: PRIMARY
}

// Meta is the persistent state of a tree, kept in the catalog.
type Meta struct {
	FirstIAM page.ID
	Root     page.ID
	First    page.ID // leftmost leaf
	Depth    int     // levels, 1 = the root is a leaf
	NonLeaf  int64   // pages above the leaf
}

// maxDepth bounds the levels of a tree that is believed: fan-out is at least 2.
const maxDepth = 40

// Tree is one index. Writers are serialised by the caller; scans may run side by
// side with each other and with Get, but not with a writer.
type Tree struct {
	sp    *alloc.Space
	store *bufpool.Store
	unit  *alloc.Unit
	def   Def
	sh    *shape

	root, first page.ID
	depth       int
	nonLeaf     atomic.Int64    // pages above the leaf
	allocations [2]atomic.Int64 // pages allocated: leaf, above

	changes                   uint64          // grows whenever a page joins or leaves the tree or two change places
	merges                    [2]atomic.Int64 // pages freed: leaf, above
	linked, redirected, roots atomic.Int64    // entries above the leaf made and led elsewhere, levels added; see Counts

	orphans []page.ID // left the tree, could not be deallocated when they did
	xact    uint64    // the writing transaction, see Begin
	clean   bool
	cleaned page.ID // the leaf cleaned last
	hints   hints
	key     searchKey // of the row being written
	stored  []byte    // the record as stored, when it differs from the caller's
	over    []byte    // see Overwritten
	levels  [maxDepth + 1]levelScratch
	x       entryScratch

	courses   courses // of inserts through leaves in key order
	aheadIDs  []page.ID
	aheadRuns []bufpool.Run
}

// levelScratch holds the separator on its way into a level.
type levelScratch struct {
	key searchKey
	ent []byte
}

// Create makes an empty tree: an IAM page and one leaf.
func Create(sp *alloc.Space, def Def) (*Tree, error) {
	sh, err := newShape(&def)
	if err != nil {
		return nil, err
	}
	u, err := sp.NewUnit(def.Space, def.ObjID, def.IndexID)
	if err != nil {
		return nil, err
	}
	t := &Tree{sp: sp, store: sp.Store(), unit: u, def: def, sh: sh, depth: 1}
	id, err := u.NewPage()
	if err == nil {
		var ref bufpool.Ref
		if ref, err = t.fresh(id, 0); err == nil {
			ref.Release()
			t.root, t.first = id, id
			t.allocated(0)
			return t, nil
		}
	}
	if derr := u.Drop(); derr != nil {
		err = fmt.Errorf("%w (and giving its pages back: %v)", err, derr)
	}
	return nil, err
}

// Open attaches a tree the catalog knows.
func Open(sp *alloc.Space, def Def, m Meta) (*Tree, error) {
	sh, err := newShape(&def)
	if err != nil {
		return nil, err
	}
	if m.Depth < 1 || m.Depth > maxDepth || m.Root == 0 || m.First == 0 {
		return nil, fmt.Errorf("open index %d of object %d: root %v, first page %v and depth %d cannot be", def.IndexID, def.ObjID, m.Root, m.First, m.Depth)
	}
	u, err := sp.OpenUnit(m.FirstIAM)
	if err != nil {
		return nil, err
	}
	t := &Tree{sp: sp, store: sp.Store(), unit: u, def: def, sh: sh, root: m.Root, first: m.First, depth: m.Depth}
	t.nonLeaf.Store(m.NonLeaf)
	return t, nil
}

// Meta is the tree's state as of now.
func (t *Tree) Meta() Meta {
	return Meta{FirstIAM: t.unit.FirstIAM(), Root: t.root, First: t.first, Depth: t.depth, NonLeaf: t.nonLeaf.Load()}
}

// Def is what the tree was made or opened with, Unit what its pages are allocated to.
func (t *Tree) Def() *Def         { return &t.def }
func (t *Tree) Unit() *alloc.Unit { return t.unit }

// Drop deallocates the tree; it must not be used afterwards.
func (t *Tree) Drop() error {
	t.hints.clear()
	t.courses.clear()
	return t.unit.Drop()
}

// fresh pins a new, empty page of a level.
func (t *Tree) fresh(id page.ID, level int) (bufpool.Ref, error) {
	ref, err := t.store.Fresh(id)
	if err != nil {
		return ref, err
	}
	if level == 0 {
		ref.Page.Init(t.sh.leafType(), 0, id, t.def.ObjID, t.def.IndexID)
		ref.Page.SetMinLen(t.def.Layout.FixedEnd)
	} else {
		ref.Page.Init(page.TypeIndex, uint8(level), id, t.def.ObjID, t.def.IndexID)
		ref.Page.SetMinLen(t.sh.entryMin)
	}
	return ref, nil
}

// get pins a page that must be one of the tree's on the given level.
func (t *Tree) get(id page.ID, level int, io *bufpool.IO) (bufpool.Ref, error) {
	ref, err := t.store.Get(id, io)
	if err != nil {
		return ref, err
	}
	p := ref.Page
	ok := p.Level() == uint8(level) && p.ObjectID() == t.def.ObjID && p.IndexID() == t.def.IndexID
	if level == 0 {
		ok = ok && p.Type() == t.sh.leafType() && (t.sh.leafMin == 0 || p.MinLen() == t.sh.leafMin)
	} else {
		ok = ok && p.Type() == page.TypeIndex && p.SlotCount() > 0 && p.MinLen() == t.sh.entryMin
	}
	if !ok {
		err = t.damaged("page %v is not a level %d page of it: type %d, level %d, object %d, index %d, %d records",
			id, level, p.Type(), p.Level(), p.ObjectID(), p.IndexID(), p.SlotCount())
		ref.Release()
		return bufpool.Ref{}, err
	}
	return ref, nil
}

// damaged is an error about the tree's structure on disk.
func (t *Tree) damaged(format string, args ...any) error {
	return &page.DamageError{What: fmt.Sprintf("index %d of object %d is damaged: ", t.def.IndexID, t.def.ObjID) + fmt.Sprintf(format, args...)}
}
