package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"scanfrag/internal/bufpool"
)

type lockMode uint8

const (
	shared lockMode = 1 + iota
	exclusive
)

// lock is one lockable resource. Requests are granted first come, first served; an
// upgrade goes before all other waiters, since nobody can be granted before it.
//
// A table has two. Its data lock is SQL Server's table lock: readers hold it shared for
// a statement, writers exclusive to the end of the transaction. Its pages lock
// stands for the latches we do without: who changes pages holds it exclusive for the statement,
// who reads without the data lock (READ UNCOMMITTED) shared for the statement.
type lock struct {
	x     *Txn   // exclusive holder
	s     []*Txn // shared holders
	queue []*waiter
	latch bool // a table's pages lock

	awaited int // by how many a clean-up's end
}

type waiter struct {
	tx    *Txn
	lk    *lock
	mode  lockMode
	ready chan error // one value: nil when granted
}

// held is a lock as its transaction records it.
type held struct {
	lk       *lock
	mode     lockMode
	untilEnd bool // else until EndStatement
}

// lockManager guards all locks of an instance: they are taken per statement, not per row.
type lockManager struct {
	mu             sync.Mutex
	locks, latches LockWaits
}

// LockWaits are waits for locks of one kind.
type LockWaits struct{ Shared, Exclusive bufpool.Waits }

func (lm *lockManager) waited(w *waiter) *bufpool.Waits {
	k := &lm.locks
	if w.lk.latch {
		k = &lm.latches
	}
	if w.mode == exclusive {
		return &k.Exclusive
	}
	return &k.Shared
}

// LockWaits are the waits for table locks so far, and those for the locks that stand for page latches.
func (i *Instance) LockWaits() (locks, latches *LockWaits) { return &i.locks.locks, &i.locks.latches }

// grantable reports whether tx could hold lk in the mode beside its holders.
func (lk *lock) grantable(tx *Txn, m lockMode) bool {
	if lk.x != nil && lk.x != tx {
		return false
	}
	if m == shared {
		return true
	}
	for _, o := range lk.s {
		if o != tx {
			return false
		}
	}
	return true
}

func (lk *lock) grant(tx *Txn, m lockMode) {
	if m == exclusive {
		lk.dropShared(tx) // an upgrade
		lk.x = tx
		return
	}
	lk.s = append(lk.s, tx)
}

func (lk *lock) dropShared(tx *Txn) {
	if i := slices.Index(lk.s, tx); i >= 0 {
		lk.s = slices.Delete(lk.s, i, i+1)
	}
}

// pump grants from the head of the queue while it can.
func (lk *lock) pump() {
	for len(lk.queue) > 0 {
		w := lk.queue[0]
		if !lk.grantable(w.tx, w.mode) {
			return
		}
		lk.grant(w.tx, w.mode)
		lk.remove(w, nil)
	}
}

// remove takes w out of the queue and wakes it.
func (lk *lock) remove(w *waiter, err error) {
	i := slices.Index(lk.queue, w)
	lk.queue = slices.Delete(lk.queue, i, i+1)
	w.tx.waiting = nil
	w.ready <- err
}

// acquire takes lk for tx, waiting for it until ctx ends. untilEnd keeps it to the end of the
// transaction. A wait that closes a cycle of waits is error 1205.
func (tx *Txn) acquire(ctx context.Context, lk *lock, m lockMode, untilEnd bool) error {
	at := -1
	for i := range tx.held {
		if tx.held[i].lk == lk {
			at = i
			break
		}
	}
	if at >= 0 && tx.held[at].mode >= m {
		tx.held[at].untilEnd = tx.held[at].untilEnd || untilEnd
		return nil
	}
	lm := &tx.inst.locks
	lm.mu.Lock()
	lm.awaitSweep(lk)
	if lk.grantable(tx, m) && (len(lk.queue) == 0 || at >= 0) {
		lk.grant(tx, m)
		lm.mu.Unlock()
	} else {
		w := &waiter{tx: tx, lk: lk, mode: m, ready: make(chan error, 1)}
		pos := len(lk.queue)
		if at >= 0 {
			pos = 0
		}
		lk.queue = slices.Insert(lk.queue, pos, w)
		tx.waiting = w
		if path := cycle(tx); path != nil {
			victim := tx
			if tx.undoing {
				victim = path[1]
			}
			victim.waiting.lk.remove(victim.waiting, deadlock(victim))
			lk.pump()
		}
		lm.mu.Unlock()
		if err := lm.wait(ctx, w); err != nil {
			return err
		}
	}
	if at >= 0 {
		tx.held[at].mode = m
		tx.held[at].untilEnd = tx.held[at].untilEnd || untilEnd
	} else {
		tx.held = append(tx.held, held{lk, m, untilEnd})
	}
	return nil
}

// sweep runs fn with both locks of a table held, if nobody holds or wants them now; else it answers false. Like a
// latch's, its hold is brief and no lock wait: no timeout counts, and it is in no deadlock.
func (lm *lockManager) sweep(ts *tableState, fn func()) bool {
	both := []*lock{&ts.data, &ts.pages}
	h := &Txn{swept: make(chan struct{})}
	lm.mu.Lock()
	for _, lk := range both {
		if lk.x != nil || len(lk.s)+len(lk.queue)+lk.awaited > 0 {
			lm.mu.Unlock()
			return false
		}
	}
	ts.data.x, ts.pages.x = h, h
	lm.mu.Unlock()
	defer func() {
		lm.mu.Lock()
		ts.data.x, ts.pages.x = nil, nil
		lm.mu.Unlock()
		close(h.swept)
	}()
	fn()
	return true
}

// awaitSweep waits for the end of a clean-up that holds lk. lm.mu is held, and given up meanwhile.
func (lm *lockManager) awaitSweep(lk *lock) {
	for lk.x != nil && lk.x.swept != nil {
		done := lk.x.swept
		lk.awaited++
		lm.mu.Unlock()
		<-done
		lm.mu.Lock()
		lk.awaited--
	}
}

func (lm *lockManager) wait(ctx context.Context, w *waiter) error {
	defer lm.waited(w).Since(time.Now())
	select {
	case err := <-w.ready:
		return err
	case <-ctx.Done():
	}
	lm.mu.Lock()
	defer lm.mu.Unlock()
	select {
	case err := <-w.ready: // granted while ctx ended: the caller must know that it holds it
		return err
	default:
	}
	w.lk.remove(w, nil)
	w.lk.pump()
	return context.Cause(ctx)
}

// release gives up the locks that keep answers false for.
func (tx *Txn) release(keep func(h *held) bool) {
	if len(tx.held) == 0 {
		return
	}
	lm := &tx.inst.locks
	lm.mu.Lock()
	n := 0
	for i := range tx.held {
		h := &tx.held[i]
		if keep(h) {
			tx.held[n] = *h
			n++
			continue
		}
		if h.lk.x == tx {
			h.lk.x = nil
		}
		h.lk.dropShared(tx)
		h.lk.pump()
	}
	lm.mu.Unlock()
	clear(tx.held[n:])
	tx.held = tx.held[:n]
}
