package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// fileExt is the extension of a database's data file in Options.Dir; its name is the database's.
const fileExt = ".mdf"

func (i *Instance) newDatabase(id int, name, path string) *Database {
	d := &Database{
		inst: i, id: id, name: name, path: path, filing: newFiling(name, path),
		tables: map[string]*Table{}, byID: map[uint32]*Table{}, schemas: map[string]*Schema{}, modules: map[string]*Module{}, types: map[string]*Module{}, sequences: map[string]*Sequence{}, names: map[string]*nameLock{}, config: map[string]int64{},
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
		if name != "tempdb" { // as in every version
			d.config[mixedPages] = 1
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
		d := i.newDatabase(i.freeID(5), name, path)
		d.kept = true
		if err := i.attach(d); err != nil {
			i.setAside(d, err)
		}
	}
	return nil
}

// attach opens a database of Options.Dir. After an error d has the name and the files that its catalog gives,
// as far as it could be read.
func (i *Instance) attach(d *Database) (err error) {
	f, err := openFile(d.path)
	if err != nil {
		return err
	}
	f = i.wrap(f)
	if d.boot, err = i.readBoot(f); err != nil {
		return errors.Join(err, f.Close())
	}
	store := i.pool.Open(f)
	store.CheckRows(d.rows.check)
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
	if err == nil && i.byName[strings.ToLower(d.name)] != nil {
		err = errors.New("a database of this name exists already")
	}
	if err != nil {
		return errors.Join(err, store.Close())
	}
	d.space.Store(sp)
	i.byName[strings.ToLower(d.name)] = d
	return nil
}

// DropDatabase closes the database and removes its files. In use by a transaction: *Error 3702; unknown:
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
	var left []string
	for _, f := range d.Files() {
		if path := d.PathOf(f); d.kept && os.Remove(path) != nil {
			left = append(left, path)
		}
	}
	err := d.close(false)
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
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
