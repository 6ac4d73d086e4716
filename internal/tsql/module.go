package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/ddl"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// findModule finds a module by a one- to three-part name.
func (s *Session) findModule(parts []string) (*engine.Module, *engine.Database) {
	return moduleIn(s.inst, s.db, parts)
}

func moduleIn(inst *engine.Instance, d *engine.Database, parts []string) (*engine.Module, *engine.Database) {
	db, schema, name := system.Locate(inst, d, parts)
	if db == nil {
		return nil, nil
	}
	return db.Module(schema, name), db
}

// Parameters reads them from the module's text. There are none when it cannot be parsed any more.
func (s *Session) Parameters(m *engine.Module) (out []system.Param) {
	def, err := syntax.ParseModule(m.Text, m.QuotedIdentifier, s.ResolveTypes)
	if err != nil {
		return nil
	}
	if def.Returns != nil {
		if t, err := expr.DataType(def.Returns); err == nil {
			out = append(out, system.Param{Type: t, Output: true})
		}
	}
	for _, p := range def.Params {
		out = append(out, system.Param{Name: p.Name, Type: p.Type, Output: p.Output})
	}
	return out
}

// module compiles CREATE and ALTER of procedures, functions and views; handled is false for other statements.
func (p *program) module(n ast.Statement) (st *stmt, handled bool, err error) {
	switch n := n.(type) {
	case *ast.DropProcedureStatement:
		return p.dropModules(engine.Procedure, n.Objects, n.IsIfExists), true, nil
	case *ast.DropFunctionStatement:
		return p.dropModules(engine.ScalarFunction, n.Objects, n.IsIfExists), true, nil
	case *ast.DropViewStatement:
		return p.dropModules(engine.View, n.Objects, n.IsIfExists), true, nil
	case *ast.DropSynonymStatement:
		return p.dropModules(engine.Synonym, n.Objects, n.IsIfExists), true, nil
	case *ast.CreateSchemaStatement:
		return nil, false, p.alone(n, "CREATE SCHEMA")
	}
	def, ok, err := syntax.ModuleOf(n)
	if err != nil {
		if name := p.f.s.unmarkedTable(n); name != "" {
			err = errorf(352, 15, "The table-valued parameter \"%s\" must be declared with the READONLY option.", name)
		}
	}
	if !ok || err != nil {
		return nil, ok, err
	}
	what := ddl.KindWord(def.Kind)
	if err := p.alone(n, "CREATE/ALTER "+what); err != nil {
		return nil, true, err
	}
	parts := query.Parts(def.Name)
	if len(parts) > 2 {
		return nil, true, errorf(166, 15, "'CREATE/ALTER %s' does not allow specifying the database name as a prefix to the object name.", what)
	}
	if strings.HasPrefix(parts[len(parts)-1], "#") {
		return nil, true, unsupported("a temporary " + strings.ToLower(what))
	}
	if def.Kind == engine.TableFunction || def.Kind == engine.ScalarFunction {
		if err := checkFunction(def); err != nil {
			return nil, true, err
		}
	}
	p.eager = false
	text := p.f.batch.Text
	if def.Alter {
		text = created(text, syntax.Frag(n).StartOffset)
	}
	return simple(func(f *frame) error { return f.define(n, def, parts, text) }), true, nil
}

// alone is error 111 for a statement that is not the only one of its batch.
func (p *program) alone(n ast.Statement, what string) error {
	if b := p.f.batch.Statements; p.routine != nil || len(b) != 1 || b[0] != n {
		return errorf(111, 15, "'%s' must be the first statement in a query batch.", what)
	}
	return nil
}

// created is an ALTER, or CREATE OR ALTER, as the CREATE that sys.sql_modules shows. at is where it begins, in UTF-16 units.
func created(text string, at int) string {
	head, rest := cutUTF16(text, at)
	words := strings.Fields(rest)
	if strings.EqualFold(words[0], "ALTER") {
		return head + "CREATE" + rest[len("ALTER"):]
	}
	i := strings.Index(strings.ToUpper(rest), "ALTER")
	return head + "CREATE" + rest[i+len("ALTER"):]
}

func cutUTF16(s string, n int) (head, rest string) {
	for i, r := range s {
		if n <= 0 {
			return s[:i], s[i:]
		}
		if n--; r > 0xFFFF {
			n--
		}
	}
	return s, ""
}

// define puts a module into the catalog after its body was compiled once: names of tables may be missing,
// all else must be right.
func (f *frame) define(n ast.Statement, def *syntax.Module, parts []string, text string) error {
	if err := f.defining(n); err != nil {
		return err
	}
	s := f.s
	db, schema, name, err := s.Place(parts)
	if err != nil {
		return err
	}
	m := engine.Module{Kind: def.Kind, Schema: schema, Name: name, Text: text, QuotedIdentifier: s.set.QuotedIdentifier, AnsiNulls: s.set.AnsiNulls}
	was := db.Module(schema, name)
	switch {
	case was == nil && !def.Create:
		return errorf(208, 16, "Invalid object name '%s'.", strings.Join(parts, "."))
	case was != nil && def.Alter && was.Kind != def.Kind:
		return errorf(2010, 16, "Cannot perform alter on '%s' because it is an incompatible object type.", strings.Join(parts, "."))
	}
	if err := f.tryModule(&m, db); err != nil {
		return err
	}
	err = f.changeCatalog(func(tx *engine.Txn) error {
		if was != nil && def.Alter {
			return tx.AlterModule(f.ctx, db, was, m)
		}
		return tx.CreateModule(f.ctx, db, m)
	})
	if err != nil {
		return err
	}
	return f.defined()
}

// tryModule compiles a module that is about to be defined.
func (f *frame) tryModule(m *engine.Module, db *engine.Database) error {
	s := f.s
	if m.Kind == engine.Procedure || m.Kind == engine.ScalarFunction || m.Kind == engine.TableFunction {
		r, err := s.compileRoutine(f.ctx, m)
		if err == nil {
			s.dropTables(r.tables)
		}
		return err
	}
	c := f.compiler()
	return c.CheckModule(m, db)
}

// dropModules is DROP PROCEDURE, FUNCTION, VIEW and SYNONYM.
func (p *program) dropModules(kind string, objects []*ast.SchemaObjectName, ifExists bool) *stmt {
	p.eager = false
	what := ddl.KindWord(kind)
	return simple(func(f *frame) error {
		if err := f.defining(nil); err != nil {
			return err
		}
		for _, o := range objects {
			parts := query.Parts(o)
			m, db := f.s.findModule(parts)
			if m == nil || ddl.KindWord(m.Kind) != what {
				if err := ddl.OtherKind(f.s, what, parts); err != nil {
					return err
				}
				if ifExists {
					continue
				}
				return errorf(3701, 11, "Cannot drop the %s '%s', because it does not exist or you do not have permission.", strings.ToLower(what), strings.Join(parts, "."))
			}
			if err := f.changeCatalog(func(tx *engine.Txn) error { return tx.DropModule(f.ctx, db, m) }); err != nil {
				return err
			}
		}
		return f.defined()
	})
}
