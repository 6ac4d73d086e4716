package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"scanfrag/internal/alloc"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// catalogDoc is the catalog as written to the database's pages when it is closed, in JSON. It
// is not written at checkpoints: a database that was not closed is refused anyway.
type catalogDoc struct {
	LastID    uint32
	Config    map[string]int64
	Filing    *filingDoc `json:",omitempty"`
	Schemas   []*Schema  `json:",omitempty"`
	Tables    []tableDoc
	Modules   []*Module
	Types     []*Module   `json:",omitempty"`
	Sequences []*Sequence `json:",omitempty"`
	// RowVersion is @@DBTS; 0: no row version was given yet.
	RowVersion uint64 `json:",omitempty"`
}

type tableDoc struct {
	ID           uint32
	Schema       string
	Name         string
	Version      uint64
	Columns      []Column
	Layout       page.Layout
	Physical     physical
	Indexes      []*Index
	Checks       []*Check `json:",omitempty"`
	Storage      []storageDoc
	Identity     int64
	IdentityUsed bool
}

func (t *Table) doc() tableDoc {
	doc := tableDoc{
		ID: t.ID, Schema: t.Schema, Name: t.Name, Version: t.version, Columns: t.Columns, Layout: t.Layout,
		Physical: t.phys, Indexes: t.Indexes, Checks: t.Checks, Identity: t.state.identity.Load(), IdentityUsed: t.state.identityUsed.Load(),
	}
	for _, s := range t.st {
		if s == nil {
			doc.Storage = append(doc.Storage, storageDoc{})
			continue
		}
		doc.Storage = append(doc.Storage, s.doc())
	}
	return doc
}

func (d *Database) saveCatalog(sp *alloc.Space) error {
	d.mu.RLock()
	doc := catalogDoc{LastID: d.lastID, Config: d.config}
	d.mu.RUnlock()
	doc.Filing = d.filingDoc(sp)
	doc.RowVersion = d.versions.given()
	for _, t := range d.Tables() {
		doc.Tables = append(doc.Tables, t.doc())
	}
	doc.Schemas, doc.Modules, doc.Types, doc.Sequences = d.userSchemas(), append(d.Modules(), d.Synonyms()...), d.Types(), d.Sequences()
	text, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	return d.writeCatalog(sp, text)
}

// loadCatalog reads the catalog and opens every table's storage.
func (d *Database) loadCatalog(sp *alloc.Space) error {
	text, err := d.readCatalog(sp)
	if err != nil {
		return err
	}
	var doc catalogDoc
	if err := json.Unmarshal(text, &doc); err != nil {
		return fmt.Errorf("its catalog, which begins on page %v, is damaged: %w", d.boot.catalog, err)
	}
	d.lastID = doc.LastID
	d.versions.last = doc.RowVersion
	if doc.Config != nil {
		d.config, d.saved = doc.Config, maps.Clone(doc.Config)
	}
	if err := d.openFiles(sp, doc.Filing); err != nil {
		return err
	}
	sp.Owner = d
	sp.SetMixed(d.MixedPages())
	for _, s := range doc.Schemas {
		if s == nil || s.ID < firstSchemaID || s.Name == "" {
			return errors.New("its catalog is damaged: a schema has no id or name")
		}
		d.installSchema(nil, s)
	}
	for _, m := range append(doc.Modules, doc.Types...) {
		if m == nil || m.ID == 0 || m.Name == "" || m.Schema == "" {
			return errors.New("its catalog is damaged: a module has no id or name")
		}
		d.installModule(nil, m)
	}
	for _, s := range doc.Sequences {
		if s == nil || s.ID == 0 || s.Name == "" || s.Schema == "" || s.Increment == 0 || s.State == nil {
			return errors.New("its catalog is damaged: a sequence has no id, name, increment or state")
		}
		d.installSequence(nil, s)
	}
	for i := range doc.Tables {
		t, err := d.openTable(sp, &doc.Tables[i])
		if err != nil {
			return err
		}
		d.install(nil, t)
	}
	return nil
}

