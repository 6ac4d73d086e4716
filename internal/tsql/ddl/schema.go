package ddl

import (
	"context"
	"errors"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
)

// createSchema is CREATE SCHEMA with the tables that it makes in it. A schema without a name has its owner's.
func createSchema(n *ast.CreateSchemaStatement, source func(any) string) (*Statement, error) {
	id, owner := n.Name, system.DefaultSchema
	if n.Owner != nil {
		owner = n.Owner.Value
	}
	if id == nil {
		id = n.Owner
	}
	if id == nil || n.Owner == nil && strings.HasSuffix(strings.ToUpper(source(n)), "AUTHORIZATION") {
		return nil, sqltype.Errorf(102, "Incorrect syntax near 'SCHEMA'.")
	}
	var elements []*Statement
	for _, e := range n.StatementList.Statements {
		t, ok := e.(*ast.CreateTableStatement)
		if !ok {
			return nil, query.Unsupported("the " + query.NodeName(e) + " in CREATE SCHEMA")
		}
		s, err := createTable(within(id, t), source)
		if err != nil {
			return nil, err
		}
		elements = append(elements, s)
	}
	run := func(ctx context.Context, h Host, note func(int32, string) error) error {
		db := h.Database()
		who := db.Schema(owner) // there are no users but those of the fixed schemas' names
		if who == nil || !who.Fixed() {
			return noPermission("find the user", owner)
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		if err := tx.CreateSchema(ctx, db, id.Value, who.Owner); err != nil {
			return err
		}
		for _, e := range elements {
			if err := e.Run(ctx, h, note); err != nil {
				return err
			}
		}
		return nil
	}
	return &Statement{Run: func(ctx context.Context, h Host, note func(int32, string) error) error {
		return schemaFailed(run(ctx, h, note))
	}}, nil
}

// schemaFailed puts error 2759 after what is wrong with a new schema, or with what is made in it.
func schemaFailed(err error) error {
	var why *sqltype.Error
	var of *engine.Error
	switch {
	case errors.As(err, &why):
	case errors.As(err, &of):
		why = &sqltype.Error{Number: of.Number, State: of.State, Class: of.Class, Text: of.Text}
	default:
		return err
	}
	e := sqltype.Errorf(2759, "CREATE SCHEMA failed due to previous errors.")
	e.Before = append(why.Before, why)
	return e
}

// within is a CREATE TABLE whose table goes into the schema unless it names one.
func within(schema *ast.Identifier, t *ast.CreateTableStatement) *ast.CreateTableStatement {
	if len(query.Parts(t.SchemaObjectName)) > 1 {
		return t
	}
	in, name := *t, *t.SchemaObjectName
	name.SchemaIdentifier, name.Identifiers = schema, []*ast.Identifier{schema, name.BaseIdentifier}
	in.SchemaObjectName = &name
	return &in
}

func dropSchema(n *ast.DropSchemaStatement) (*Statement, error) {
	parts := query.Parts(n.Schema)
	if len(parts) > 1 || n.DropBehavior != "None" {
		return nil, sqltype.Errorf(102, "Incorrect syntax near '%s'.", strings.Join(parts, "."))
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		s := h.Database().Schema(parts[0])
		if s == nil {
			if n.IsIfExists {
				return nil
			}
			return noPermission("drop the schema", parts[0])
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		return tx.DropSchema(ctx, h.Database(), s)
	}}, nil
}

// transfer is ALTER SCHEMA … TRANSFER.
func transfer(n *ast.AlterSchemaStatement) (*Statement, error) {
	if n.ObjectKind == "Type" || n.ObjectKind == "XmlSchemaCollection" {
		return nil, query.Unsupported("ALTER SCHEMA … TRANSFER of a type or XML schema collection")
	}
	parts := query.Parts(n.ObjectName)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		d := h.Database()
		to := d.Schema(n.Name.Value)
		from, schema, name := system.Locate(h.Instance(), d, parts)
		switch {
		case to == nil:
			return noPermission("alter the schema", n.Name.Value)
		case to.Closed():
			return sqltype.Errorf(15150, "Cannot alter the schema '%s'.", to.Name)
		case temporary(parts):
			return sqltype.Errorf(33144, "Cannot change the schema of a temporary object.")
		case from != d:
			return noPermission("find the object", name)
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		found, err := tx.Move(ctx, d, schema, name, to.Name, name)
		var e *engine.Error
		switch {
		case errors.As(err, &e) && e.Number == 2714:
			return sqltype.Errorf(15530, "The object with name \"%s\" already exists.", name)
		case found:
			return err
		case d.NameTaken(schema, name): // by a constraint
			return sqltype.Errorf(15347, "Cannot transfer an object that is owned by a parent object.")
		}
		return noPermission("find the object", name)
	}}, nil
}

// noPermission is error 15151 for what is not there.
func noPermission(what, name string) error {
	return sqltype.Errorf(15151, "Cannot %s '%s', because it does not exist or you do not have permission.", what, name)
}
