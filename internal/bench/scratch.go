package main

import (
	"fmt"
	"os"
	"path/filepath"

	"scanfrag/internal/drive"
)

// scratch makes the directory of the run; remove deletes it. Leftovers of killed
// runs go first.
func (b *bench) scratch() (remove func() error, err error) {
	d := drive.Drive{Name: "bench", Dir: b.opt.dir}
	if b.opt.dir == "" {
		if d, err = drive.Default(); err != nil {
			return nil, err
		}
		if err := d.Ensure(); err != nil {
			return nil, err
		}
	}
	if d.Dir, err = filepath.Abs(d.Dir); err != nil {
		return nil, err
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	found, err := drive.List(d.Dir)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		if f.Alive {
			return nil, fmt.Errorf("another run is at work in %s: two at a time would spoil each other's figures", f.Dir)
		}
		if removed, err := drive.Clean(f); err != nil {
			return nil, err
		} else if removed {
			b.say("removed %s of a killed run", f.Dir)
		}
	}
	s, err := drive.NewScratch(d.Dir)
	if err != nil {
		return nil, err
	}
	b.dir = s.Dir
	return s.Remove, nil
}

// subdir makes a directory in the scratch; remove deletes it with all in it.
func (b *bench) subdir(name string) (dir string, remove func() error, err error) {
	dir = filepath.Join(b.dir, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", nil, fmt.Errorf("make a scratch directory: %w", err)
	}
	return dir, func() error { return os.RemoveAll(dir) }, nil
}
