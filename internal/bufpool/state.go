package bufpool

import (
	"context"
	"sync"
)

// A frame's state is one atomic word: pins in the lower 20 bits, flags above.
//
//	free ──take──▶ busy ──read──▶ valid ⇄ valid+dirty ──▶ busy (sealed) ──▶ valid+dirty+writing
//	  ▲                             │                                           │
//	  └────────────── busy ◀──evict─┘◀─────────────── written ──────────────────┘
//
// Invariants:
//   - valid and busy exclude each other; only the goroutine that set busy touches key, bytes
//     and flags (others may add the waiter bit). So a pin on a valid frame fixes its page.
//   - a write starts only without pins; it seals the page while busy, so that no reader sees
//     the checksum change, and then runs beside readers. Whoever wants to change the page
//     waits in Dirty until the write is over.
//   - dirty is cleared only by a successful write or by Forget and Close.
const (
	stPins    = 1<<20 - 1
	stValid   = 1 << 20 // holds its key's page; may be pinned
	stDirty   = 1 << 21
	stWriting = 1 << 22
	stBusy    = 1 << 23 // exclusive: being read, sealed or evicted
	stRef     = 1 << 24 // used since the clock passed
	stAhead   = 1 << 25 // placed, or met, by read-ahead and not used since
	stWarm    = 1 << 26 // changed since the cleaner passed
	stWaiter  = 1 << 27 // somebody waits in waitState
	stLent    = 1 << 28 // out by Borrow; holds no page
)

const waitShards = 128

// waitShard is where goroutines wait for a change of the frames that share it.
type waitShard struct {
	mu   sync.Mutex
	cond sync.Cond
	_    [64]byte
}

// change clears and sets flags, keeps pins, wakes waiters; it returns the new state.
func (p *Pool) change(f int32, off, on uint32) uint32 {
	for {
		st := p.state[f].Load()
		n := st&^(off|stWaiter) | on
		if p.state[f].CompareAndSwap(st, n) {
			if st&stWaiter != 0 {
				p.wake(f)
			}
			return n
		}
	}
}

func (p *Pool) wake(f int32) {
	sh := &p.shards[uint32(f)%waitShards]
	sh.mu.Lock()
	sh.cond.Broadcast()
	sh.mu.Unlock()
}

// waitState blocks while the frame holds key and cond is true of its state, or until ctx ends.
func (p *Pool) waitState(ctx context.Context, f int32, key uint64, cond func(st uint32) bool) error {
	sh := &p.shards[uint32(f)%waitShards]
	if ctx.Done() != nil {
		stop := context.AfterFunc(ctx, func() { p.wake(f) })
		defer stop()
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	for {
		st := p.state[f].Load()
		if p.key[f].Load() != key || !cond(st) {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		// The bit is set under the shard's lock, and whoever takes it off wakes under that
		// lock: the wake-up cannot fall between here and Wait.
		if p.state[f].CompareAndSwap(st, st|stWaiter) {
			sh.cond.Wait()
		}
	}
}

func isBusy(st uint32) bool    { return st&stBusy != 0 }
func isWriting(st uint32) bool { return st&(stWriting|stBusy) != 0 }
