package pagefile

import (
	"fmt"
	"sync"

	"scanfrag/internal/page"
)

// Op is a kind of file operation.
type Op uint8

const (
	OpRead Op = iota
	OpWrite
	OpResize
	OpSync
	OpClose
)

func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return fmt.Sprintf("op %d", uint8(o))
}

var opNames = [...]string{"read", "write", "resize", "sync", "close"}

// Injector is asked before every operation; an error fails it in place of the
// file's own work. It may block, to hold an operation in flight. First and pages are
// the range of a read or write, 0 and the new size for a resize. Safe for concurrent use.
type Injector func(op Op, first uint32, pages int) error

// Faulty is f with operations failed by inject.
func Faulty(f File, inject Injector) File { return &faulty{f, inject} }

type faulty struct {
	File
	inject Injector
}

func (f *faulty) ReadPages(first uint32, dst []*page.Page) error {
	if err := f.inject(OpRead, first, len(dst)); err != nil {
		return fmt.Errorf("read %s, %s: %w", f.Name(), pageRange(first, len(dst)), err)
	}
	return f.File.ReadPages(first, dst)
}

func (f *faulty) WritePages(first uint32, src []*page.Page) error {
	if err := f.inject(OpWrite, first, len(src)); err != nil {
		return fmt.Errorf("write %s, %s: %w", f.Name(), pageRange(first, len(src)), err)
	}
	return f.File.WritePages(first, src)
}

func (f *faulty) Resize(pages uint32) error {
	if err := f.inject(OpResize, 0, int(pages)); err != nil {
		return fmt.Errorf("resize %s to %d pages: %w", f.Name(), pages, err)
	}
	return f.File.Resize(pages)
}

func (f *faulty) Sync() error {
	if err := f.inject(OpSync, 0, 0); err != nil {
		return fmt.Errorf("sync %s: %w", f.Name(), err)
	}
	return f.File.Sync()
}

func (f *faulty) Close() error {
	if err := f.inject(OpClose, 0, 0); err != nil {
		f.File.Close()
		return fmt.Errorf("close %s: %w", f.Name(), err)
	}
	return f.File.Close()
}

// Fault fails operations of kind Op that touch a page of First..Last, after
// letting Skip of them pass, Times times (0: for ever).
type Fault struct {
	Op          Op
	First, Last uint32
	Skip, Times int
	Err         error
}

// Inject makes an Injector of faults; the first that applies decides.
func Inject(faults ...Fault) Injector {
	var mu sync.Mutex
	left := make([]Fault, len(faults))
	copy(left, faults)
	done := make([]bool, len(faults))
	return func(op Op, first uint32, pages int) error {
		mu.Lock()
		defer mu.Unlock()
		for i := range left {
			f := &left[i]
			if done[i] || f.Op != op {
				continue
			}
			if op <= OpWrite && (first > f.Last || uint64(first)+uint64(pages) <= uint64(f.First)) {
				continue
			}
			if f.Skip > 0 {
				f.Skip--
				continue
			}
			if f.Times > 0 {
				f.Times--
				done[i] = f.Times == 0
			}
			return f.Err
		}
		return nil
	}
}
