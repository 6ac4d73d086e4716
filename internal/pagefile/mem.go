package pagefile

import (
	"fmt"
	"sync"
	"time"

	"scanfrag/internal/page"
)

// memChunk is the unit of allocation: an extent, so that the maps of a large,
// otherwise untouched file cost 64 KB each.
const memChunk = page.ExtentPages

type chunk [memChunk]page.Page

// Mem is a sparse file in memory: chunks take memory when first written, the
// rest reads as zeros. It remembers what a power cut would leave (CrashClone).
type Mem struct {
	name string
	io   Counters

	mu      sync.RWMutex
	closed  bool
	size    uint32
	chunks  []*chunk // current content; nil reads as zeros
	durable []*chunk // content at the last Sync; a chunk shared with chunks is copied before it is written
	dsize   uint32
	touched map[int]struct{} // chunks that may differ from durable
}

// NewMem returns an empty file in memory.
func NewMem(name string) *Mem { return &Mem{name: name, touched: map[int]struct{}{}} }

func (m *Mem) Name() string           { return m.name }
func (m *Mem) Counters() *Counters    { return &m.io }
func (m *Mem) Direct() (bool, string) { return false, "the file is in memory" }

func (m *Mem) Pages() uint32 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.size
}

func (m *Mem) check(step string, first uint32, n int) error {
	if m.closed {
		return fmt.Errorf("%s %s: %w", step, m.name, ErrClosed)
	}
	return checkRange(step, m.name, first, n, m.size)
}

func (m *Mem) ReadPages(first uint32, dst []*page.Page) error {
	start := m.io.readStarts(first, len(dst))
	m.mu.RLock()
	defer m.mu.RUnlock()
	if err := m.check("read", first, len(dst)); err != nil {
		return err
	}
	for i, p := range dst {
		no := int(first) + i
		if c := m.chunks[no/memChunk]; c != nil {
			*p = c[no%memChunk]
		} else {
			*p = page.Page{}
		}
	}
	m.io.readDone(start, len(dst), int64(len(dst))*page.Size)
	return nil
}

func (m *Mem) WritePages(first uint32, src []*page.Page) error {
	start := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.check("write", first, len(src)); err != nil {
		return err
	}
	for i, p := range src {
		no := int(first) + i
		m.own(no / memChunk)[no%memChunk] = *p
	}
	m.io.writeDone(start, int64(len(src))*page.Size)
	return nil
}

// own returns chunk i for writing, not shared with the durable content.
func (m *Mem) own(i int) *chunk {
	c := m.chunks[i]
	switch {
	case c == nil:
		c = new(chunk)
	case i < len(m.durable) && m.durable[i] == c:
		c = new(chunk)
		*c = *m.chunks[i]
	default:
		return c
	}
	m.chunks[i] = c
	m.touched[i] = struct{}{}
	return c
}

// Resize grows or shrinks the file; pages given up read as zeros when the file grows again.
func (m *Mem) Resize(pages uint32) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return fmt.Errorf("resize %s: %w", m.name, ErrClosed)
	}
	n := int((uint64(pages) + memChunk - 1) / memChunk)
	if pages < m.size {
		for i := n; i < len(m.chunks); i++ {
			m.chunks[i] = nil
			m.touched[i] = struct{}{}
		}
		m.chunks = m.chunks[:n]
		if rest := int(pages % memChunk); rest != 0 && m.chunks[n-1] != nil {
			c := m.own(n - 1)
			clear(c[rest:])
		}
	}
	for len(m.chunks) < n {
		m.chunks = append(m.chunks, nil)
	}
	m.size = pages
	return nil
}

// Sync makes everything written so far part of what CrashClone returns.
func (m *Mem) Sync() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return fmt.Errorf("sync %s: %w", m.name, ErrClosed)
	}
	for len(m.durable) < len(m.chunks) {
		m.durable = append(m.durable, nil)
	}
	m.durable = m.durable[:len(m.chunks)]
	for i := range m.touched {
		if i < len(m.durable) {
			m.durable[i] = m.chunks[i]
		}
	}
	clear(m.touched)
	m.dsize = m.size
	return nil
}

// CrashClone returns the file as a power cut now would leave it: what was
// written after the last Sync is lost.
func (m *Mem) CrashClone() *Mem {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := NewMem(m.name)
	c.size, c.dsize = m.dsize, m.dsize
	c.durable = append([]*chunk(nil), m.durable...)
	c.chunks = make([]*chunk, len(m.durable))
	copy(c.chunks, m.durable)
	return c
}

func (m *Mem) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return fmt.Errorf("close %s: %w", m.name, ErrClosed)
	}
	m.closed = true
	return nil
}
