// Package bufpool keeps pages in memory: frames, replacement, write-behind and read-ahead.
//
// A Pool is the memory; a Store is one database's files seen through it. Get pins a page, Fresh one that
// starts empty, ReadAhead has pages read by the time they are asked for, Checkpoint writes what was changed.
// What a frame goes through, and the rules that its states keep, stand in state.go.
//
// A pin keeps a page in its frame and its writer away; it does not keep readers and writers
// of the page's bytes apart. That is for the callers' locks.
package bufpool

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"scanfrag/internal/page"
)

// MinBytes is the smallest pool: 16 MiB.
const MinBytes = 16 << 20

// maxStores bounds the databases attached at one time.
const maxStores = 1024

// Pool is a fixed set of 8 KB frames in one mapping outside the Go heap, shared by all stores.
//
// What is known of frame i lies in flat slices without pointers: state (see state.go),
// key (which page) and the free list; 16 bytes a frame. Where a page is found: Store.slot.
type Pool struct {
	mapping []byte      // frames, then one throw-away page per I/O worker
	pages   []page.Page // the same bytes
	frames  int

	state  []atomic.Uint32
	key    []atomic.Uint64 // store tag | page.ID; 0: none. Changes only while the frame is exclusive
	shards [waitShards]waitShard

	free   freeList
	clock  clock
	supply supply
	clean  cleaner
	ahead  aheadPool
	warm   warmup
	ramp   atomic.Bool // see RampUp
	counts Counters

	dirty atomic.Int64 // frames with the dirty bit
	lent  atomic.Int64 // frames out by Borrow

	storesMu sync.Mutex
	stores   [maxStores]atomic.Pointer[Store] // by tag; entry 0 is not used
}

// New maps bytes/8192 frames (rounded down). An error when below MinBytes or the mapping fails.
func New(bytes int64) (*Pool, error) {
	if bytes < MinBytes {
		return nil, fmt.Errorf("buffer pool: %d bytes of memory are too few, at least %d (16 MiB) are needed", bytes, MinBytes)
	}
	const most = int64(1) << 30 // frame numbers are int32
	return newPool(int(min(bytes/page.Size, most)))
}

func newPool(frames int) (*Pool, error) {
	m, err := mapMemory((frames + maxInFlight) * page.Size)
	if err != nil {
		return nil, fmt.Errorf("buffer pool: map %d bytes of memory: %w", frames*page.Size, err)
	}
	p := &Pool{
		mapping: m,
		pages:   pagesOf(m),
		frames:  frames,
		state:   make([]atomic.Uint32, frames),
		key:     make([]atomic.Uint64, frames),
	}
	for i := range p.shards {
		p.shards[i].cond.L = &p.shards[i].mu
	}
	p.free.init(frames)
	p.supply.init()
	p.clean.init(p)
	p.ahead.init(p)
	p.warm.init(frames)
	return p, nil
}

// Frames is the pool's size in pages; DirtyPages how many await writing.
func (p *Pool) Frames() int     { return p.frames }
func (p *Pool) DirtyPages() int { return int(p.dirty.Load()) }

// Close unmaps the frames; every store must have been closed.
func (p *Pool) Close() error {
	p.storesMu.Lock()
	defer p.storesMu.Unlock()
	for i := range p.stores {
		if s := p.stores[i].Load(); s != nil {
			return fmt.Errorf("close buffer pool: %s is still open", s.Name())
		}
	}
	if n := p.lent.Load(); n != 0 {
		return fmt.Errorf("close buffer pool: %d borrowed frames were not returned", n)
	}
	if p.mapping == nil {
		return errors.New("close buffer pool: closed already")
	}
	p.clean.stop()
	p.ahead.stop()
	p.warm.done.Wait()
	m := p.mapping
	p.mapping, p.pages = nil, nil
	return unmapMemory(m)
}
