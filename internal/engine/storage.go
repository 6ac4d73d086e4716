package engine

import (
	"fmt"
	"sync/atomic"

	"scanfrag/internal/alloc"
	"scanfrag/internal/btree"
	"scanfrag/internal/heap"
	"scanfrag/internal/page"
)

// storage is one heap or B-tree with its counters; exactly one of heap and tree is set. A
// table that is rebuilt gets a new one, so that an undo record finds the pages it was written for.
type storage struct {
	t    *tableState
	heap *heap.Heap
	tree *btree.Tree
	rows atomic.Int64

	bornIn *Txn // the open transaction that made it, and where its log was then
	bornAt int64

	base int64 // a heap's pages when it was made or attached

	inserts, deletes, ghosts, updates, lookups, forwarded atomic.Int64
	rangeScans, fullScans                                 atomic.Int64 // fullScans: those of rangeScans without a range
}

func (s *storage) unit() *alloc.Unit {
	if s.heap != nil {
		return s.heap.Unit()
	}
	return s.tree.Unit()
}

func (s *storage) drop() error {
	s.t.gone.retire(s.access())
	if s.heap != nil {
		return s.heap.Drop()
	}
	return s.tree.Drop()
}

// dropLater is drop that leaves the pages of a large storage to the background.
func (s *storage) dropLater() error {
	s.t.gone.retire(s.access())
	return s.unit().DropLater()
}

// storageDoc is a storage in the catalog.
type storageDoc struct {
	FirstIAM page.ID
	Root     page.ID `json:",omitempty"`
	First    page.ID `json:",omitempty"`
	Depth    int     `json:",omitempty"`
	NonLeaf  int64   `json:",omitempty"`
	Rows     int64
	Pages    int64 // allocated, IAM pages apart: PFS and IAM pages that say otherwise are damaged
}

func (s *storage) doc() storageDoc {
	d := storageDoc{Rows: s.rows.Load(), Pages: s.pages()}
	if s.heap != nil {
		d.FirstIAM = s.heap.Unit().FirstIAM()
		return d
	}
	m := s.tree.Meta()
	d.FirstIAM, d.Root, d.First, d.Depth, d.NonLeaf = m.FirstIAM, m.Root, m.First, m.Depth, m.NonLeaf
	return d
}

// pages is the number of allocated pages without IAM pages.
func (s *storage) pages() int64 {
	n := s.unit().Pages()
	return n.Used - n.IAM
}

// createStorage makes empty storage for t's index i.
func (t *Table) createStorage(sp *alloc.Space, i int) (*storage, error) {
	s := &storage{t: t.state}
	t.db.rows.addIndex(t, i)
	var err error
	if t.Indexes[i].ID == 0 {
		s.heap, err = heap.Create(sp, t.Indexes[i].Space, t.ID)
	} else {
		s.tree, err = btree.Create(sp, t.treeDef(i))
	}
	if err != nil {
		return nil, fmt.Errorf("create storage of table %s.%s: %w", t.Schema, t.Name, err)
	}
	return s, nil
}

// openStorage opens storage described in the catalog.
func (t *Table) openStorage(sp *alloc.Space, i int, d storageDoc) (*storage, error) {
	s := &storage{t: t.state}
	s.rows.Store(d.Rows)
	t.db.rows.addIndex(t, i)
	var err error
	if t.Indexes[i].ID == 0 {
		s.heap, err = heap.Open(sp, d.FirstIAM)
	} else {
		s.tree, err = btree.Open(sp, t.treeDef(i), btree.Meta{FirstIAM: d.FirstIAM, Root: d.Root, First: d.First, Depth: d.Depth, NonLeaf: d.NonLeaf})
	}
	if err != nil {
		return nil, fmt.Errorf("open table %s.%s: %w", t.Schema, t.Name, err)
	}
	if u := s.unit(); u.ObjectID() != t.ID || u.IndexID() != uint16(t.Indexes[i].ID) {
		return nil, fmt.Errorf("open table %s.%s: %w", t.Schema, t.Name, &page.DamageError{Page: d.FirstIAM, What: fmt.Sprintf(
			"an IAM page of object %d, index %d where one of object %d, index %d is expected", u.ObjectID(), u.IndexID(), t.ID, t.Indexes[i].ID)})
	}
	if n := s.pages(); n != d.Pages {
		return nil, fmt.Errorf("open table %s.%s: %w", t.Schema, t.Name, s.damaged(
			"its IAM chain from page %v on and the PFS pages give it %d pages, it was left with %d", d.FirstIAM, n, d.Pages))
	}
	s.base = s.leafPages()
	return s, nil
}

// treeDef is the B-tree definition of index i.
func (t *Table) treeDef(i int) btree.Def {
	if i > 0 {
		return t.ncShape(i).def
	}
	ix := t.Indexes[i]
	def := btree.Def{Layout: t.Layout, Unique: ix.Unique, ObjID: t.ID, IndexID: uint16(ix.ID), Space: ix.Space}
	for _, k := range ix.Keys {
		c := t.columnByID(k.ColumnID)
		def.Keys = append(def.Keys, btree.KeyColumn{
			Type: c.Type, Offset: c.Offset, Var: c.Var, NullBit: c.Bit, BitPos: c.BitPos, Nullable: c.Nullable, Desc: k.Desc,
		})
	}
	return def
}
