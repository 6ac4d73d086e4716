package drive

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// CachedPages counts the pages of the file that are in this kernel's page
// cache. It needs cachestat(2) (Linux 6.5); before that the answer is an error.
func CachedPages(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var st unix.Cachestat_t
	// A length of 0 means to the end of the file.
	if err := unix.Cachestat(uint(f.Fd()), &unix.CachestatRange{}, &st, 0); err != nil {
		if errors.Is(err, unix.ENOSYS) {
			return 0, errors.New("this kernel has no cachestat call")
		}
		return 0, fmt.Errorf("cachestat %s: %w", path, err)
	}
	return int64(st.Cache), nil
}
