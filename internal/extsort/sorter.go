// Package extsort sorts records in bounded memory: arenas of borrowed buffer pool frames,
// sorted runs in a scratch file, and a merge.
//
// One arena is filled while the other is sorted and written as a run in the background; the
// last arena is merged from memory. Order is by an 8-byte key prefix first, then by the caller's
// comparison, then by arrival, so the sort is stable.
package extsort

import (
	"context"
	"fmt"
	"slices"

	"scanfrag/internal/page"
)

// Sorter takes records, then gives them back in order. Not safe for concurrent use.
type Sorter struct {
	ctx  context.Context
	opt  Options
	file *scratch
	runs []run

	io      []*page.Page // two write buffers
	arenas  [2]*arena
	cur     int // arena being filled
	job     chan result
	ordered bool
	last    []byte // the record before the current arena's first
	count   int64
	closed  bool
}

// New makes a sorter; memory is borrowed as it fills.
func New(ctx context.Context, opt Options) *Sorter {
	frames := max(opt.Frames, MinFrames)
	s := &Sorter{ctx: ctx, opt: opt, ordered: true}
	each := min((frames-2*s.bufferPages())/2, 1<<(32-frameBits))
	for i := range s.arenas {
		s.arenas[i] = &arena{limit: each}
	}
	return s
}

// bufferPages is the size of a write buffer: at most an eighth of the memory for both.
func (s *Sorter) bufferPages() int {
	return min(runBuffer, max(s.opt.Frames, MinFrames)/16)
}

// Count is the number of records added.
func (s *Sorter) Count() int64 { return s.count }

// Ordered tells whether the records came in ascending order so far; Spilled whether a run was written.
func (s *Sorter) Ordered() bool { return s.ordered }
func (s *Sorter) Spilled() bool { return len(s.runs) > 0 || s.job != nil }

// Runs is the number of runs in the scratch file.
func (s *Sorter) Runs() int { return len(s.runs) }

// Room tells whether a record of n bytes fits in the arena being filled.
func (s *Sorter) Room(n int) bool { return s.arenas[s.cur].room(n) }

// Add takes a copy of rec.
func (s *Sorter) Add(rec []byte) error {
	if len(rec) > MaxRecord {
		return fmt.Errorf("sort: a record of %d bytes exceeds %d", len(rec), MaxRecord)
	}
	a := s.arenas[s.cur]
	if !a.room(len(rec)) {
		if err := s.spill(); err != nil {
			return err
		}
		a = s.arenas[s.cur]
	}
	if err := s.reserve(a, len(rec)); err != nil {
		return err
	}
	prefix := s.opt.Prefix(rec)
	if s.ordered {
		s.ordered = s.follows(a, prefix, rec)
	}
	a.add(prefix, rec)
	s.count++
	return nil
}

// follows tells whether rec is not below the record added last.
func (s *Sorter) follows(a *arena, prefix uint64, rec []byte) bool {
	last := s.last
	var p uint64
	if n := len(a.index); n > 0 {
		p, last = a.index[n-1].prefix, a.record(a.index[n-1].at)
	} else if last == nil {
		return true
	} else {
		p = s.opt.Prefix(last)
	}
	if p != prefix {
		return p < prefix
	}
	return s.opt.Compare == nil || s.opt.Compare(last, rec) <= 0
}

// reserve borrows frames until the arena has bytes for a record that it has room for.
func (s *Sorter) reserve(a *arena, n int) error {
	if a.ready(n) {
		return nil
	}
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	got, err := s.opt.Pool.Borrow(s.ctx, min(borrowStep, a.limit-len(a.frames)))
	if err != nil {
		return fmt.Errorf("sort: %w", err)
	}
	a.frames = append(a.frames, got...)
	return nil
}

// Drain gives the records of a sort that has not spilled in arrival order and forgets them, returning the
// memory: the way out for input that turned out to be sorted.
func (s *Sorter) Drain(fn func(rec []byte) error) error {
	a := s.arenas[s.cur]
	for _, e := range a.index {
		if err := fn(a.record(e.at)); err != nil {
			return err
		}
	}
	a.reset()
	s.count = 0
	s.opt.Pool.Return(a.frames)
	a.frames = nil
	return nil
}

// sort orders an arena's index. Equal keys keep the order of their places, which is arrival.
func (s *Sorter) sort(a *arena) {
	slices.SortFunc(a.index, func(x, y entry) int {
		if x.prefix != y.prefix {
			if x.prefix < y.prefix {
				return -1
			}
			return 1
		}
		if s.opt.Compare != nil {
			if r := s.opt.Compare(a.record(x.at), a.record(y.at)); r != 0 {
				return r
			}
		}
		return int(int64(x.at) - int64(y.at))
	})
}

// Close waits for the background, returns the memory and removes the scratch file.
func (s *Sorter) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if s.job != nil {
		<-s.job
	}
	for _, a := range s.arenas {
		s.opt.Pool.Return(a.frames)
		a.frames = nil
	}
	s.opt.Pool.Return(s.io)
	if s.file != nil {
		return s.file.close()
	}
	return nil
}
