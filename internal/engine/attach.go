package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// fileExt is the extension of a database's data file in Options.Dir; its name is the database's.
const fileExt = ".mdf"

func (i *Instance) newDatabase(id int, name, path string) *Database {
	d := &Database{
		inst: i, id: id, name: name, path: path,
		tables: map[string]*Table{}, byID: map[uint32]*Table{}, modules: map[string]*Module{}, names: map[string]*nameLock{}, config: map[string]int64{},
	}
	d.sweep = newSweeper(d)
	return d
}

// addSystemDatabases adds master, tempdb, model and msdb. They keep nothing, and take no
// memory or space before they are used.
func (i *Instance) addSystemDatabases() {
	for n, name := range []string{"master", "tempdb", "model", "msdb"} {
		d := i.newDatabase(n+1, name, name+fileExt)
		d.file = func() (pagefile.File, error) { return pagefile.NewMem(d.path), nil }
		if name == "tempdb" && i.opt.Scratch != "" && !i.opt.InMemory {
			d.file = func() (pagefile.File, error) { return tempFile(i.opt.Scratch) }
		}
		i.byName[name] = d
	}
}

// attachDir attaches the databases of Options.Dir, in the order of their names, and sets those aside that it cannot.
func (i *Instance) attachDir() error {
	if i.opt.Dir == "" {
		return nil
	}
	entries, err := os.ReadDir(i.opt.Dir)
	if err != nil {
		return fmt.Errorf("list the database directory: %w", err)
	}
	for _, e := range entries {
		name, ours := strings.CutSuffix(e.Name(), fileExt)
		if !ours || e.IsDir() {
			continue
		}
		path := filepath.Join(i.opt.Dir, e.Name())
		if err := i.attach(name, path); err != nil {
			i.setAside(name, e.Name(), path, err)
		}
	}
	return nil
}

func (i *Instance) attach(name, path string) (err error) {
	if i.byName[strings.ToLower(name)] != nil {
		return errors.New("a database of this name exists already")
	}
	f, err := openFile(path)
	if err != nil {
		return err
	}
	f = i.wrap(f)
	d := i.newDatabase(i.freeID(5), name, path)
	d.kept = true
	if d.boot, err = i.readBoot(f); err != nil {
		return errors.Join(err, f.Close())
	}
	store := i.pool.Open(f)
	sp, err := alloc.Open(store)
	for no := uint32(0); err == nil && no < 4; no++ { // file header, PFS, GAM, SGAM: later ones when they are needed
		var ref bufpool.Ref
		if ref, err = store.Get(page.MakeID(1, no), nil); err == nil {
			ref.Release()
		}
	}
	if err == nil {
		err = d.loadCatalog(sp)
	}
	if err != nil {
		return errors.Join(err, store.Close())
	}
	d.space.Store(sp)
	i.byName[strings.ToLower(name)] = d
	return nil
}

// DatabaseSpec is what CREATE DATABASE gives. Sizes in bytes; Path "" is Dir/NAME.mdf, or memory without Dir.
type DatabaseSpec struct {
	Name   string
	Path   string
	Size   int64 // initial size; 0 = 8 MB
	Growth int64 // step; 0 = the allocator's own
}

const defaultSize = 8 << 20

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
	path := spec.Path
	inMemory := i.opt.InMemory || path == "" && i.opt.Dir == ""
	if path == "" {
		if strings.ContainsAny(spec.Name, `/\:*?"<>|`) || strings.HasPrefix(spec.Name, ".") {
			return nil, errorf(5105, "A file activation error occurred. The name '%s' cannot be a file name; give a file with ON (FILENAME = …).", spec.Name)
		}
		path = filepath.Join(i.opt.Dir, spec.Name+fileExt)
	}
	d := i.newDatabase(i.freeID(5), spec.Name, path)
	d.kept = !inMemory
	if err := d.create(inMemory, spec); err != nil {
		return nil, err
	}
	i.byName[strings.ToLower(spec.Name)] = d
	return d, nil
}

