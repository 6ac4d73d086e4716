package extsort

import (
	"fmt"

	"scanfrag/internal/page"
)

// result is the background's run.
type result struct {
	run run
	err error
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
		r, err := s.writeRun((&arenaSource{a: a}).next)
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

// writeRun writes the records of next, which are in order, as a run.
func (s *Sorter) writeRun(next func() ([]byte, error)) (run, error) {
	w := s.writer()
	rec, err := next()
	for rec != nil && err == nil {
		if err = w.add(rec); err == nil {
			rec, err = next()
		}
	}
	r, ferr := w.finish()
	if err == nil {
		err = ferr
	}
	return r, err
}

// AddRun writes records that are already in order, and came before all others still to be
// added, as a run of their own; next yields nil at the end. Nothing may have been added before.
func (s *Sorter) AddRun(next func() ([]byte, error)) error {
	if err := s.prepare(); err != nil {
		return err
	}
	s.ordered = false
	r, err := s.writeRun(func() ([]byte, error) {
		rec, err := next()
		if rec != nil {
			s.count++
		}
		return rec, err
	})
	if err != nil {
		return fmt.Errorf("sort: write a run: %w", err)
	}
	s.runs = append(s.runs, r)
	return nil
}
