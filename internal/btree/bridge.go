package btree

import (
	"slices"
	"sync"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// bridges remembers the non-leaf pages a scan has read lately, so that a read of leaf pages may
// run across them where they lie between two leaves. They are cached by then, and cached pages in the
// middle of a read are read again and discarded: that much is documented of the server. That it holds for
// the index's own upper pages is derived: with it a reverse-order load, whose leaf pages are interrupted by
// a level-1 page every 253 pages, is read 358 KB at a time (published: about 360), without it 304; and a
// freshly built index with a 900-byte key, which has an extent of level-1 pages every 64 leaves, 290
// instead of 180.
type bridges struct {
	mu   sync.Mutex
	ring []page.ID // the last maxKnown
	next int       // its oldest entry, once it is full
	set  map[page.ID]struct{}
}

const (
	// maxBridge is the most pages crossed: an extent.
	maxBridge = page.ExtentPages
	// maxKnown pages cover the window of every level; the set is made when a scan
	// has seen more than fewKnown (a seek sees one a level).
	maxKnown = 1024
	fewKnown = 12
)

func (b *bridges) add(id page.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known(id) {
		return
	}
	if len(b.ring) < maxKnown {
		b.ring = append(b.ring, id)
	} else {
		delete(b.set, b.ring[b.next])
		b.ring[b.next] = id
		b.next = (b.next + 1) % maxKnown
	}
	if b.set == nil && len(b.ring) > fewKnown {
		b.set = make(map[page.ID]struct{}, maxKnown)
		for _, id := range b.ring {
			b.set[id] = struct{}{}
		}
	} else if b.set != nil {
		b.set[id] = struct{}{}
	}
}

func (b *bridges) known(id page.ID) bool {
	if b.set == nil {
		return slices.Contains(b.ring, id)
	}
	_, ok := b.set[id]
	return ok
}

// join merges neighbouring runs, which are in page order, across known pages, up to max pages a run.
func (b *bridges) join(runs []bufpool.Run, max int) []bufpool.Run {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := runs[:0]
	for _, r := range runs {
		if n := len(out); n > 0 && b.joins(&out[n-1], r, max) {
			last := &out[n-1]
			off := int(r.First - last.First)
			last.Want |= r.Want << off
			last.N = off + r.N
			continue
		}
		out = append(out, r)
	}
	return out
}

// joins tells whether all pages between two runs are known.
func (b *bridges) joins(last *bufpool.Run, r bufpool.Run, max int) bool {
	from := last.First + page.ID(last.N)
	gap := int64(r.First - from)
	if gap < 1 || gap > maxBridge || int(r.First-last.First)+r.N > max {
		return false
	}
	for id := from; id < r.First; id++ {
		if !b.known(id) {
			return false
		}
	}
	return true
}
