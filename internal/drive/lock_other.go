//go:build !unix && !windows

package drive

import (
	"errors"
	"os"
)

func lock(f *os.File) (held bool, err error) {
	return false, errors.New("file locks are not supported on this system")
}
