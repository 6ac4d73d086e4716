// Package drive knows what a drive under test is: a named directory, the file
// system and device below it, its free space, and the scratch sub-directory a
// run makes on it.
package drive

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Drive is a name for reports and a directory to make files in.
type Drive struct {
	Name string
	Dir  string
}

// DefaultName is the name of the drive used when none is given.
const DefaultName = "default"

// Parse reads NAME=DIR. The name is a word of letters, digits, _ and -, because
// it becomes part of database names.
func Parse(arg string) (Drive, error) {
	name, dir, ok := strings.Cut(arg, "=")
	if !ok || name == "" || dir == "" {
		return Drive{}, fmt.Errorf("drive %q: NAME=DIR is wanted, as in disk=/mnt/disk", arg)
	}
	for _, r := range name {
		if r != '_' && r != '-' && !(r >= '0' && r <= '9') && !(r|0x20 >= 'a' && r|0x20 <= 'z') {
			return Drive{}, fmt.Errorf("drive %q: the name may hold letters, digits, _ and - only", arg)
		}
	}
	return Drive{Name: name, Dir: dir}, nil
}

// ParseAll reads several and refuses a name or a directory given twice.
func ParseAll(args []string) ([]Drive, error) {
	var out []Drive
	for _, a := range args {
		d, err := Parse(a)
		if err != nil {
			return nil, err
		}
		for _, o := range out {
			if o.Name == d.Name {
				return nil, fmt.Errorf("drive %q: the name %s is given twice", a, d.Name)
			}
			if filepath.Clean(o.Dir) == filepath.Clean(d.Dir) {
				return nil, fmt.Errorf("drive %q: the directory is drive %s already", a, o.Name)
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// Default is the drive that holds the user's cache directory:
// $XDG_CACHE_HOME/scanfrag, or the system's place for caches. The directory is
// made by Ensure.
func Default() (Drive, error) {
	base := os.Getenv("XDG_CACHE_HOME")
	if base == "" || !filepath.IsAbs(base) {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return Drive{}, fmt.Errorf("find the default drive: %w: name one with --drive NAME=DIR", err)
		}
	}
	return Drive{Name: DefaultName, Dir: filepath.Join(base, "scanfrag")}, nil
}

// Ensure makes the default drive's directory.
func (d Drive) Ensure() error {
	if err := os.MkdirAll(d.Dir, 0o755); err != nil {
		return fmt.Errorf("drive %s: %w", d.Name, err)
	}
	return nil
}

// Check says whether the directory exists and is one. That it can be written
// shows when the scratch directory is made.
func (d Drive) Check() error {
	st, err := os.Stat(d.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("drive %s: the directory %s does not exist: make it or name another", d.Name, d.Dir)
	case err != nil:
		return fmt.Errorf("drive %s: %w", d.Name, err)
	case !st.IsDir():
		return fmt.Errorf("drive %s: %s is not a directory", d.Name, d.Dir)
	}
	return nil
}

// Facts is what the system says of a directory's drive. Empty and nil are
// unknown. Free is what an ordinary user may still take.
type Facts struct {
	FileSystem string
	Device     string
	Rotational *bool
	FreeBytes  *int64
	TotalBytes *int64
}
