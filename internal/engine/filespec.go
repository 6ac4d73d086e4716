package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"scanfrag/internal/alloc"
	"scanfrag/internal/pagefile"
)

// FileSpec is what CREATE DATABASE and ALTER DATABASE give of a data file. Sizes are in bytes; what is nil was not given.
type FileSpec struct {
	Name      string // logical
	NewName   string // MODIFY FILE
	Path      string // as FILENAME gives it
	Filegroup string // "": PRIMARY, of ADD FILE the default one
	Size      int64  // 0: 8 MB
	Growth    *int64 // step; 0: it does not grow
	Percent   *int64 // step in percent
	MaxSize   *int64 // 0: unlimited
}

// DatabaseSpec is what CREATE DATABASE gives. Without a file the first is Dir/NAME.mdf, or in memory without Dir.
type DatabaseSpec struct {
	Name       string
	Files      []FileSpec // the first one is file 1
	Filegroups []string   // besides PRIMARY
	Default    string     // default filegroup, "": PRIMARY
}

const defaultSize = 8 << 20

func (s *FileSpec) pages() uint32 {
	switch {
	case s.Size != 0:
		return pagesOf(s.Size)
	case s.MaxSize != nil && *s.MaxSize != 0:
		return pagesOf(min(defaultSize, *s.MaxSize))
	}
	return pagesOf(defaultSize)
}

// growth is old with what the spec gives.
func (s *FileSpec) growth(old alloc.Growth) alloc.Growth {
	switch {
	case s.Percent != nil:
		old.Step, old.Percent, old.None = uint32(min(*s.Percent, 1<<20)), true, *s.Percent == 0
	case s.Growth != nil:
		old.Step, old.Percent, old.None = pagesOf(*s.Growth), false, *s.Growth == 0
	}
	if s.MaxSize != nil {
		old.Max = pagesOf(*s.MaxSize)
	}
	return old
}

// overLimit refuses a size beyond MAXSIZE.
func overLimit(pages uint32, g alloc.Growth) error {
	if g.Max != 0 && pages > g.Max {
		return errorf(5040, "MODIFY FILE failed. Size is greater than MAXSIZE.")
	}
	return nil
}

// place is the path of a file in the instance's directory. Databases that are kept lie nowhere else: they are
// found there at the next start.
func (i *Instance) place(name string) (string, error) {
	dir := i.opt.Dir
	if strings.TrimSpace(name) == "" {
		return "", errorf(5105, "A file activation error occurred. The physical file name '%s' may be incorrect.", name)
	}
	if dir == "" {
		return name, nil
	}
	if filepath.Dir(name) != "." {
		abs, err := filepath.Abs(name)
		home, herr := filepath.Abs(dir)
		if err != nil || herr != nil || filepath.Dir(abs) != home {
			return "", elsewhere(name, dir)
		}
	}
	base := filepath.Base(name)
	if strings.ContainsAny(base, `\:*?"<>|`) || strings.HasPrefix(base, ".") || strings.EqualFold(base, lockFile) {
		return "", elsewhere(name, dir)
	}
	return filepath.Join(dir, base), nil
}

func elsewhere(name, dir string) error {
	return errorf(5105, "A file activation error occurred. The physical file name '%s' may be incorrect: this instance keeps all files in %s, give a plain file name.", name, dir)
}

// makeFile creates a data file of so many pages. The error removes what was made.
func (d *Database) makeFile(path string, pages uint32) (pagefile.File, error) {
	var f pagefile.File
	if !d.kept {
		f = pagefile.NewMem(path)
	} else {
		var err error
		if f, err = createFile(path); errors.Is(err, os.ErrExist) {
			return nil, errorf(5170, "Cannot create file '%s' because it already exists. Change the file path or the file name, and retry the operation.", path)
		} else if errors.Is(err, os.ErrNotExist) {
			return nil, errorf(5133, "Directory lookup for the file \"%s\" failed with the operating system error %v.", path, err)
		} else if err != nil {
			return nil, fmt.Errorf("create file %s of database %s: %w", path, d.name, err)
		}
	}
	f = d.inst.wrap(f)
	if err := f.Resize(pages); err != nil {
		f.Close()
		d.discard(path)
		if errors.Is(err, pagefile.ErrNoSpace) {
			return nil, errorf(5149, "MODIFY FILE encountered operating system error %v while attempting to expand the physical file '%s'.", err, path)
		}
		return nil, fmt.Errorf("create file %s of database %s: %w", path, d.name, err)
	}
	return f, nil
}

// discard removes a file from the drive.
func (d *Database) discard(path string) error {
	if !d.kept {
		return nil
	}
	return os.Remove(path)
}
