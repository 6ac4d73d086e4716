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

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Options of a sort.
type Options struct {
	Pool    *bufpool.Pool // lends the memory
	Frames  int           // pages it may borrow; fewer than MinFrames counts as that
	Scratch string        // directory of the run file; "": it lies in memory, as the database does then
	// Prefix is order-preserving: a before b means Prefix(a) <= Prefix(b).
	Prefix func(rec []byte) uint64
	// Compare orders two records of equal prefix by their whole keys; nil: equal prefixes are equal keys.
	Compare func(a, b []byte) int
	Divided bool // SortRanges will be called
}

const (
	MinFrames = 128 // 1 MiB
	MaxRecord = page.Size - lenBytes

	lenBytes    = 2
	borrowStep  = 128     // frames an arena borrows at a time
	maxIndex    = 1 << 21 // records of an arena: 32 MiB of index outside the borrowed frames
	runBuffer   = 64      // pages of one write, and at most of one read
	smallBuffer = 8       // least pages of one read of a merge; below it passes are added
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

type result struct {
	run run
	err error
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

// Runs is the number of runs in the scratch file, SpilledBytes its size.
func (s *Sorter) Runs() int { return len(s.runs) }
func (s *Sorter) SpilledBytes() int64 {
	if s.file == nil {
		return 0
	}
	return int64(s.file.end) * page.Size
}

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

// spill hands the full arena to the background and makes the other one current.
func (s *Sorter) spill() error {
	if err := s.wait(); err != nil {
		return err
	}
	if err := s.prepare(); err != nil {
		return err
	}
	a := s.arenas[s.cur]
	if s.ordered {
		s.last = append(s.last[:0], a.record(a.index[len(a.index)-1].at)...)
	}
	sorted := s.ordered
	job := make(chan result, 1)
	s.job = job
	go func() {
		if !sorted {
			s.sort(a)
		}
		w := s.writer()
		var err error
		for _, e := range a.index {
			if err = w.add(a.record(e.at)); err != nil {
				break
			}
		}
		r, cerr := w.finish()
		if err == nil {
			err = cerr
		}
		job <- result{r, err}
	}()
	s.cur = 1 - s.cur
	return nil
}

// wait takes the result of the background's run.
func (s *Sorter) wait() error {
	if s.job == nil {
		return nil
	}
	r := <-s.job
	s.job = nil
	s.arenas[1-s.cur].reset()
	if r.err != nil {
		return fmt.Errorf("sort: write a run: %w", r.err)
	}
	s.runs = append(s.runs, r.run)
	return nil
}

// prepare opens the scratch file and borrows the write buffers.
func (s *Sorter) prepare() error {
	if s.file == nil {
		f, err := openScratch(s.opt.Scratch)
		if err != nil {
			return err
		}
		s.file = f
	}
	if s.io == nil {
		var err error
		if s.io, err = s.opt.Pool.Borrow(s.ctx, 2*s.bufferPages()); err != nil {
			return fmt.Errorf("sort: %w", err)
		}
	}
	return nil
}

func (s *Sorter) writer() *runWriter {
	n := len(s.io) / 2
	return &runWriter{ctx: s.ctx, f: s.file, marked: s.opt.Divided, bufs: [2][]*page.Page{s.io[:n], s.io[n:]}}
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

// AddRun writes records that are already in order, and came before all others still to be
// added, as a run of their own; next yields nil at the end. Nothing may have been added before.
func (s *Sorter) AddRun(next func() ([]byte, error)) error {
	if err := s.prepare(); err != nil {
		return err
	}
	s.ordered = false
	w := s.writer()
	for {
		rec, err := next()
		if err == nil && rec != nil {
			err = w.add(rec)
		}
		if rec == nil || err != nil {
			r, ferr := w.finish()
			if err == nil {
				err = ferr
			}
			if err != nil {
				return fmt.Errorf("sort: write a run: %w", err)
			}
			s.runs = append(s.runs, r)
			return nil
		}
		s.count++
	}
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

const frameBits = 13 // bits of an offset in a frame
