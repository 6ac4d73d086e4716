package bufpool

import (
	"errors"
	"fmt"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// SetFile attaches a file under number n, whose place must be free: the next number, or that of a removed
// file. Calls of SetFile, RemoveFile and Checkpoint must not overlap.
func (s *Store) SetFile(n uint16, f pagefile.File) {
	old := *s.files.Load()
	list := append(make([]*storeFile, 0, max(len(old), int(n))), old...)
	for len(list) < int(n) {
		list = append(list, newStoreFile(removed{}))
	}
	if _, free := list[n-1].File.(removed); !free {
		panic(fmt.Sprintf("bufpool: file %d of %s is attached already", n, s.Name()))
	}
	list[n-1] = newStoreFile(f)
	s.files.Store(&list)
}

// RemoveFile forgets the pages of file n, which nobody may use any more, and closes it. Its number stays
// behind as a file without pages.
func (s *Store) RemoveFile(n uint16) error {
	s.pool.ahead.drain(s)
	s.Resident(func(id page.ID, _ bool) {
		if id.File() == n {
			s.Forget(id, 1)
		}
	})
	old := *s.files.Load()
	list := append([]*storeFile(nil), old...)
	list[n-1] = newStoreFile(removed{})
	s.files.Store(&list)
	return old[n-1].Close()
}

// removed is what stands under the number of a file that is not there.
type removed struct{}

var (
	errRemoved = errors.New("the file was removed from the database")
	noCounters pagefile.Counters
)

func (removed) ReadPages(uint32, []*page.Page) error  { return errRemoved }
func (removed) WritePages(uint32, []*page.Page) error { return errRemoved }
func (removed) Pages() uint32                         { return 0 }
func (removed) Resize(uint32) error                   { return errRemoved }
func (removed) Sync() error                           { return nil }
func (removed) Close() error                          { return nil }
func (removed) Direct() (bool, string)                { return true, "" }
func (removed) Counters() *pagefile.Counters          { return &noCounters }
func (removed) Name() string                          { return "a removed file" }
