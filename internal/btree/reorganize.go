package btree

import (
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Reorganizer defragments the leaf level of a tree as ALTER INDEX … REORGANIZE does: it moves rows together up to the fill
// factor and takes pages out that become empty, then it puts the pages that are left into key order by
// letting two at a time change places. It allocates nothing, and pages do not migrate between files.
//
// A first leaf that is kept although it has only a ghost (see cleanLeaf) stays where it is. Published are 14 breaks in 2043
// pages: 13 are due to pages above the leaf that lie between, the fourteenth to that leaf.
//
// It works in short steps. Each leaves a sound tree and is kept whatever happens next; between two
// the tree may be read and written.
type Reorganizer struct {
	t    *Tree
	rule fillRule
	step int // leaves that a step looks at or moves

	compacted bool
	from      []byte        // key that the next window begins at; nil: the first leaf
	window    []bufpool.Ref // neighbours, pinned during a step

	order   leafOrder
	at      int    // leaves before it are in their places
	ordered bool   // the order was listed
	changes uint64 // value of Tree.changes then

	Scanned, Moved, Removed int64 // pages
}

// Reorganize prepares it; fillFactor is the index's.
func (t *Tree) Reorganize(fillFactor int) *Reorganizer {
	return &Reorganizer{t: t, rule: newFillRule(fillFactor, 1), step: 64}
}

// Step does a part of the work; more is false when there is none left.
func (r *Reorganizer) Step(ctx context.Context) (more bool, err error) {
	if r.t.depth == 1 {
		r.Scanned = 1
		return false, nil
	}
	if !r.compacted {
		defer r.unpin()
		r.compacted, err = r.compact(ctx)
		return err == nil, err
	}
	return r.sort(ctx)
}

// sort puts leaves into their places.
func (r *Reorganizer) sort(ctx context.Context) (more bool, err error) {
	t, o := r.t, &r.order
	if !r.ordered || r.changes != t.changes {
		if err := o.list(ctx, t); err != nil {
			return false, err
		}
		r.ordered, r.at = true, 0
		r.Scanned = max(r.Scanned, int64(len(o.ids)))
	}
	defer func() { r.changes = t.changes }()
	r.readAhead()
	for n := 0; r.at < len(o.ids) && n < r.step; r.at++ {
		if want := o.target[r.at]; o.rank[r.at] != want {
			if err := t.swapLeaves(o, r.at, int(o.holder[want])); err != nil {
				return false, err
			}
			r.Moved++
			n++
		}
	}
	return r.at < len(o.ids), nil
}

// readAhead reads what the step is going to need: the leaves that change places and their neighbours.
func (r *Reorganizer) readAhead() {
	o := &r.order
	var ids []page.ID
	for i, n := r.at, 0; i < len(o.ids) && n < r.step; i++ {
		if want := o.target[i]; o.rank[i] != want {
			j := int(o.holder[want])
			for _, id := range []page.ID{o.id(i), o.id(i + 1), o.id(j - 1), o.id(j), o.id(j + 1)} {
				if id != 0 {
					ids = append(ids, id)
				}
			}
			n++
		}
	}
	r.t.readPages(ids, nil)
}

// swapLeaves lets leaves i and j change places: page contents, their neighbours' chain and their parents' entries.
func (t *Tree) swapLeaves(o *leafOrder, i, j int) error {
	var pins pinned
	defer pins.release()
	leaf := map[int]*page.Page{}
	for _, n := range []int{i - 1, i, i + 1, j - 1, j, j + 1} {
		if id := o.id(n); id != 0 && leaf[n] == nil {
			ref, err := pins.get(t, id, 0)
			if err != nil {
				return err
			}
			leaf[n] = ref.Page
		}
	}
	parent := map[int]*page.Page{}
	for _, n := range []int{i, j} {
		if p := leaf[n]; p.Prev() != o.id(n-1) || p.Next() != o.id(n+1) {
			return t.damaged("page %v has neighbours %v and %v in the chain, %v and %v in the level above", p.ID(), p.Prev(), p.Next(), o.id(n-1), o.id(n+1))
		}
		id, _ := o.parent(n)
		ref, err := pins.get(t, id, 1)
		if err != nil {
			return err
		}
		parent[n] = ref.Page
	}
	p, q := leaf[i], leaf[j]
	pid, qid := p.ID(), q.ID()
	if p.GhostCount()+q.GhostCount() > 0 {
		for _, id := range []page.ID{pid, qid} {
			if err := t.unit.MarkGhosts(id, true); err != nil { // they may have some
				return err
			}
		}
	}
	pins.dirty()
	*p, *q = *q, *p
	p.SetID(pid)
	q.SetID(qid)
	leaf[i], leaf[j] = q, p
	o.swap(i, j)
	for _, n := range []int{i, j} {
		leaf[n].SetPrev(o.id(n - 1))
		leaf[n].SetNext(o.id(n + 1))
		if l := leaf[n-1]; l != nil {
			l.SetNext(o.ids[n])
		}
		if l := leaf[n+1]; l != nil {
			l.SetPrev(o.ids[n])
		}
		_, slot := o.parent(n)
		page.SetChildPage(parent[n].Record(slot), t.sh.entryMin, o.ids[n])
	}
	t.first = o.ids[0]
	t.changes++
	t.hints.clear()
	t.courses.clear()
	return nil
}