func (d *Database) openTable(sp *alloc.Space, doc *tableDoc) (*Table, error) {
	t := &Table{
		ID: doc.ID, Schema: doc.Schema, Name: doc.Name, Columns: doc.Columns, Layout: doc.Layout, Indexes: doc.Indexes, Checks: doc.Checks,
		db: d, state: &tableState{}, version: doc.Version, phys: doc.Physical, shapes: new(sync.Map),
	}
	t.state.attach(d, sp)
	t.state.version.Store(doc.Version)
	t.state.identity.Store(doc.Identity)
	t.state.identityUsed.Store(doc.IdentityUsed)
	if err := t.validate(len(doc.Storage)); err != nil {
		return nil, fmt.Errorf("its catalog is damaged: table %s.%s: %w", doc.Schema, doc.Name, err)
	}
	for i, ix := range t.Indexes {
		if ix.Absent() {
			t.st = append(t.st, nil)
			continue
		}
		if i > 0 && d.boot.version < 3 {
			return nil, fmt.Errorf("it has format version %d, whose nonclustered indexes this program cannot read, and index %s of table %s.%s is one", d.boot.version, ix.Name, t.Schema, t.Name)
		}
		s, err := t.openStorage(sp, i, doc.Storage[i])
		if err != nil {
			return nil, err
		}
		t.st = append(t.st, s)
	}
	return t, nil
}

// validate tests what the rest of the package relies on.
func (t *Table) validate(storages int) error {
	switch {
	case t.ID == 0 || t.Name == "" || t.Schema == "":
		return errors.New("it has no id or name")
	case len(t.Indexes) == 0 || len(t.Indexes) != storages:
		return fmt.Errorf("%d indexes, %d storages", len(t.Indexes), storages)
	case t.Layout.FixedEnd < 4 || t.Layout.FixedEnd > page.MaxRecord || t.Layout.Cols < t.storedColumns() || t.Layout.Vars < 0 || t.Layout.Vars > t.Layout.Cols:
		return fmt.Errorf("impossible layout %+v", t.Layout)
	case t.phys.Uniquifier && (t.Layout.Vars == 0 || t.Layout.Cols == 0):
		return errors.New("no room for the uniquifier")
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Computed != nil {
			if err := t.validateComputed(c); err != nil {
				return err
			}
			if c.Virtual() {
				continue
			}
		}
		ok := c.Bit >= 0 && c.Bit < t.Layout.Cols && c.BitPos < 8 && c.Type.Kind >= sqltype.Bit && c.Type.Kind < sqltype.SQLVariant
		if c.Type.IsFixed() {
			n := c.Type.FixedLen()
			ok = ok && c.Offset >= 4 && n > 0 && n <= page.MaxRecord && c.Offset <= t.Layout.FixedEnd-n
		} else {
			ok = ok && c.Offset == -1 && c.Var >= 0 && c.Var < t.Layout.Vars
		}
		if !ok {
			return fmt.Errorf("column %s lies outside the record", c.Name)
		}
	}
	for _, k := range t.Checks {
		if k == nil || k.Name == "" || k.Text == "" || slices.ContainsFunc(k.Columns, func(id int) bool { return t.columnByID(id) == nil }) {
			return errors.New("a CHECK constraint has no name, no text or not its columns")
		}
	}
	for i, ix := range t.Indexes {
		if ix == nil || ix.ID < 0 || i == 0 && ix.ID > 1 || i > 0 && ix.ID < 2 || ix.ID > 0 && len(ix.Keys) == 0 {
			return fmt.Errorf("index %d is impossible", i)
		}
		for _, k := range ix.Keys {
			if t.columnByID(k.ColumnID) == nil {
				return fmt.Errorf("index %s has no column %d", ix.Name, k.ColumnID)
			}
		}
		for _, id := range ix.Include {
			if t.columnByID(id) == nil {
				return fmt.Errorf("index %s has no column %d", ix.Name, id)
			}
		}
	}
	return nil
}
