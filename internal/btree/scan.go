package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Scan is one worker's cursor over its share of a scan. Not safe for concurrent use.
type Scan struct {
	s       *Supplier
	leaves  *walker       // ordered
	extents *extentWalker // allocation order
	chain   chain
	done    <-chan struct{}

	ref      bufpool.Ref
	from, to int // rows of the pinned page that belong to the scan
	slot     int // current row
	open     bool
	err      error
}

// NewScan makes a worker's cursor.
func (s *Supplier) NewScan() *Scan {
	sc := &Scan{s: s, done: s.ctx.Done(), chain: chain{backward: s.b.backward}}
	if s.opt.AllocationOrder {
		sc.extents = &extentWalker{t: s.t, ctx: s.ctx, io: s.opt.IO, q: &s.extents}
		if !s.opt.NoReadAhead {
			sc.extents.ahead = bufpool.Extents(s.t.store.Pool().Frames())
		}
		return sc
	}
	if s.level1 == nil {
		sc.leaves = s.walker(0)
		return sc
	}
	sc.leaves = &walker{t: s.t, ctx: s.ctx, io: s.opt.IO, b: s.b, parents: s.part, counted: countPath, seen: &s.seen, chain: chain{backward: s.b.backward}}
	if !s.opt.NoReadAhead {
		sc.leaves.ahead = s.machine(0)
	}
	return sc
}

// NextPage moves to the next leaf with rows of the scan: those in slots from..to-1 of p, to be
// taken from the last on when the range is Backward. They are valid until the next call. It
// is the cheap way to collect keys; Next continues behind the page.
func (sc *Scan) NextPage() (p *page.Page, from, to int, ok bool) {
	for {
		sc.drop()
		if sc.err != nil {
			return nil, 0, 0, false
		}
		select {
		case <-sc.done:
			sc.err = sc.s.ctx.Err()
			return nil, 0, 0, false
		default:
		}
		if ok, sc.err = sc.step(); !ok || sc.err != nil {
			return nil, 0, 0, false
		}
		if sc.from < sc.to {
			sc.slot = sc.from - 1
			if sc.s.b.backward {
				sc.slot = sc.to
			}
			return sc.ref.Page, sc.from, sc.to, true
		}
	}
}

// step pins the next leaf.
func (sc *Scan) step() (ok bool, err error) {
	t := sc.s.t
	if sc.extents != nil {
		id, ok := sc.extents.next()
		if !ok {
			return false, nil
		}
		ref, err := t.store.Get(id, sc.s.opt.IO)
		if err != nil {
			return false, err
		}
		sc.ref, sc.open = ref, true
		p := ref.Page
		if p.ObjectID() != t.def.ObjID || p.IndexID() != t.def.IndexID {
			return false, t.damaged("page %v is allocated to it but says object %d, index %d", id, p.ObjectID(), p.IndexID())
		}
		sc.from, sc.to = 0, 0
		switch {
		case p.Level() == 0 && p.Type() == t.sh.leafType():
			sc.to = p.SlotCount()
		case p.Level() == 0 || p.Type() != page.TypeIndex:
			return false, t.damaged("page %v is allocated to it but is of type %d, level %d", id, p.Type(), p.Level())
		}
		return true, nil
	}
	sp, ok, err := sc.leaves.next()
	if err != nil {
		return false, err
	}
	if !ok {
		if sc.s.level1 == nil && !sc.s.b.bounded() {
			return false, sc.chain.end(t)
		}
		return false, nil
	}
	if sc.ref, err = t.get(sp.id, 0, sc.s.opt.IO); err != nil {
		return false, err
	}
	sc.open = true
	if err := sc.chain.follow(t, sc.ref.Page, sp.first); err != nil {
		return false, err
	}
	sc.from, sc.to = sc.s.b.rows(t.sh, sc.ref.Page, sp.lo, sp.hi)
	return true, nil
}

// drop unpins the current page.
func (sc *Scan) drop() {
	if sc.open {
		sc.ref.Release()
		sc.open = false
	}
}

// Next moves to the next row; false at the end or on an error (see Err). Record is valid
// until the next call.
func (sc *Scan) Next() bool {
	for {
		if sc.open {
			if sc.s.b.backward {
				sc.slot--
			} else {
				sc.slot++
			}
			if sc.slot >= sc.from && sc.slot < sc.to {
				if !sc.ref.Page.Ghost(sc.slot) {
					return true
				}
				continue
			}
		}
		if _, _, _, ok := sc.NextPage(); !ok {
			return false
		}
	}
}

// Record is the current row; Err is what ended the scan early, nil at its regular end.
func (sc *Scan) Record() []byte { return sc.ref.Page.Record(sc.slot) }
func (sc *Scan) Err() error     { return sc.err }

// Count consumes the rest and returns the number of rows, from slot counts and ghosts
// alone: COUNT(*) touches no row.
func (sc *Scan) Count() (int64, error) {
	var n int64
	if sc.open {
		from, to := sc.slot+1, sc.to
		if sc.s.b.backward {
			from, to = sc.from, sc.slot
		}
		n = countRows(sc.ref.Page, from, to)
	}
	for {
		p, from, to, ok := sc.NextPage()
		if !ok {
			return n, sc.err
		}
		n += countRows(p, from, to)
	}
}

func countRows(p *page.Page, from, to int) int64 {
	n := int64(to - from)
	if p.GhostCount() > 0 {
		for i := from; i < to; i++ {
			if p.Ghost(i) {
				n--
			}
		}
	}
	return n
}

// Close unpins what the cursor holds.
func (sc *Scan) Close() { sc.drop() }
