package engine

import (
	"context"
	"slices"
	"time"
)

// Kinds of modules, as sys.objects.type has them.
const (
	Procedure      = "P"
	ScalarFunction = "FN"
	InlineFunction = "IF"
	TableFunction  = "TF"
	View           = "V"
	Synonym        = "SN"
)

// Kinds of user-defined types: modules too, with names of their own. See usertype.go.
const (
	TableType = "TT" // CREATE TYPE … AS TABLE
	AliasType = "AT" // CREATE TYPE … FROM
)

// Module is an object of a database whose definition is text: the batch that created it, or the name of a synonym's base.
// The engine keeps it and knows nothing of its meaning. A Module is never changed: an ALTER makes another.
type Module struct {
	ID                uint32
	Kind              string
	Schema, Name      string
	Text              string
	QuotedIdentifier  bool // SET options that hold whenever it runs
	AnsiNulls         bool
	Alias             *Alias `json:",omitempty"` // of an alias type
	Created, Modified time.Time
}

// Module finds a module, or synonym, by schema and name, case-insensitively; nil when there is none.
func (d *Database) Module(schema, name string) *Module {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.modules[tableKey(schema, name)]
}

// Modules lists the modules by object id, without synonyms. Synonyms lists those.
func (d *Database) Modules() []*Module  { return d.modulesWhere(false) }
func (d *Database) Synonyms() []*Module { return d.modulesWhere(true) }

func (d *Database) modulesWhere(synonyms bool) []*Module {
	d.mu.RLock()
	defer d.mu.RUnlock()
	out := make([]*Module, 0, len(d.modules))
	for _, m := range d.modules {
		if (m.Kind == Synonym) == synonyms {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *Module) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

// CreateModule adds a module; its ID and dates are set. Name in use: *Error 2714, no such schema: 2760. Another session
// sees it before the transaction ends: only its name is locked.
func (tx *Txn) CreateModule(ctx context.Context, d *Database, m Module) error {
	if err := tx.change(d); err != nil {
		return err
	}
	if m.IsType() {
		if err := tx.reserveType(ctx, d, m.Schema, m.Name); err != nil {
			return err
		}
	} else if err := tx.reserve(ctx, d, m.Schema, m.Name); err != nil {
		return err
	}
	d.mu.Lock()
	m.ID = d.nextObjectID()
	d.mu.Unlock()
	m.Created = time.Now()
	m.Modified = m.Created
	return tx.replaceModule(d, nil, &m)
}

// AlterModule puts another definition in the place of was, which keeps its id and place in the catalog.
func (tx *Txn) AlterModule(ctx context.Context, d *Database, was *Module, m Module) error {
	if err := tx.lockModule(ctx, d, was.Schema, was.Name); err != nil {
		return err
	}
	if d.Module(was.Schema, was.Name) != was {
		return ErrTableChanged
	}
	m.ID, m.Schema, m.Name, m.Created, m.Modified = was.ID, was.Schema, was.Name, was.Created, time.Now()
	return tx.replaceModule(d, was, &m)
}

// DropModule removes a module.
func (tx *Txn) DropModule(ctx context.Context, d *Database, was *Module) error {
	if err := tx.lockModule(ctx, d, was.Schema, was.Name); err != nil {
		return err
	}
	if !d.current(was) {
		return ErrTableChanged
	}
	return tx.replaceModule(d, was, nil)
}

func (tx *Txn) lockModule(ctx context.Context, d *Database, schema, name string) error {
	if err := tx.change(d); err != nil {
		return err
	}
	return tx.lockName(ctx, d, schema, name)
}

// replaceModule installs now for was (either may be nil), with the step that undoes it.
func (tx *Txn) replaceModule(d *Database, was, now *Module) error {
	err := tx.logStep(step{undo: func() error {
		d.installModule(now, was)
		return nil
	}})
	if err == nil {
		d.installModule(was, now)
	}
	return err
}

func (d *Database) installModule(was, now *Module) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if was != nil {
		delete(d.home(was), tableKey(was.Schema, was.Name))
	}
	if now != nil {
		d.home(now)[tableKey(now.Schema, now.Name)] = now
	}
}

// taken reports whether a table, module or sequence has the name.
func (d *Database) taken(schema, name string) bool {
	return d.Table(schema, name) != nil || d.Module(schema, name) != nil || d.Sequence(schema, name) != nil
}
