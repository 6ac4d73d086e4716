package bufpool

import (
	"sync"
	"time"
)

// Shares of the pool that may be dirty: above lowDirty the cleaner writes pages that are
// not being changed any more, above highDirty any unpinned page.
const (
	lowDirty  = 1. / 10
	highDirty = 1. / 2

	writesInFlight = 8
	coldAfter      = 50 * time.Millisecond // a page untouched between two passes this far apart is cold
)

// cleaner writes dirty pages behind the foreground, so that a miss finds a clean frame.
// A second hand passes over the frames; each dirty page that it finds cold is
// written together with its dirty neighbours in the file.
type cleaner struct {
	p         *Pool
	low, high int64
	once      sync.Once
	wake      chan struct{} // dirty pages went above low
	urgent    chan struct{} // above high, or somebody waits for a frame
	quit      chan struct{}
	done      chan struct{}
	slots     chan *writeRun // writes that may start
	hand      int32
}

func (c *cleaner) init(p *Pool) {
	c.p = p
	c.low, c.high = int64(float64(p.frames)*lowDirty), int64(float64(p.frames)*highDirty)
	c.wake, c.urgent = make(chan struct{}, 1), make(chan struct{}, 1)
	c.quit, c.done = make(chan struct{}), make(chan struct{})
	c.slots = make(chan *writeRun, writesInFlight)
	for range writesInFlight {
		c.slots <- new(writeRun)
	}
}

// dirtied counts a page that became dirty.
func (p *Pool) dirtied() {
	switch n := p.dirty.Add(1); {
	case n > p.clean.high:
		p.clean.kick(p.clean.urgent)
	case n > p.clean.low:
		p.clean.kick(p.clean.wake)
	}
}

// kick starts the cleaner, or wakes it through one of its channels.
func (c *cleaner) kick(ch chan struct{}) {
	c.once.Do(func() { go c.run() })
	select {
	case ch <- struct{}{}:
	default:
	}
}

func (c *cleaner) stop() {
	c.once.Do(func() { close(c.done) })
	close(c.quit)
	<-c.done
	for range writesInFlight { // writes in flight
		<-c.slots
	}
}

// hurry reports whether changed pages have to be written whether cold or not.
func (c *cleaner) hurry() bool {
	return c.p.dirty.Load() > c.high || c.p.supply.starving.Load() > 0
}

func (c *cleaner) run() {
	defer close(c.done)
	tick := time.NewTimer(coldAfter)
	defer tick.Stop()
	for {
		select {
		case <-c.quit:
			return
		case <-c.wake:
		case <-c.urgent:
		}
		for c.hurry() || c.p.dirty.Load() > c.low {
			started := c.pass()
			if c.hurry() && started > 0 {
				continue
			}
			if started == 0 && len(c.slots) == writesInFlight {
				c.p.supply.progress() // nothing can be written: who waits shall look why
			}
			tick.Reset(coldAfter)
			select {
			case <-c.quit:
				return
			case <-tick.C:
			case <-c.urgent:
			}
		}
	}
}

// pass moves the hand once over all frames and starts writes; it returns their number. In a
// hurry a second round takes pages that the first found warm.
func (c *cleaner) pass() (started int) {
	p := c.p
	for step := 0; step < 2*p.frames; step++ {
		if step == p.frames && (started > 0 || !c.hurry()) {
			return started
		}
		if step&1023 == 0 && p.dirty.Load() <= c.low && !c.hurry() {
			return started
		}
		f := c.hand
		if c.hand++; int(c.hand) == p.frames {
			c.hand = 0
		}
		st := p.state[f].Load()
		if st&(stValid|stDirty|stWriting) != stValid|stDirty || st&stPins != 0 {
			continue
		}
		if st&stWarm != 0 {
			p.state[f].CompareAndSwap(st, st&^stWarm)
			continue
		}
		s := p.stores[p.key[f].Load()>>48].Load()
		if s == nil || s.bad.Load() || s.closed.Load() {
			continue
		}
		r := <-c.slots
		if !p.beginWrite(f) {
			c.slots <- r
			continue
		}
		r.gather(p, f, c.hurry())
		started++
		go func() {
			p.write(r, &p.counts.LazyWrites)
			c.slots <- r
		}()
	}
	return started
}
