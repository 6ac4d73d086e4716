package bufpool

import "sync"

// clock picks the frames to reuse: a hand passes over all frames and takes clean,
// unpinned ones not used since its last pass.
//
// A page counts as used (stRef) from its second Get on; the first Get of a page that
// read-ahead placed only ends its protection (stAhead). So the pages of a large scan,
// which are got once, go first, and pages read ahead survive until the scan gets there.
type clock struct {
	mu   sync.Mutex
	hand int32
}

// census is what a sweep saw in frames that it could not take.
type census struct {
	dirty, inFlight, clean int
}

func (c census) usable() int   { return c.dirty + c.inFlight + c.clean }
func (c census) settled() bool { return c.dirty+c.inFlight == 0 }

// sweep takes up to len(dst) frames: exclusive, without key. At most three rounds: one takes
// the marks off, one takes frames, one more for marks set meanwhile.
func (c *clock) sweep(p *Pool, dst []int32) (n int, seen census) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for step := 0; step < 3*p.frames && n < len(dst); step++ {
		if step%p.frames == 0 {
			seen = census{}
		}
		f := c.hand
		if c.hand++; int(c.hand) == p.frames {
			c.hand = 0
		}
		st := p.state[f].Load()
		switch {
		case st&(stBusy|stWriting) != 0:
			seen.inFlight++
		case st&stPins != 0 || st&stLent != 0:
		case st&stValid == 0: // free
			seen.clean++
		case st&stDirty != 0:
			seen.dirty++
		case st&(stRef|stAhead) != 0:
			p.state[f].CompareAndSwap(st, st&^(stRef|stAhead))
			seen.clean++
		case p.evict(f, st):
			dst[n] = f
			n++
		default:
			seen.clean++
		}
	}
	return n, seen
}

// evict makes a clean, unpinned frame seen in state st exclusive and takes its page out of the index.
func (p *Pool) evict(f int32, st uint32) bool {
	if !p.state[f].CompareAndSwap(st, stBusy|st&stWaiter) {
		return false
	}
	p.unmap(f)
	p.change(f, 0, stBusy) // wakes those who waited for the page to change
	return true
}

// unmap takes an exclusive frame's page out of the index: first the slot, then the key,
// so that who still finds the old key finds the old slot too.
func (p *Pool) unmap(f int32) {
	key := p.key[f].Load()
	if s := p.stores[key>>48].Load(); s != nil {
		if slot := s.slot(pageID(key)); slot != nil {
			slot.CompareAndSwap(f+1, 0)
		}
	}
	p.key[f].Store(0)
	poison(&p.pages[f])
}
