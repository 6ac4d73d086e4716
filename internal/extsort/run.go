package extsort

import (
	"bytes"
	"context"

	"scanfrag/internal/page"
)

// run is a sorted sequence of records in the scratch file: a byte stream of lengths (2
// bytes) and records over consecutive pages.
type run struct {
	first uint32
	bytes int64
	marks []mark // in a sort that is to be divided
}

// mark is a record of a run and where it begins.
type mark struct {
	at  int64
	rec []byte
}

// markBytes is the distance of marks: a range's reading begins at the last one below it.
const markBytes = 128 << 10

// runWriter writes one run; one buffer is written while the other fills.
type runWriter struct {
	ctx     context.Context
	f       *scratch
	bufs    [2][]*page.Page
	cur     int // buffer being filled
	frame   int
	off     int
	pending chan error
	run     run
	begun   bool
	marked  bool // marks are kept
	len     [lenBytes]byte
}

func (w *runWriter) add(rec []byte) error {
	if n := len(w.run.marks); w.marked && (n == 0 || w.run.bytes-w.run.marks[n-1].at >= markBytes) {
		w.run.marks = append(w.run.marks, mark{w.run.bytes, bytes.Clone(rec)})
	}
	le.PutUint16(w.len[:], uint16(len(rec)))
	if err := w.write(w.len[:]); err != nil {
		return err
	}
	return w.write(rec)
}

func (w *runWriter) write(b []byte) error {
	w.run.bytes += int64(len(b))
	for len(b) > 0 {
		n := copy(w.bufs[w.cur][w.frame][w.off:], b)
		b = b[n:]
		if w.off += n; w.off == page.Size {
			w.off = 0
			if w.frame++; w.frame == len(w.bufs[w.cur]) {
				if err := w.flush(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// flush starts writing the current buffer once the other one has been written.
func (w *runWriter) flush() error {
	n := w.frame
	if w.off > 0 {
		n++
	}
	w.frame, w.off = 0, 0
	if err := w.wait(); err != nil || n == 0 {
		return err
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	first, err := w.f.extend(n)
	if err != nil {
		return err
	}
	if !w.begun {
		w.run.first, w.begun = first, true
	}
	pages := w.bufs[w.cur][:n]
	pending := make(chan error, 1)
	w.pending = pending
	go func() { pending <- w.f.WritePages(first, pages) }()
	w.cur = 1 - w.cur
	return nil
}

func (w *runWriter) wait() error {
	if w.pending == nil {
		return nil
	}
	err := <-w.pending
	w.pending = nil
	return err
}

// finish writes the rest. It must be called on every path: it waits for the write in flight.
func (w *runWriter) finish() (run, error) {
	err := w.flush()
	if werr := w.wait(); err == nil {
		err = werr
	}
	return w.run, err
}
