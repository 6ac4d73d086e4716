package system

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Trace flags that scans heed.
const (
	TraceNoReadAhead = 652 // no read-ahead, as in SQL Server
	// TraceInPlace, this engine's own: scans that only read take a heap's forwarded rows where they lie instead of following
	// their stubs. For what has to be known of a table but is not the scan that is measured.
	TraceInPlace = 30001
	// TraceNoPrefetch switches the prefetch of look-ups off, as in SQL Server.
	TraceNoPrefetch = 8744
)

// TraceFlags are those that DBCC TRACEON (…, -1) switched on for every session. Every scan asks for some.
type TraceFlags struct {
	mu sync.Mutex            // serialises Set
	on atomic.Pointer[[]int] // replaced, never changed in place; nil: none
}

// Set switches a flag.
func (t *TraceFlags) Set(flag int, on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	flags := SetFlag(t.flags(), flag, on)
	t.on.Store(&flags)
}

// On reports a flag.
func (t *TraceFlags) On(flag int) bool { return slices.Contains(t.flags(), flag) }

// List gives the flags that are on, in order.
func (t *TraceFlags) List() []int { return slices.Clone(t.flags()) }

func (t *TraceFlags) flags() []int {
	if on := t.on.Load(); on != nil {
		return *on
	}
	return nil
}

// SetFlag is flags, which it leaves alone, with one switched.
func SetFlag(flags []int, flag int, on bool) []int {
	i, found := slices.BinarySearch(flags, flag)
	switch {
	case found == on:
		return flags
	case on:
		return slices.Insert(slices.Clone(flags), i, flag)
	}
	return slices.Delete(slices.Clone(flags), i, i+1)
}

// TraceOn reports a flag that is on for the session or for all.
func TraceOn(s Session, flag int) bool {
	return slices.Contains(s.Options().TraceFlags, flag) || s.Server().Trace.On(flag)
}
