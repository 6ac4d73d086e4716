package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// lockFile is the file in a database directory that its user keeps locked. The operating system
// frees the lock with the process, so that a killed one leaves nothing to clean up.
const lockFile = "scanfrag.lock"

var errLocked = errors.New("locked")

// ErrInUse is what opening a database directory gives while another process has it open.
var ErrInUse = errors.New("another process is using it")

// dirLock is the exclusive use of a directory.
type dirLock struct{ f *os.File }

func lockDir(dir string) (*dirLock, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("lock the database directory: %w", err)
	}
	if err := tryLock(f); err != nil {
		f.Close()
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("open the database directory %s: %w", dir, ErrInUse)
		}
		return nil, fmt.Errorf("lock the database directory %s: %w", dir, err)
	}
	return &dirLock{f}, nil
}

// unlock may be called on nil.
func (l *dirLock) unlock() {
	if l != nil {
		l.f.Close()
	}
}
