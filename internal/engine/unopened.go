package engine

import (
	"bytes"
	"fmt"
	"os"
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

// setAside notes that the file could not be attached under name. A name that is taken already makes room
// for the file's own name.
func (i *Instance) setAside(name, file, path string, err error) {
	if i.byName[strings.ToLower(name)] != nil {
		name = file
	}
	reason := strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", "; "), "open data file: ")
	d := i.newDatabase(i.freeID(5), name, path)
	reason = strings.ReplaceAll(strings.TrimPrefix(reason, "open "+path+": "), path, file) // Refusal gives the path
	d.refused = &refusal{reason: reason, foreign: !hasMagic(path)}
	i.unopened[strings.ToLower(name)] = d
}

// hasMagic reports whether the place of the boot page names this engine, however damaged or cut off the file is.
func hasMagic(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var p page.Page
	n, _ := f.ReadAt(p[:], bootNo*page.Size)
	return bytes.Contains(p[:n], []byte(bootMagic))
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

// dropUnopened removes the file of a database of ours that could not be attached. i.mu is held.
func (i *Instance) dropUnopened(d *Database) error {
	if d.refused.foreign {
		return &Error{Number: 3701, Class: 11, State: 1, Text: fmt.Sprintf(
			"Cannot drop the database '%s': %s; delete or move the file %s.", d.name, d.refused.reason, d.path)}
	}
	if err := os.Remove(d.path); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("drop database %s: %w", d.name, err)
	}
	delete(i.unopened, strings.ToLower(d.name))
	return nil
}
