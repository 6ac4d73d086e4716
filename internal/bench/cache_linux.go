package main

import (
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"scanfrag/internal/drive"
)

// emptyCache writes the files below dir out and takes them out of the kernel's page
// cache; left is how many bytes of them are there all the same, 0 when the kernel
// (before 6.5) cannot tell.
func emptyCache(dir string) (left int64, err error) {
	page := int64(os.Getpagesize())
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := unix.Fdatasync(int(f.Fd())); err != nil {
			return &fs.PathError{Op: "fdatasync", Path: path, Err: err}
		}
		if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
			return &fs.PathError{Op: "fadvise", Path: path, Err: err}
		}
		if n, err := drive.CachedPages(path); err == nil {
			left += n * page
		}
		return nil
	})
	return left, err
}
