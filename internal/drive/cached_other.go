//go:build !linux

package drive

import "errors"

// CachedPages cannot be told on this system.
func CachedPages(path string) (int64, error) {
	return 0, errors.New("this system does not tell which pages of a file it caches")
}
