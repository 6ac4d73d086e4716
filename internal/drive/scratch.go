package drive

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	scratchPrefix = "scanfrag-run-"
	markerName    = "scanfrag.scratch"
	keptName      = "scanfrag.kept"
	markerText    = "scratch directory of scanfrag: removed when no run holds its lock\n"
)

// Scratch is a run's own sub-directory of a drive. The marker file in it is
// locked as long as the run lives; a scratch directory whose marker is unlocked
// is a leftover. The process id is not used: it may have been given away again.
type Scratch struct {
	Dir    string
	marker *os.File
}

// NewScratch makes a sub-directory of dir and locks its marker. The marker gets
// its name only once it is locked, so nobody can take it for a leftover before.
func NewScratch(dir string) (*Scratch, error) {
	var id [4]byte
	rand.Read(id[:])
	sub := filepath.Join(dir, scratchPrefix+time.Now().UTC().Format("20060102-150405-")+hex.EncodeToString(id[:]))
	if err := os.Mkdir(sub, 0o755); err != nil {
		var why *fs.PathError
		if errors.As(err, &why) {
			err = why.Err
		}
		return nil, fmt.Errorf("no directory can be made in %s (%w): name one that can be written", dir, err)
	}
	f, err := os.OpenFile(filepath.Join(sub, markerName+".new"), os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o644)
	if err == nil {
		if _, err = f.WriteString(markerText); err == nil {
			var held bool
			if held, err = lock(f); err == nil && held {
				err = errors.New("a new file is locked by another process")
			}
		}
		if err == nil {
			err = os.Rename(f.Name(), filepath.Join(sub, markerName))
		}
		if err != nil {
			f.Close()
		}
	}
	if err != nil {
		os.RemoveAll(sub)
		return nil, fmt.Errorf("mark scratch directory %s: %w", sub, err)
	}
	return &Scratch{Dir: sub, marker: f}, nil
}

// Remove deletes the directory and everything in it.
func (s *Scratch) Remove() error {
	err := removeScratch(s.Dir, markerName)
	return errors.Join(err, s.marker.Close())
}

// Keep leaves the directory and takes its marker away, so that no later run and
// no cleanup removes it.
func (s *Scratch) Keep() error {
	err := os.Rename(filepath.Join(s.Dir, markerName), filepath.Join(s.Dir, keptName))
	return errors.Join(err, s.marker.Close())
}

// removeScratch deletes the marker last: an interrupted removal can be taken up
// again.
func removeScratch(dir, marker string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("remove scratch directory: %w", err)
	}
	for _, e := range entries {
		if e.Name() == marker {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("remove scratch directory: %w", err)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("remove scratch directory: %w", err)
	}
	return nil
}

// Found is a scratch directory on a drive.
type Found struct {
	Dir   string
	Alive bool  // a run holds its lock, or a process has the kept databases open
	Kept  bool  // of a run that was told to keep it
	Bytes int64 // of the files in it
}

// List returns the scratch directories in dir that are ours: the name, a real
// directory, and the marker with our text. Everything else is not looked at.
func List(dir string) ([]Found, error) { return list(dir, markerName) }

// ListKept is List for the directories of runs that kept their databases.
func ListKept(dir string) ([]Found, error) { return list(dir, keptName) }

func list(dir, marker string) ([]Found, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for scratch directories: %w", err)
	}
	var out []Found
	for _, e := range entries {
		sub := filepath.Join(dir, e.Name())
		if !e.IsDir() || !strings.HasPrefix(e.Name(), scratchPrefix) {
			continue
		}
		f, ours := openMarker(sub, marker)
		if !ours {
			continue
		}
		held, err := lock(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("lock %s: %w", filepath.Join(sub, marker), err)
		}
		out = append(out, Found{Dir: sub, Alive: held || inUse(sub), Kept: marker == keptName, Bytes: size(sub)})
	}
	return out, nil
}

// engineLock is the file that the embedded engine keeps locked in a directory of
// kept databases while it has them open.
const engineLock = "scanfrag.lock"

func inUse(sub string) bool {
	f, err := os.OpenFile(filepath.Join(sub, engineLock), os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	held, err := lock(f)
	return held || err != nil
}

func openMarker(sub, marker string) (*os.File, bool) {
	path := filepath.Join(sub, marker)
	if st, err := os.Lstat(path); err != nil || !st.Mode().IsRegular() || st.Size() != int64(len(markerText)) {
		return nil, false
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, false
	}
	text := make([]byte, len(markerText))
	if _, err := f.ReadAt(text, 0); err != nil || string(text) != markerText {
		f.Close()
		return nil, false
	}
	return f, true
}

func size(dir string) int64 {
	var n int64
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if st, err := e.Info(); err == nil {
				n += st.Size()
			}
		}
		return nil
	})
	return n
}

// Clean removes one leftover: the lock is taken first, so a directory that came
// alive meanwhile, or that another cleanup has, is left alone (removed false).
func Clean(f Found) (removed bool, err error) {
	marker := markerName
	if f.Kept {
		marker = keptName
	}
	m, ours := openMarker(f.Dir, marker)
	if !ours {
		return false, nil
	}
	defer m.Close()
	held, err := lock(m)
	if err != nil || held || inUse(f.Dir) {
		return false, err
	}
	if err := removeScratch(f.Dir, marker); err != nil {
		return false, err
	}
	return true, nil
}
