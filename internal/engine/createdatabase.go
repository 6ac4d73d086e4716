package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"scanfrag/internal/pagefile"
)

// CreateDatabase creates and attaches a database. Name in use: *Error 1801; file exists: 5170; no space: 5149.
func (i *Instance) CreateDatabase(ctx context.Context, spec DatabaseSpec) (*Database, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.closed:
		return nil, errors.New("create database: the engine is closed")
	case spec.Name == "":
		return nil, errors.New("create database: it has no name")
	case i.byName[strings.ToLower(spec.Name)] != nil:
		return nil, errorf(1801, "Database '%s' already exists. Choose a different database name.", spec.Name)
	}
	if u := i.unopened[strings.ToLower(spec.Name)]; u != nil {
		return nil, errorf(5170, "Cannot create file '%s' because it already exists: %s. Delete or move it, and retry the operation.", u.path, u.refused.reason)
	}
	if len(utf16.Encode([]rune(spec.Name))) > 128 {
		return nil, &Error{Number: 103, Class: 15, State: 4, Text: fmt.Sprintf("The identifier that starts with '%.128s' is too long. Maximum length is 128.", spec.Name)}
	}
	first := FileSpec{}
	if len(spec.Files) > 0 {
		first = spec.Files[0]
	}
	if first.Name == "" {
		first.Name = spec.Name
	}
	path := ""
	inMemory := i.opt.InMemory || first.Path == "" && i.opt.Dir == ""
	if first.Path == "" {
		if strings.ContainsAny(spec.Name, `/\:*?"<>|`) || strings.HasPrefix(spec.Name, ".") {
			return nil, errorf(5105, "A file activation error occurred. The name '%s' cannot be a file name; give a file with ON (FILENAME = …).", spec.Name)
		}
		path = filepath.Join(i.opt.Dir, spec.Name+fileExt)
	} else {
		var err error
		if path, err = i.place(first.Path); err != nil {
			return nil, err
		}
		if i.opt.Dir != "" && filepath.Ext(path) != fileExt {
			return nil, errorf(5105, "A file activation error occurred. The physical file name '%s' may be incorrect: the primary file of a database has the extension %s, by which it is found again.", first.Path, fileExt)
		}
	}
	d := i.newDatabase(i.freeID(5), spec.Name, path)
	d.kept = !inMemory
	d.filing.files[0].Name = first.Name
	if err := d.create(&first); err != nil {
		return nil, err
	}
	if err := d.addFiles(ctx, &spec); err != nil {
		d.close(false)
		for _, f := range d.Files() {
			d.discard(d.PathOf(f))
		}
		return nil, err
	}
	i.byName[strings.ToLower(spec.Name)] = d
	return d, nil
}

// create makes file 1 and formats it.
func (d *Database) create(spec *FileSpec) error {
	g := spec.growth(d.filing.files[0].Growth)
	if err := overLimit(spec.pages(), g); err != nil {
		return err
	}
	f, err := d.makeFile(d.path, spec.pages())
	if err != nil {
		return err
	}
	d.file = func() (pagefile.File, error) { return f, nil }
	sp, err := d.Space()
	if err != nil {
		f.Close()
		d.discard(d.path)
		return err
	}
	d.filing.files[0].Growth = g
	sp.SetGrowth(1, g)
	if err := d.unmark(); err != nil {
		sp.Store().Close()
		d.discard(d.path)
		return err
	}
	return nil
}

// addFiles makes the filegroups and the files after the first.
func (d *Database) addFiles(ctx context.Context, spec *DatabaseSpec) error {
	for _, name := range spec.Filegroups {
		if err := d.AddFilegroup(name); err != nil {
			return err
		}
	}
	for n := range spec.Files {
		if n == 0 {
			continue
		}
		if f := &spec.Files[n]; f.Filegroup == "" {
			f.Filegroup = "PRIMARY"
		}
		if err := d.AddFile(ctx, spec.Files[n]); err != nil {
			return err
		}
	}
	if spec.Default != "" {
		return d.SetDefaultFilegroup(spec.Default)
	}
	return nil
}
