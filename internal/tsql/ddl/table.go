package ddl

import (
	"context"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

func createTable(n *ast.CreateTableStatement, source func(any) string) (*Statement, error) {
	switch {
	case n.AsEdge || n.AsNode || n.AsFileTable:
		return nil, query.Unsupported("a graph table or FileTable")
	case n.SelectStatement != nil || n.FederationScheme != nil:
		return nil, query.Unsupported("CREATE TABLE AS SELECT")
	case n.Definition == nil:
		return nil, sqltype.Errorf(102, "Incorrect syntax near 'TABLE'.")
	case n.Definition.SystemTimePeriod != nil:
		return nil, query.Unsupported("PERIOD FOR SYSTEM_TIME")
	}
	if len(n.Definition.ColumnDefinitions) == 0 {
		e := sqltype.Errorf(102, "Incorrect syntax near ')'.")
		e.Class = 15
		return nil, e
	}
	for _, o := range n.Options {
		return nil, query.Unsupported("the " + query.NodeName(o))
	}
	on, err := filegroup(n.OnFileGroupOrPartitionScheme)
	if err != nil {
		return nil, err
	}
	defs, cs, err := definition(n.Definition, source)
	if err != nil {
		return nil, err
	}
	parts := query.Parts(n.SchemaObjectName)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		return create(ctx, h, parts, on, defs, cs)
	}}, nil
}

// TableVariable creates the table of a table variable, with the given name.
func TableVariable(n *ast.TableDefinition, name []string, source func(any) string) (*Statement, error) {
	defs, cs, err := definition(n, source)
	if err != nil {
		return nil, err
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		return create(ctx, h, name, "", defs, cs)
	}}, nil
}

// definition reads the columns and constraints of a table.
func definition(n *ast.TableDefinition, source func(any) string) (defs []columnDef, cs *constraints, err error) {
	cs = &constraints{}
	for _, c := range n.ColumnDefinitions {
		d, err := column(c, source, cs)
		if err != nil {
			return nil, nil, err
		}
		defs = append(defs, d)
	}
	for _, c := range n.TableConstraints {
		switch c := c.(type) {
		case *ast.UniqueConstraintDefinition:
			k, err := uniqueKey(c, "")
			if err != nil {
				return nil, nil, err
			}
			cs.keys = append(cs.keys, k)
		case *ast.DefaultConstraintDefinition:
			i := findDef(defs, c.Column)
			if i < 0 || defs[i].col.Computed != nil {
				return nil, nil, sqltype.Errorf(1752, "Column in table is invalid for creating a default constraint.")
			}
			if err := defs[i].setDefault(c, source); err != nil {
				return nil, nil, err
			}
		case *ast.CheckConstraintDefinition:
			ck, err := checkOf(c, "", source)
			if err != nil {
				return nil, nil, err
			}
			cs.checks = append(cs.checks, ck)
		case *ast.ForeignKeyConstraintDefinition:
			return nil, nil, query.Unsupported("a FOREIGN KEY constraint")
		default:
			return nil, nil, query.Unsupported("a " + query.NodeName(c))
		}
	}
	for _, ix := range n.Indexes {
		k, err := inlineIndex(ix, "")
		if err != nil {
			return nil, nil, err
		}
		cs.keys = append(cs.keys, k)
	}
	return defs, cs, nil
}

func findDef(defs []columnDef, name *ast.Identifier) int {
	for i := range defs {
		if name != nil && strings.EqualFold(defs[i].col.Name, name.Value) {
			return i
		}
	}
	return -1
}

func create(ctx context.Context, h Host, parts []string, on string, defs []columnDef, cs *constraints) error {
	db, schema, name, err := h.Place(parts)
	if err != nil {
		return err
	}
	def := engine.TableDef{Schema: schema, Name: name}
	if def.Space, err = db.DataSpace(on); err != nil {
		return err
	}
	identities := 0
	for _, d := range defs {
		c := d.col
		if !d.nullGiven {
			c.Nullable = h.Options().AnsiNullDfltOn
		}
		if c.Identity != nil {
			identities++
		}
		if c.Default != "" {
			if err := checkDefault(name, &c); err != nil {
				return err
			}
			if c.DefaultName == "" {
				c.DefaultName = autoName("DF", parts[len(parts)-1], c.Name)
			}
		}
		def.Columns = append(def.Columns, c)
	}
	if identities > 1 {
		return sqltype.Errorf(2744, "Multiple identity columns specified for table '%s'. Only one identity column per table is allowed.", name)
	}
	for i, d := range defs {
		if d.col.Computed != nil {
			if def.Columns[i], err = d.settle(h, parts[len(parts)-1], def.Columns); err != nil {
				return err
			}
		}
	}
	if err := placeKeys(db, &def, cs.keys, parts[len(parts)-1]); err != nil {
		return err
	}
	for i := range def.Columns {
		def.Columns[i].ID = 0
	}
	for i := range cs.checks {
		if def.Checks, err = cs.checks[i].resolve(h, db, schema, parts[len(parts)-1], def.Columns, def.Checks); err != nil {
			return err
		}
	}
	tx, changed, err := txn(h)
	if err != nil {
		return err
	}
	_, err = tx.CreateTable(ctx, db, def)
	changed()
	return err
}

// placeKeys decides which key is clustered: the one that says so, else the PRIMARY KEY unless
// it says NONCLUSTERED. Columns of a PRIMARY KEY are NOT NULL.
func placeKeys(db *engine.Database, def *engine.TableDef, keys []keyDef, table string) error {
	clustered := -1
	primary := -1
	for i, k := range keys {
		if k.ix.PrimaryKey {
			if primary >= 0 {
				return sqltype.Errorf(8110, "Cannot add multiple PRIMARY KEY constraints to table '%s'.", table)
			}
			primary = i
		}
		if k.clustered != nil && *k.clustered {
			if clustered >= 0 {
				return sqltype.Errorf(8112, "Cannot add more than one clustered index for constraints on table '%s'.", table)
			}
			clustered = i
		}
	}
	if clustered < 0 && primary >= 0 && keys[primary].clustered == nil {
		clustered = primary
	}
	next := 2
	for i := range keys {
		ix, err := keys[i].resolve(db, table, def.Columns)
		if err != nil {
			return err
		}
		if ix.PrimaryKey {
			for _, k := range ix.Keys {
				c := &def.Columns[k.ColumnID-1]
				c.Nullable = c.Nullable && c.Computed != nil
			}
		}
		if ix.ID = 1; i != clustered {
			ix.ID = next
			next++
		}
		def.Indexes = append(def.Indexes, ix)
	}
	return nil
}
