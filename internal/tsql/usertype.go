package tsql

import (
	"errors"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/ddl"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// User-defined types. A table type is a definition that DECLARE @v name and READONLY parameters use; an alias type is another
// name of a type, which takes its place wherever a text is parsed. sys.columns shows the latter.

// findType finds a user-defined type of the current database; nil when there is none.
func (s *Session) findType(name *ast.SchemaObjectName) *engine.Module {
	if name == nil {
		return nil
	}
	_, schema, base := system.Locate(s.inst, s.db, query.Parts(name))
	return s.db.Type(schema, base)
}

// typeStatement is the parsed statement that created a type.
func typeStatement(m *engine.Module) (ast.Statement, *syntax.Batch, error) {
	b, err := syntax.Parse(m.Text, m.QuotedIdentifier)
	if err == nil && len(b.Statements) != 1 {
		err = errors.New("type " + m.Name + ": its definition is no statement")
	}
	if err != nil {
		return nil, nil, err
	}
	return b.Statements[0], b, nil
}

// tableType is the definition of the table type of that name, and how its texts are read; nil when there is none of the name.
func (s *Session) tableType(name *ast.SchemaObjectName) (def *ast.TableDefinition, source func(any) string, m *engine.Module, err error) {
	m = s.findType(name)
	if m == nil || m.Kind != engine.TableType {
		return nil, nil, nil, nil
	}
	st, b, err := typeStatement(m)
	if err != nil {
		return nil, nil, nil, err
	}
	n, ok := st.(*ast.CreateTypeTableStatement)
	if !ok {
		return nil, nil, nil, errors.New("type " + m.Name + ": its definition is not that of a table type")
	}
	return n.Definition, b.Source, m, nil
}

// ResolveTypes puts the types that alias types stand for in their place. A column of a type that is NOT NULL is so unless it says NULL.
func (s *Session) ResolveTypes(b *syntax.Batch) (err error) {
	if !s.db.HasAliases() {
		return nil
	}
	alias := func(t ast.DataTypeReference) *ast.CreateTypeUddtStatement {
		m := s.findType(syntax.TypeName(t))
		if m == nil || m.Kind != engine.AliasType || err != nil {
			return nil
		}
		st, _, perr := typeStatement(m)
		if perr != nil {
			err = perr
			return nil
		}
		u, _ := st.(*ast.CreateTypeUddtStatement)
		return u
	}
	for i := range b.Statements {
		syntax.Walk(b.Statements[i], func(n any) bool {
			switch n := n.(type) {
			case *ast.ColumnDefinition:
				if u := alias(n.DataType); u != nil && u.NullableConstraint != nil && n.Nullable == nil {
					n.Nullable = u.NullableConstraint
				}
			case *ast.SqlDataTypeReference:
				if u := alias(n); u != nil {
					if base, ok := u.DataType.(*ast.SqlDataTypeReference); ok {
						*n = *base
					}
				}
			}
			return err == nil
		})
		syntax.Mutate(&b.Statements[i], func(n any) any {
			if t, ok := n.(*ast.UserDataTypeReference); ok {
				if u := alias(t); u != nil {
					return u.DataType
				}
			}
			return nil
		})
	}
	return err
}

// userType compiles CREATE TYPE and DROP TYPE; handled is false for other statements.
func (p *program) userType(n ast.Statement) (st *stmt, handled bool, err error) {
	var m engine.Module
	var name *ast.SchemaObjectName
	switch n := n.(type) {
	case *ast.DropTypeStatement:
		p.eager = false
		return simple(func(f *frame) error { return f.dropType(n) }), true, nil
	case *ast.CreateTypeTableStatement:
		if len(n.Options) > 0 {
			return nil, true, unsupported("a memory-optimized table type")
		}
		m.Kind, name = engine.TableType, n.Name
		_, err = ddl.TableVariable(n.Definition, []string{tableVariables, "t"}, p.f.batch.Source)
	case *ast.CreateTypeUddtStatement:
		m.Kind, name, m.Alias = engine.AliasType, n.Name, &engine.Alias{NotNull: n.NullableConstraint != nil && !n.NullableConstraint.Nullable}
		m.Alias.Type, err = expr.DataType(n.DataType)
	case *ast.CreateTypeUdtStatement:
		return nil, true, unsupported("CREATE TYPE … EXTERNAL NAME")
	default:
		return nil, false, nil
	}
	if err != nil {
		return nil, true, err
	}
	p.eager = false
	m.Text = p.f.batch.Source(n)
	return simple(func(f *frame) error {
		s := f.s
		db, schema, base, err := s.Place(query.Parts(name))
		if err != nil {
			return err
		}
		m := m
		m.Schema, m.Name, m.QuotedIdentifier, m.AnsiNulls = schema, base, s.set.QuotedIdentifier, s.set.AnsiNulls
		return f.defineType(n, func(tx *engine.Txn) error { return tx.CreateModule(f.ctx, db, m) })
	}), true, nil
}

func (f *frame) dropType(n *ast.DropTypeStatement) error {
	m := f.s.findType(n.Name)
	if m == nil {
		if n.IsIfExists {
			return f.defined()
		}
		return errorf(218, 16, "Could not find the type '%s'. Either it does not exist or you do not have the necessary permission.", strings.Join(query.Parts(n.Name), "."))
	}
	for _, user := range f.s.db.Modules() {
		used, err := f.s.usesType(user, m)
		if err != nil {
			return err
		}
		if used {
			return errorf(3732, 16, "Cannot drop type '%s' because it is being referenced by object '%s'. There may be other objects that reference this type.", strings.Join(query.Parts(n.Name), "."), user.Name)
		}
	}
	db := f.s.db
	return f.defineType(n, func(tx *engine.Txn) error { return tx.DropModule(f.ctx, db, m) })
}

// usesType reports that a parameter of module m is of a type.
func (s *Session) usesType(m, typ *engine.Module) (used bool, err error) {
	if m.Kind == engine.View {
		return false, nil
	}
	b, err := syntax.Parse(m.Text, m.QuotedIdentifier)
	if err != nil {
		return false, err
	}
	syntax.Walk(b.Statements[0], func(n any) bool {
		if p, ok := n.(*ast.ProcedureParameter); ok {
			used = used || s.findType(syntax.TypeName(p.DataType)) == typ
		}
		return !used
	})
	return used, nil
}

// defineType runs a change of the catalog's types.
func (f *frame) defineType(n ast.Statement, change func(tx *engine.Txn) error) error {
	if err := f.defining(n); err != nil {
		return err
	}
	if err := f.changeCatalog(change); err != nil {
		return err
	}
	return f.defined()
}
