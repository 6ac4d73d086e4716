// Package spool keeps rows that a statement must set aside: sorted, or in order of
// arrival. Beyond its memory it uses a scratch file, removed when closed.
package spool

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
)

// DefaultMemory is how many bytes of rows a Sorter or List keeps in memory: few enough that
// sorting them does not delay an attention noticeably.
const DefaultMemory = 16 << 20

// Sorter sorts payloads by key bytes. Equal keys keep their order of arrival.
type Sorter struct {
	Dir    string // of the scratch file; "" is the system's temporary directory
	Memory int    // bytes; 0 = DefaultMemory

	buf  []byte // entries: key length, payload length, key, payload
	ents []entry
	file *os.File
	w    *bufio.Writer
	size int64 // bytes written
	runs []section
	n    int64
}

type entry struct {
	off      int
	key, pay int // lengths
}

type section struct{ off, n int64 }

// Add copies one row.
func (s *Sorter) Add(key, payload []byte) error {
	limit := s.Memory
	if limit == 0 {
		limit = DefaultMemory
	}
	if len(s.buf) > 0 && len(s.buf)+len(key)+len(payload)+24*len(s.ents) > limit {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.ents = append(s.ents, entry{len(s.buf), len(key), len(payload)})
	s.buf = append(append(s.buf, key...), payload...)
	s.n++
	return nil
}

// Len is the number of rows added.
func (s *Sorter) Len() int64 { return s.n }

func (s *Sorter) key(e entry) []byte { return s.buf[e.off : e.off+e.key] }

func (s *Sorter) sortMemory() {
	slices.SortStableFunc(s.ents, func(a, b entry) int { return bytes.Compare(s.key(a), s.key(b)) })
}

func (s *Sorter) spill() error {
	if s.file == nil {
		f, err := os.CreateTemp(s.Dir, "scanfrag-sort-*.tmp")
		if err != nil {
			return fmt.Errorf("open sort run: %w", err)
		}
		s.file, s.w = f, bufio.NewWriterSize(f, 1<<20)
	}
	s.sortMemory()
	start := s.size
	var head [2 * binary.MaxVarintLen64]byte
	for _, e := range s.ents {
		n := binary.PutUvarint(head[:], uint64(e.key))
		n += binary.PutUvarint(head[n:], uint64(e.pay))
		s.w.Write(head[:n])
		if _, err := s.w.Write(s.buf[e.off : e.off+e.key+e.pay]); err != nil {
			return fmt.Errorf("write sort run: %w", err)
		}
		s.size += int64(n + e.key + e.pay)
	}
	if err := s.w.Flush(); err != nil {
		return fmt.Errorf("write sort run: %w", err)
	}
	s.runs = append(s.runs, section{start, s.size - start})
	s.buf, s.ents = s.buf[:0], s.ents[:0]
	return nil
}

// Each calls f with every row in order. The bytes are valid during the call.
func (s *Sorter) Each(f func(key, payload []byte) error) error {
	s.sortMemory()
	if len(s.runs) == 0 {
		for _, e := range s.ents {
			k := e.off + e.key
			if err := f(s.buf[e.off:k], s.buf[k:k+e.pay]); err != nil {
				return err
			}
		}
		return nil
	}
	if len(s.ents) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.buf, s.ents = nil, nil
	h := make(runHeap, 0, len(s.runs))
	for i, r := range s.runs {
		c := &runCursor{order: i, r: bufio.NewReaderSize(io.NewSectionReader(s.file, r.off, r.n), 256<<10)}
		ok, err := c.next()
		if err != nil {
			return err
		}
		if ok {
			h = append(h, c)
		}
	}
	heap.Init(&h)
	for len(h) > 0 {
		c := h[0]
		if err := f(c.row[:c.key], c.row[c.key:]); err != nil {
			return err
		}
		ok, err := c.next()
		if err != nil {
			return err
		}
		if ok {
			heap.Fix(&h, 0)
		} else {
			heap.Pop(&h)
		}
	}
	return nil
}

// Close removes the scratch file. The Sorter is empty afterwards.
func (s *Sorter) Close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
	*s = Sorter{Dir: s.Dir, Memory: s.Memory}
}

type runCursor struct {
	order int
	r     *bufio.Reader
	row   []byte
	key   int
}

func (c *runCursor) next() (bool, error) {
	k, err := binary.ReadUvarint(c.r)
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read sort run: %w", err)
	}
	p, err := binary.ReadUvarint(c.r)
	if err != nil {
		return false, fmt.Errorf("read sort run: %w", err)
	}
	c.row = slices.Grow(c.row[:0], int(k+p))[:k+p]
	if _, err := io.ReadFull(c.r, c.row); err != nil {
		return false, fmt.Errorf("read sort run: %w", err)
	}
	c.key = int(k)
	return true, nil
}

type runHeap []*runCursor

func (h runHeap) Len() int { return len(h) }
func (h runHeap) Less(i, j int) bool {
	c := bytes.Compare(h[i].row[:h[i].key], h[j].row[:h[j].key])
	return c < 0 || c == 0 && h[i].order < h[j].order
}
func (h runHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)   { *h = append(*h, x.(*runCursor)) }
func (h *runHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
