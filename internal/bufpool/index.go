package bufpool

import (
	"fmt"
	"sync"
	"sync/atomic"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// storeFile is a file and the index of its cached pages: slots holding frame+1, or 0, in
// chunks by page number. A direct index rather than a hash: 4 bytes a page of the file,
// and neighbours are found by looking next door.
type storeFile struct {
	pagefile.File
	mu  sync.Mutex                       // of growing dir
	dir atomic.Pointer[[]*[1 << 16]slot] // by page number / 65536; entries may be nil
}

type slot = atomic.Int32

func newStoreFile(f pagefile.File) *storeFile {
	fl := &storeFile{File: f}
	fl.dir.Store(new([]*[1 << 16]slot))
	return fl
}

func pageID(key uint64) page.ID { return page.ID(key & (1<<48 - 1)) }

func (s *Store) keyOf(id page.ID) uint64 { return s.tag | uint64(id) }

// slot returns the page's place in the index, nil when it has none yet.
func (s *Store) slot(id page.ID) *slot {
	fi := int(id>>32) - 1
	files := *s.files.Load()
	if uint(fi) >= uint(len(files)) {
		return nil
	}
	dir := *files[fi].dir.Load()
	no := id.No()
	if int(no>>16) >= len(dir) || dir[no>>16] == nil {
		return nil
	}
	return &dir[no>>16][no&0xffff]
}

// makeSlot is slot for a page that exists in its file; it checks that it does, so that
// a damaged page number costs no memory.
func (s *Store) makeSlot(step string, id page.ID) (*slot, error) {
	if s.closed.Load() {
		return nil, fmt.Errorf("%s page %d:%d of %s: %w", step, id.File(), id.No(), s.Name(), pagefile.ErrClosed)
	}
	if id.File() == 0 || int(id.File()) > s.Files() {
		return nil, &page.DamageError{Page: id, What: fmt.Sprintf("%s page %v of %s: there is no file %d", step, id, s.Name(), id.File())}
	}
	fl := s.file(id.File())
	if size := fl.Pages(); id.No() >= size {
		return nil, fmt.Errorf("%s %s: %w (%w, which has %d pages)", step, fl.Name(), &page.DamageError{Page: id, What: "there is no such page"}, pagefile.ErrPastEnd, size)
	}
	if sl := s.slot(id); sl != nil {
		return sl, nil
	}
	fl.mu.Lock()
	defer fl.mu.Unlock()
	i := int(id.No() >> 16)
	old := *fl.dir.Load()
	if i >= len(old) || old[i] == nil {
		dir := make([]*[1 << 16]slot, max(len(old), i+1))
		copy(dir, old)
		dir[i] = new([1 << 16]slot)
		fl.dir.Store(&dir)
	}
	return s.slot(id), nil
}
