package extsort

import (
	"fmt"

	"scanfrag/internal/page"
)

// runReader reads one run; one buffer is read while the other is consumed.
type runReader struct {
	f       *scratch
	bufs    [2][]*page.Page
	filled  [2]int // pages of each
	pending [2]chan error
	cur     int
	frame   int
	off     int
	nextNo  uint32 // page to read next
	left    int64  // pages not asked for yet
	bytes   int64  // not consumed yet
	side    []byte // a record that lies on two pages
}

// newRunReader reads r from byte at on through frames, an even number of at least 2.
func newRunReader(f *scratch, r run, at int64, frames []*page.Page) *runReader {
	n, skip := len(frames)/2, at/page.Size
	d := &runReader{f: f, bufs: [2][]*page.Page{frames[:n], frames[n : 2*n]}, nextNo: r.first + uint32(skip), off: int(at % page.Size), bytes: r.bytes - at}
	d.left = (r.bytes+page.Size-1)/page.Size - skip
	d.ask(0)
	d.ask(1)
	return d
}

// ask starts reading the next pages into a buffer.
func (d *runReader) ask(i int) {
	n := int(min(int64(len(d.bufs[i])), d.left))
	d.filled[i] = n
	if n == 0 {
		return
	}
	first, pages := d.nextNo, d.bufs[i][:n]
	d.nextNo += uint32(n)
	d.left -= int64(n)
	ch := make(chan error, 1)
	d.pending[i] = ch
	go func() { ch <- d.f.ReadPages(first, pages) }()
}

func (d *runReader) wait(i int) error {
	if d.pending[i] == nil {
		return nil
	}
	err := <-d.pending[i]
	d.pending[i] = nil
	return err
}

// next is the next record, valid until the call after; nil at the end.
func (d *runReader) next() ([]byte, error) {
	if d.bytes == 0 {
		return nil, nil
	}
	b, err := d.take(lenBytes)
	if err != nil {
		return nil, err
	}
	return d.take(int(le.Uint16(b)))
}

// take consumes n bytes, copying them only when they lie on two pages.
func (d *runReader) take(n int) ([]byte, error) {
	if int64(n) > d.bytes {
		return nil, fmt.Errorf("sort: a run in the scratch file is damaged: a record of %d bytes where %d are left", n, d.bytes)
	}
	d.bytes -= int64(n)
	if d.off == page.Size {
		if err := d.turn(); err != nil {
			return nil, err
		}
	}
	if err := d.wait(d.cur); err != nil {
		return nil, err
	}
	p := d.bufs[d.cur][d.frame]
	if d.off+n <= page.Size {
		b := p[d.off : d.off+n : d.off+n]
		d.off += n
		return b, nil
	}
	d.side = append(d.side[:0], p[d.off:]...)
	for len(d.side) < n {
		if err := d.turn(); err != nil {
			return nil, err
		}
		if err := d.wait(d.cur); err != nil {
			return nil, err
		}
		d.off = min(page.Size, n-len(d.side))
		d.side = append(d.side, d.bufs[d.cur][d.frame][:d.off]...)
	}
	return d.side, nil
}

// turn moves to the next page; a buffer that was consumed is read into again. The record given
// out last is not needed any more by then.
func (d *runReader) turn() error {
	d.off = 0
	if d.frame++; d.frame < d.filled[d.cur] {
		return nil
	}
	d.frame = 0
	if err := d.wait(d.cur); err != nil {
		return err
	}
	d.ask(d.cur)
	d.cur = 1 - d.cur
	if d.filled[d.cur] == 0 {
		return fmt.Errorf("sort: a run in the scratch file is damaged: it ends %d bytes early", d.bytes)
	}
	return nil
}

// close waits for reads in flight.
func (d *runReader) close() {
	for i := range d.pending {
		_ = d.wait(i)
	}
}
