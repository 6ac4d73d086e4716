package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"scanfrag/internal/pagefile"
)

func createFile(path string) (pagefile.File, error) {
	return osFile(path, pagefile.Options{Create: true, Exclusive: true})
}

func openFile(path string) (pagefile.File, error) { return osFile(path, pagefile.Options{}) }

// osFile keeps a nil *OSFile out of the interface.
func osFile(path string, opt pagefile.Options) (pagefile.File, error) {
	f, err := pagefile.OpenOS(path, opt)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// tempFile is a file of pages that nobody keeps. Its name goes at once where the platform
// permits it, at close elsewhere.
func tempFile(dir string) (pagefile.File, error) {
	path := filepath.Join(dir, fmt.Sprintf("scanfrag-tempdb-%d-%x.tmp", os.Getpid(), time.Now().UnixNano()))
	f, err := createFile(path)
	if err != nil {
		return nil, err
	}
	if os.Remove(path) == nil {
		return f, nil
	}
	return removedAtClose{f, path}, nil
}

type removedAtClose struct {
	pagefile.File
	path string
}

func (r removedAtClose) Close() error {
	if err := r.File.Close(); err != nil {
		return err
	}
	return os.Remove(r.path)
}