// create makes the file and formats it.
func (d *Database) create(inMemory bool, spec DatabaseSpec) error {
	var f pagefile.File
	if inMemory {
		f = pagefile.NewMem(d.path)
	} else {
		var err error
		if f, err = createFile(d.path); errors.Is(err, os.ErrExist) {
			return errorf(5170, "Cannot create file '%s' because it already exists. Change the file path or the file name, and retry the operation.", d.path)
		} else if errors.Is(err, os.ErrNotExist) {
			return errorf(5133, "Directory lookup for the file \"%s\" failed with the operating system error %v.", d.path, err)
		} else if err != nil {
			return fmt.Errorf("create database %s: %w", d.name, err)
		}
	}
	f = d.inst.wrap(f)
	discard := func() {
		f.Close()
		if !inMemory {
			os.Remove(d.path)
		}
	}
	size := spec.Size
	if size == 0 {
		size = defaultSize
	}
	if err := f.Resize(uint32(min((size+page.Size-1)/page.Size, 1<<32-1))); err != nil {
		discard()
		if errors.Is(err, pagefile.ErrNoSpace) {
			return errorf(5149, "MODIFY FILE encountered operating system error %v while attempting to expand the physical file '%s'.", err, d.path)
		}
		return fmt.Errorf("create database %s: %w", d.name, err)
	}
	d.file = func() (pagefile.File, error) { return f, nil }
	if _, err := d.Space(); err != nil {
		discard()
		return err
	}
	if err := d.unmark(); err != nil {
		d.space.Load().Store().Close()
		discard()
		return err
	}
	return nil
}

// DropDatabase closes the database and removes its file. In use by a transaction: *Error 3702; unknown:
// 3701; a system database: 3708.
func (i *Instance) DropDatabase(name string) error {
	i.mu.Lock()
	d := i.byName[strings.ToLower(name)]
	if u := i.unopened[strings.ToLower(name)]; d == nil && u != nil {
		defer i.mu.Unlock()
		return i.dropUnopened(u)
	}
	if d == nil {
		i.mu.Unlock()
		return &Error{Number: 3701, Class: 11, State: 1, Text: fmt.Sprintf("Cannot drop the database '%s', because it does not exist or you do not have permission.", name)}
	}
	if d.id < 5 {
		i.mu.Unlock()
		return errorf(3708, "Cannot drop the database '%s' because it is a system database.", d.name)
	}
	d.mu.Lock()
	if d.users > 0 {
		d.mu.Unlock()
		i.mu.Unlock()
		return &Error{Number: 3702, Class: 16, State: 4, Text: fmt.Sprintf("Cannot drop database \"%s\" because it is currently in use.", d.name)}
	}
	d.dropped = true
	d.mu.Unlock()
	delete(i.byName, strings.ToLower(name))
	i.mu.Unlock()

	i.gone.retire(d.access())
	// The space of a file that is removed while it is open comes back in the background. Where it cannot be, it is removed afterwards.
	removed := !d.kept || os.Remove(d.path) == nil
	err := d.close(false)
	if !removed {
		err = errors.Join(err, os.Remove(d.path))
	}
	if err != nil {
		return fmt.Errorf("drop database %s: %w", d.name, err)
	}
	return nil
}

// join counts tx among the users of d, once.
func (tx *Txn) join(d *Database) error {
	if slices.Contains(tx.dbs, d) {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dropped {
		return errorf(911, "Database '%s' does not exist. Make sure that the name is entered correctly.", d.name)
	}
	d.users++
	tx.dbs = append(tx.dbs, d)
	return nil
}

// leave is the end of a transaction.
func (tx *Txn) leave() {
	for _, d := range tx.dbs {
		d.mu.Lock()
		d.users--
		d.mu.Unlock()
	}
	tx.dbs = tx.dbs[:0]
}
