package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// found is what a name in a query stands for: one of the first three, or none of them.
type found struct {
	table    *engine.Table
	module   *engine.Module // no synonym
	sequence *engine.Sequence

	db    *engine.Database
	parts []string // the name, or that of the synonym's base: where objects of the system are looked up
	names []string // of a synonym: its own, in full
	alias error    // of a synonym: the error when its base is not what is wanted here
}

// fault is err, or what is wrong with the synonym that led here.
func (f *found) fault(err error) error {
	if f.alias != nil {
		return f.alias
	}
	return err
}

// find resolves a name: a synonym stands for its base. Errors 470 for a synonym of a synonym, 5313 for one without a base.
func (c *Compiler) find(parts []string) (found, error) {
	f := c.object(c.database(), c.Schema, parts)
	if f.module == nil || f.module.Kind != engine.Synonym {
		return f, nil
	}
	d, base, names := f.db, SynonymBase(f.module), []string{f.db.Name(), f.module.Schema, f.module.Name}
	f = c.object(d, "", base)
	f.names, f.alias = names, badSynonym(parts, 224)
	if len(base) == 2 {
		f.parts = append([]string{d.Name()}, base...)
	}
	switch {
	case f.module != nil && f.module.Kind == engine.Synonym:
		return f, sqltype.Errorf(470, "The synonym \"%s\" referenced synonym \"%s\". Synonym chaining is not allowed.", strings.Join(parts, "."), strings.Join(base, "."))
	case f.table == nil && f.module == nil && f.sequence == nil:
		if _, _, err := c.findVirtual(f.parts); err != nil {
			return f, badSynonym(parts, 1)
		}
	}
	return f, nil
}

// object finds what has a name of one to three parts in database d. A name alone is looked up in schema first, if it is not
// "", and in dbo then.
func (c *Compiler) object(d *engine.Database, first string, parts []string) found {
	f := found{parts: parts}
	if last := parts[len(parts)-1]; strings.HasPrefix(last, "#") || strings.HasPrefix(last, "@") {
		f.table = c.Host.FindTable(parts...)
		return f
	}
	db, schema, name := system.Locate(c.Host.Instance(), d, parts)
	if f.db = db; db == nil {
		return f
	}
	if len(parts) == 1 && first != "" && c.look(&f, first, name) {
		return f
	}
	c.look(&f, schema, name)
	return f
}

func (c *Compiler) look(f *found, schema, name string) bool {
	if m := c.Self; m != nil && f.db == c.Host.Database() && strings.EqualFold(m.Name, name) && strings.EqualFold(m.Schema, schema) {
		f.module = m
		return true
	}
	f.table, f.module, f.sequence = f.db.Table(schema, name), f.db.Module(schema, name), f.db.Sequence(schema, name)
	return f.table != nil || f.module != nil || f.sequence != nil
}

func badSynonym(parts []string, state uint8) error {
	e := sqltype.Errorf(5313, "Synonym '%s' refers to an invalid object.", strings.Join(parts, "."))
	e.State = state
	return e
}

// SynonymBase is the name that a synonym stands for, as written; without a database it is one of the synonym's.
func SynonymBase(m *engine.Module) []string {
	parts, _ := expr.SplitName(m.Text)
	return parts
}

// BaseTable finds the table that a statement changes, by its name or a synonym.
func (c *Compiler) BaseTable(n *ast.NamedTableReference) (*engine.Table, error) {
	parts := Parts(n.SchemaObject)
	f, err := c.find(parts)
	if err == nil && f.table == nil {
		err = f.fault(NoTable(parts))
	}
	return f.table, c.fail(n, err)
}

// means reports whether the name of a statement's target is that of a reference in FROM. One without an alias goes by the last
// part of its name, whatever the schema.
func (c *Compiler) means(target []string, r *ast.NamedTableReference) bool {
	name := Parts(r.SchemaObject)
	if !sameParts(name, target) || len(name) == len(target) || r.Alias == nil && len(target) == 1 {
		return sameParts(name, target)
	}
	x, y := c.object(c.database(), c.Schema, name), c.object(c.database(), c.Schema, target)
	return x.table == y.table && x.module == y.module
}

// database is where names without one are looked up.
func (c *Compiler) database() *engine.Database {
	if c.Database != nil {
		return c.Database
	}
	return c.Host.Database()
}

// Parts is a name as written, left to right, empty parts kept (master..t).
func Parts(n *ast.SchemaObjectName) []string {
	var parts []string
	for _, i := range n.Identifiers {
		parts = append(parts, i.Value)
	}
	if len(parts) == 0 && n.BaseIdentifier != nil {
		parts = []string{n.BaseIdentifier.Value}
	}
	return parts
}

// Named is the inverse of Parts.
func Named(parts []string) *ast.SchemaObjectName {
	n := &ast.SchemaObjectName{Count: len(parts)}
	for _, p := range parts {
		n.BaseIdentifier = &ast.Identifier{Value: p}
		n.Identifiers = append(n.Identifiers, n.BaseIdentifier)
	}
	return n
}

// NoTable is error 208, 1087 for a table variable.
func NoTable(parts []string) error {
	if strings.HasPrefix(parts[0], "@") {
		e := sqltype.Errorf(1087, "Must declare the table variable \"%s\".", parts[0])
		e.Class, e.State = 15, 2
		return e
	}
	return sqltype.Errorf(208, "Invalid object name '%s'.", strings.Join(parts, "."))
}
