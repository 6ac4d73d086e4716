package engine

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scanfrag/internal/page"
)

// A file of Options.Dir that cannot be attached does not keep the others from being used, as a SUSPECT or
// RECOVERY_PENDING database does not in SQL Server. It is set aside under its name with the reason.

// refusal is why a file was set aside.
type refusal struct {
	reason  string
	foreign bool // nothing in it says that it is a database of this engine: never deleted, listed nowhere
}

// setAside notes that d could not be attached. A name that is taken already makes room for the file's own name.
func (i *Instance) setAside(d *Database, err error) {
	file := filepath.Base(d.path)
	if k := strings.ToLower(d.name); i.byName[k] != nil || i.unopened[k] != nil {
		d.name = file
	}
	reason := strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", "; "), "open data file: ")
	reason = strings.ReplaceAll(strings.TrimPrefix(reason, "open "+d.path+": "), d.path, file) // Refusal gives the path
	d.refused = &refusal{reason: reason, foreign: !hasMagic(d.path)}
	i.unopened[strings.ToLower(d.name)] = d
}

// hasMagic reports whether the place of the boot page names this engine, however damaged or cut off the file is.
func hasMagic(path string) bool {
	p, n := peek(path, bootNo)
	return bytes.Contains(p[:n], []byte(bootMagic))
}

// marks reports whether the header of a file after the first names d.
func (d *Database) marks(f DataFile) bool {
	p, n := peek(d.PathOf(f), 0)
	binding, _ := p.Binding()
	return n == page.Size && p.Type() == page.TypeFileHeader && p.ID() == page.MakeID(f.No, 0) && binding == d.filing.binding
}

// peek reads a page without a database around it; n are the bytes that are there.
func peek(path string, no int64) (p page.Page, n int) {
	f, err := os.Open(path)
	if err != nil {
		return p, 0
	}
	defer f.Close()
	n, _ = f.ReadAt(p[:], no*page.Size)
	return p, n
}

// userOf is the attached database that a file after the first belongs to; nil when there is none. i.mu is held,
// or nobody else is there yet.
func (i *Instance) userOf(path string) *Database {
	for _, d := range i.byName {
		for _, f := range d.Files()[1:] {
			if d.kept && d.PathOf(f) == path {
				return d
			}
		}
	}
	return nil
}

// Unopened finds a database that could not be attached, a file that is no database of ours included; nil
// when there is none. Only its ID, Name, Path and Refusal may be asked for.
func (i *Instance) Unopened(name string) *Database {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.unopened[strings.ToLower(name)]
}

// Suspects lists the databases that could not be attached by id, without files that are none of ours.
func (i *Instance) Suspects() []*Database {
	i.mu.RLock()
	defer i.mu.RUnlock()
	var out []*Database
	for _, d := range i.unopened {
		if !d.refused.foreign {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b *Database) int { return a.id - b.id })
	return out
}

// Refusal is error 945 for a database of Unopened, nil for any other.
func (d *Database) Refusal() error {
	if d.refused == nil {
		return nil
	}
	return &Error{Number: 945, Class: 14, State: 2, Text: fmt.Sprintf(
		"Database '%s' cannot be opened: %s; delete or move the file %s, or put a copy in its place.", d.name, d.refused.reason, d.path)}
}

// dropUnopened removes the files of a database of ours that could not be attached: of those after the first the
// ones that carry its mark and that no other database uses. i.mu is held.
func (i *Instance) dropUnopened(d *Database) error {
	if d.refused.foreign {
		return &Error{Number: 3701, Class: 11, State: 1, Text: fmt.Sprintf(
			"Cannot drop the database '%s': %s; delete or move the file %s.", d.name, d.refused.reason, d.path)}
	}
	for _, f := range d.Files() {
		path := d.PathOf(f)
		if f.No != 1 && (i.userOf(path) != nil || !d.marks(f)) {
			continue
		}
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("drop database %s: %w", d.name, err)
		}
	}
	delete(i.unopened, strings.ToLower(d.name))
	return nil
}
