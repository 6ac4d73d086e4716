package engine

import "fmt"

// cycle follows who waits for whom from tx, which has just begun to wait, and returns
// the transactions of a cycle through it, tx first; nil when there is none. Every transaction
// waits for at most one lock; it waits for the holders that exclude it and for all
// waiters before it. The lock manager's mutex is held.
func cycle(tx *Txn) []*Txn {
	seen := map[*Txn]bool{}
	var path []*Txn
	var visit func(t *Txn) bool
	visit = func(t *Txn) bool {
		path = append(path, t)
		for _, b := range blockers(t) {
			if b == tx {
				return true
			}
			if b.waiting == nil || seen[b] {
				continue
			}
			seen[b] = true
			if visit(b) {
				return true
			}
		}
		path = path[:len(path)-1]
		return false
	}
	if visit(tx) {
		return path
	}
	return nil
}

func blockers(t *Txn) []*Txn {
	w := t.waiting
	var out []*Txn
	if w.lk.x != nil && w.lk.x != t {
		out = append(out, w.lk.x)
	}
	if w.mode == exclusive {
		for _, s := range w.lk.s {
			if s != t {
				out = append(out, s)
			}
		}
	}
	for _, o := range w.lk.queue {
		if o == w {
			break
		}
		out = append(out, o.tx)
	}
	return out
}

// deadlock is error 1205. The victim is the one whose wait closed the cycle, except that a
// transaction being rolled back never is. (SQL Server chooses the cheapest to roll back.)
func deadlock(tx *Txn) *Error {
	return &Error{Number: 1205, Class: 13, State: 51, Text: fmt.Sprintf(
		"Transaction (Process ID %d) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction.", tx.spid)}
}
