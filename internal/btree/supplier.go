package btree

import (
	"context"
	"fmt"
	"sync"

	"scanfrag/internal/bufpool"
)

// ScanOptions for a scan.
type ScanOptions struct {
	IO              *bufpool.IO
	NoReadAhead     bool // trace flag 652
	AllocationOrder bool // by IAM, without a range; the engine decides when it is permitted
}

// Supplier hands parts of one scan to its workers. A serial scan is a supplier with one
// worker and then delivers key order.
//
// Ordered, a part is a level-1 page, or a slice of at most shareLeaves of its children: each worker
// descends to it again (the server's parallel scans show those extra logical reads) and reads
// ahead for itself, its batches running across parts. In allocation order it is one read of up to 512 KB.
// The tree must not change while it is scanned; who changes rows found by a scan collects their keys first.
type Supplier struct {
	t       *Tree
	ctx     context.Context
	opt     ScanOptions
	b       *bounds
	workers int

	mu     sync.Mutex // guards what follows, and the walkers above level 1
	rooted bool       // the root was handed out
	level1 *walker    // parallel scans: the level-1 pages
	parts  []span     // slices of the current level-1 page

	seen    bridges
	extents extentQueue
}

// shareLeaves is the most leaves a worker is given at once: enough for four read-ahead batches.
const shareLeaves = 4 * bufpool.LeafBatch

// NewSupplier prepares a scan of the range by so many workers.
func (t *Tree) NewSupplier(ctx context.Context, r Range, workers int, opt ScanOptions) (*Supplier, error) {
	b, err := t.bounds(r)
	if err != nil {
		return nil, err
	}
	s := &Supplier{t: t, ctx: ctx, opt: opt, b: b, workers: max(1, workers)}
	if !opt.AllocationOrder {
		if s.workers > 1 && t.depth > 1 {
			s.level1 = s.walker(1)
		}
		return s, nil
	}
	if s.b.bounded() || r.Backward {
		return nil, fmt.Errorf("scan index %d of object %d: allocation order cannot serve a key range or a direction", t.def.IndexID, t.def.ObjID)
	}
	return s, s.extents.fill(t)
}

// walker makes the walker of a level and those above it.
func (s *Supplier) walker(level int) *walker {
	w := &walker{t: s.t, ctx: s.ctx, io: s.opt.IO, b: s.b, level: level, root: s.root, seen: &s.seen, chain: chain{backward: s.b.backward}}
	if level < s.t.depth-1 {
		w.parents = s.walker(level + 1).next
	}
	switch {
	case s.workers > 1:
		w.counted = countNone
	case level > 0:
		w.counted = countFirst
	}
	if !s.opt.NoReadAhead && w.parents != nil {
		w.ahead = s.machine(level)
	}
	return w
}

// machine decides the read-ahead of a level. Above the leaf, batches are as large as the
// leaf's window needs, at least one extent: with narrow keys a level-1 page covers hundreds of leaves.
func (s *Supplier) machine(level int) *bufpool.Ahead {
	frames := s.t.store.Pool().Frames()
	if level == 0 {
		return bufpool.Leaves(frames)
	}
	fan := max(2, 8096/(s.t.sh.entryMin+5))
	batch := min(bufpool.LeafBatch, max(8, 2*bufpool.LeafWindow/fan))
	return bufpool.NewAhead(batch, 2*batch, frames)
}

// root yields the root once, to whoever asks first.
func (s *Supplier) root() (span, bool, error) {
	if s.workers > 1 && s.t.depth == 1 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	if s.rooted {
		return span{}, false, nil
	}
	s.rooted = true
	return span{id: s.t.root, lo: true, hi: true, first: true}, true, nil
}

// part yields the next share of a parallel scan. The page it looks into was read ahead, so that
// the lock is seldom held during a read.
func (s *Supplier) part() (span, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.parts) == 0 {
		sp, ok, err := s.level1.next()
		if !ok || err != nil {
			return span{}, false, err
		}
		ref, err := s.t.getQuietly(sp.id, 1, s.opt.IO)
		if err != nil {
			return span{}, false, err
		}
		i0, i1 := s.b.children(s.t.sh, ref.Page, sp.lo, sp.hi)
		ref.Release()
		s.parts = slicesOf(s.parts[:0], sp, i0, i1+1, s.b.backward)
	}
	sp := s.parts[0]
	s.parts = s.parts[1:]
	sp.first = true
	return sp, true, nil
}

// slicesOf cuts children from..to-1 of a level-1 page into equal shares of at most shareLeaves.
func slicesOf(dst []span, sp span, from, to int, backward bool) []span {
	n := to - from
	shares := (n + shareLeaves - 1) / shareLeaves
	for i := range shares {
		if backward {
			i = shares - 1 - i
		}
		sp.from, sp.to = from+n*i/shares, from+n*(i+1)/shares
		dst = append(dst, sp)
	}
	return dst
}
