package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// executeSQL is sp_executesql @stmt[, @params, values…].
func (f *frame) executeSQL(params []Param) (int32, error) {
	if len(params) == 0 {
		return 0, notSupplied("sp_executesql", "@statement")
	}
	for _, p := range params[:min(2, len(params))] {
		if !p.Value.Kind.IsString() && !p.Value.Null {
			return 0, errorf(214, 16, "Procedure expects parameter '@statement' of type 'ntext/nchar/nvarchar'.")
		}
	}
	decl := ""
	if len(params) > 1 && !params[1].Value.Null {
		decl = strings.TrimSpace(params[1].Value.S)
	}
	t := f.s.text(params[0].Value.S, decl, true)
	if t.batch == nil && decl != "" {
		if err := t.declare(f.s, decl); err != nil {
			return 0, err
		}
	}
	vals, source := t.vals[:0], t.source[:0]
	for range t.decls {
		source = append(source, -1)
	}
	rest := params[min(2, len(params)):]
	if len(rest) > len(t.decls) {
		return 0, query.TooManyArguments("")
	}
	for i, a := range rest {
		k := i
		if a.Name != "" {
			if slot, _, ok := t.vars.Lookup(a.Name); ok && slot < len(t.decls) {
				k = slot
			} else if strings.HasPrefix(a.Name, "@") {
				return 0, notParameter(a.Name, "")
			}
		}
		source[k] = i
	}
	for i := range t.decls {
		d := &t.decls[i]
		v := d.dflt
		if k := source[i]; k >= 0 {
			var err error
			if v, err = sqltype.ConvertFrom(rest[k].Value, rest[k].Type, d.typ, 0, false); err != nil {
				return 0, err
			}
		} else if !d.hasDflt {
			return 0, errorf(8178, 16, "The parameterized query '%s' expects the parameter '%s', which was not supplied.", params[1].Value.S+params[0].Value.S, d.name)
		}
		vals = append(vals, v)
	}
	t.vals, t.source = vals, source
	child, err := f.dynamic(t, vals)
	if err != nil {
		return 0, err
	}
	t.vals = child.env.Vars
	for i := range t.decls {
		d := &t.decls[i]
		if k := source[i]; k >= 0 && d.output && rest[k].Output {
			v, err := sqltype.ConvertFrom(child.env.Vars[i], d.typ, rest[k].Type, 0, false)
			if err != nil {
				return 0, err
			}
			rest[k].Value = v
		}
	}
	clear(t.vals) // t stays compiled
	return 0, nil
}

// declare makes the parameters of decl variables of t.
func (t *sqlText) declare(s *Session, decl string) (err error) {
	if t.decls, err = s.declarations(decl); err != nil {
		return err
	}
	for _, d := range t.decls {
		if _, err := t.vars.declare(d.name, d.typ); err != nil {
			return err
		}
	}
	return nil
}

// declaration is one parameter of sp_executesql.
type declaration struct {
	name    string
	typ     sqltype.Type
	output  bool
	dflt    sqltype.Value
	hasDflt bool
}

// declarations parses "@a int, @b nvarchar(10) = N'x' OUTPUT": a procedure's parameter list.
func (s *Session) declarations(text string) ([]declaration, error) {
	b, err := syntax.Parse("CREATE PROCEDURE p "+text+" AS RETURN", true)
	if err != nil {
		return nil, err
	}
	if err := s.ResolveTypes(b); err != nil {
		return nil, err
	}
	if len(b.Statements) != 1 {
		return nil, errorf(102, 15, "Incorrect syntax near '%s'.", text)
	}
	n, ok := b.Statements[0].(*ast.CreateProcedureStatement)
	if !ok || n.StatementList == nil || len(n.StatementList.Statements) != 1 {
		return nil, errorf(102, 15, "Incorrect syntax near '%s'.", text)
	}
	var out []declaration
	for _, p := range n.Parameters {
		if strings.EqualFold(p.Modifier, "ReadOnly") {
			return nil, unsupported("a table-valued parameter of sp_executesql")
		}
		t, err := expr.DataType(p.DataType)
		if err != nil {
			return nil, err
		}
		d := declaration{name: p.VariableName.Value, typ: t, output: strings.EqualFold(p.Modifier, "Output")}
		if p.Value != nil {
			e, err := expr.CompileAs(expr.NoScope{}, p.Value, t)
			if err != nil {
				return nil, err
			}
			if d.dflt, err = e.Eval(&expr.Env{}); err != nil {
				return nil, err
			}
			d.hasDflt = true
		}
		out = append(out, d)
	}
	return out, nil
}
