package pagefile

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"scanfrag/internal/page"
)

// Options of OpenOS.
type Options struct {
	Create    bool // make the file when it is missing
	Exclusive bool // with Create: an error when it exists
	Buffered  bool // do not ask for direct I/O (Direct says so)
}

// OpenOS opens a file of pages on a drive, with direct I/O where it is to be had. Where it is not, the
// file is open all the same and Direct tells why. A size that is not a whole number of
// pages is an error.
func OpenOS(path string, opt Options) (*OSFile, error) {
	h, why, err := openHandle(path, opt)
	if err != nil {
		return nil, fmt.Errorf("open data file: %w", err)
	}
	f := &OSFile{name: path, h: h, why: why}
	size, err := h.size()
	switch {
	case err != nil:
		err = fmt.Errorf("open %s: read its size: %w", path, err)
	case size%page.Size != 0:
		err = fmt.Errorf("open %s: damaged or truncated: %d bytes are not a whole number of 8192-byte pages", path, size)
	case size/page.Size > 1<<32-1:
		err = fmt.Errorf("open %s: %d bytes are too many for a data file", path, size)
	}
	if err != nil {
		h.close()
		return nil, err
	}
	f.pages.Store(uint32(size / page.Size))
	return f, nil
}

// OSFile is a data file of the operating system.
type OSFile struct {
	name  string
	io    Counters
	pages atomic.Uint32

	mu     sync.RWMutex // held for reading by operations: Close waits for them
	closed bool
	h      handle

	sizeMu sync.Mutex // of Resize

	probeMu sync.Mutex
	probed  bool
	why     string // why reads are not direct; "" when they are, as far as is known
}

func (f *OSFile) Name() string        { return f.name }
func (f *OSFile) Counters() *Counters { return &f.io }
func (f *OSFile) Pages() uint32       { return f.pages.Load() }

// enter makes sure that the file stays open until leave.
func (f *OSFile) enter(step string) error {
	f.mu.RLock()
	if f.closed {
		f.mu.RUnlock()
		return fmt.Errorf("%s %s: %w", step, f.name, ErrClosed)
	}
	return nil
}

func (f *OSFile) leave() { f.mu.RUnlock() }

func (f *OSFile) ReadPages(first uint32, dst []*page.Page) error {
	if err := f.enter("read"); err != nil {
		return err
	}
	defer f.leave()
	if err := checkRange("read", f.name, first, len(dst), f.pages.Load()); err != nil {
		return err
	}
	start := f.io.readStarts(first, len(dst))
	if err := f.h.read(int64(first)*page.Size, dst); err != nil {
		return fmt.Errorf("read %s, %s: %w", f.name, pageRange(first, len(dst)), err)
	}
	f.io.readDone(start, len(dst), int64(len(dst))*page.Size)
	return nil
}

func (f *OSFile) WritePages(first uint32, src []*page.Page) error {
	if err := f.enter("write"); err != nil {
		return err
	}
	defer f.leave()
	if err := checkRange("write", f.name, first, len(src), f.pages.Load()); err != nil {
		return err
	}
	start := time.Now()
	if err := f.h.write(int64(first)*page.Size, src); err != nil {
		return fmt.Errorf("write %s, %s: %w", f.name, pageRange(first, len(src)), noSpace(err))
	}
	f.io.writeDone(start, int64(len(src))*page.Size)
	return nil
}

// Resize takes or gives back space on the drive at once. When it cannot take all, it takes none.
func (f *OSFile) Resize(pages uint32) error {
	if err := f.enter("resize"); err != nil {
		return err
	}
	defer f.leave()
	f.sizeMu.Lock()
	defer f.sizeMu.Unlock()
	old := f.pages.Load()
	from, to := int64(old)*page.Size, int64(pages)*page.Size
	switch {
	case pages > old:
		err := noSpace(f.h.grow(from, to))
		if errors.Is(err, ErrNoSpace) && AwaitReleases() {
			_ = f.h.shrink(from)
			err = noSpace(f.h.grow(from, to))
		}
		if err != nil {
			_ = f.h.shrink(from)
			return fmt.Errorf("grow %s from %d to %d MB: %w", f.name, megabytes(from), megabytes(to), err)
		}
		f.pages.Store(pages)
	case pages < old:
		f.pages.Store(pages)
		if err := f.h.shrink(to); err != nil {
			f.pages.Store(old)
			return fmt.Errorf("shrink %s from %d to %d MB: %w", f.name, megabytes(from), megabytes(to), err)
		}
	}
	return nil
}

func (f *OSFile) Sync() error {
	if err := f.enter("sync"); err != nil {
		return err
	}
	defer f.leave()
	if err := f.h.sync(); err != nil {
		return fmt.Errorf("sync %s: %w", f.name, noSpace(err))
	}
	return nil
}

func (f *OSFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return fmt.Errorf("close %s: %w", f.name, ErrClosed)
	}
	f.closed = true
	if err := f.h.close(); err != nil {
		return fmt.Errorf("close %s: %w", f.name, err)
	}
	return nil
}

// Direct does not take the flag's word: as soon as the file has a page, the page is read
// once (uncounted) and looked for in the page cache, where the system can tell.
func (f *OSFile) Direct() (ok bool, why string) {
	f.probeMu.Lock()
	defer f.probeMu.Unlock()
	if f.why == "" && !f.probed && f.pages.Load() > 0 && f.enter("probe") == nil {
		f.why = f.h.probe()
		f.probed = true
		f.leave()
	}
	return f.why == "", f.why
}

// megabytes rounds up, so that what is wanted never reads as nothing.
func megabytes(bytes int64) int64 { return (bytes + 1<<20 - 1) >> 20 }

// noSpace adds the plain sentence to the system's error for a full drive.
func noSpace(err error) error {
	if isNoSpace(err) && !errors.Is(err, ErrNoSpace) {
		return fmt.Errorf("%w (%w)", ErrNoSpace, err)
	}
	return err
}
