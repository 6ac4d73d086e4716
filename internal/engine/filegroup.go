package engine

import (
	"fmt"
	"slices"

	"scanfrag/internal/alloc"
)

// AddFilegroup adds a filegroup without files.
func (d *Database) AddFilegroup(name string) error {
	return d.alterGroups(func() error {
		if d.filing.group(name) != nil {
			return &Error{Number: 5035, Class: 16, State: 1, Text: fmt.Sprintf("Filegroup '%s' already exists in this database. Specify a different name or remove the conflicting filegroup if it is empty.", name)}
		}
		id := 2
		for slices.ContainsFunc(d.filing.groups, func(g Filegroup) bool { return g.ID == id }) {
			id++
		}
		d.filing.groups = append(d.filing.groups, Filegroup{ID: id, Name: name})
		slices.SortFunc(d.filing.groups, func(a, b Filegroup) int { return a.ID - b.ID })
		return nil
	})
}

// RemoveFilegroup removes a filegroup without files.
func (d *Database) RemoveFilegroup(name string) error {
	id := 0
	err := d.alterGroups(func() error {
		g := d.filing.group(name)
		switch {
		case g == nil:
			return d.noFilegroup(name)
		case d.filing.members(g.ID) > 0 || g.ID == d.filing.preset:
			return errorf(5042, "The filegroup '%s' cannot be removed because it is not empty.", g.Name)
		}
		id = g.ID
		d.filing.groups = slices.DeleteFunc(d.filing.groups, func(g Filegroup) bool { return g.ID == id })
		return nil
	})
	if err == nil {
		d.space.Load().RemoveGroup(id)
	}
	return err
}

// SetDefaultFilegroup makes a filegroup the one of tables that say nothing.
func (d *Database) SetDefaultFilegroup(name string) error {
	return d.alterGroup(name, func(g *Filegroup) error {
		if d.filing.members(g.ID) == 0 {
			return errorf(5050, "Cannot change the properties of empty filegroup '%s'. The filegroup must contain at least one file.", g.Name)
		}
		d.filing.preset = g.ID
		return nil
	})
}

// RenameFilegroup gives a filegroup another name.
func (d *Database) RenameFilegroup(name, to string) error {
	return d.alterGroup(name, func(g *Filegroup) error {
		switch o := d.filing.group(to); {
		case g.ID == 1:
			return errorf(5012, "The name of the primary filegroup cannot be changed.")
		case o != nil && o.ID != g.ID:
			return errorf(5035, "Filegroup '%s' already exists in this database. Specify a different name or remove the conflicting filegroup if it is empty.", to)
		}
		g.Name = to
		return nil
	})
}

// SetGrowAll has all files of a filegroup grow together, or one after the other.
func (d *Database) SetGrowAll(name string, on bool) error {
	return d.alterGroup(name, func(g *Filegroup) error {
		g.GrowAll = on
		return nil
	})
}

func (d *Database) alterGroup(name string, change func(g *Filegroup) error) error {
	return d.alterGroups(func() error {
		g := d.filing.group(name)
		if g == nil {
			return d.noFilegroup(name)
		}
		return change(g)
	})
}

// alterGroups changes d.filing.groups under d.mu and tells the allocator.
func (d *Database) alterGroups(change func() error) error {
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	if err := d.touch(); err != nil {
		return err
	}
	sp, err := d.Space()
	if err != nil {
		return err
	}
	d.mu.Lock()
	err = change()
	groups := slices.Clone(d.filing.groups)
	d.mu.Unlock()
	for _, g := range groups {
		sp.AddGroup(g.ID, g.Name, g.GrowAll)
	}
	return err
}

func (d *Database) noFilegroup(name string) error {
	return errorf(5014, "The filegroup '%s' does not exist in database '%s'.", name, d.name)
}

// filegroupFull is error 1105, with the names of what wanted a page.
func filegroupFull(e *alloc.FullError) *Error {
	database, object := "", fmt.Sprintf("object %d", e.Object)
	if d, ok := e.Owner.(*Database); ok {
		database = d.name
		if t := d.TableByID(e.Object); t != nil {
			object = t.Schema + "." + t.Name
			for _, ix := range t.Indexes {
				if ix.ID == int(e.Index) && ix.Name != "" {
					object += "'.'" + ix.Name
				}
			}
		}
	}
	return &Error{Number: 1105, Class: 17, State: 2, Text: fmt.Sprintf(
		"Could not allocate space for object '%s' in database '%s' because the '%s' filegroup is full. Create disk space by deleting unneeded files, dropping objects in the filegroup, adding additional files to the filegroup, or setting autogrowth on for existing files in the filegroup.",
		object, database, e.Filegroup)}
}
