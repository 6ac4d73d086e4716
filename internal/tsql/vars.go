package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// variables are the names and types of a batch's variables; values are in frame.env.Vars.
type variables struct {
	slots map[string]int
	types []sqltype.Type
}

// Lookup finds a variable by name with its @, any case.
func (v *variables) Lookup(name string) (int, sqltype.Type, bool) {
	i, ok := v.slots[strings.ToLower(name)]
	if !ok {
		return 0, sqltype.Type{}, false
	}
	return i, v.types[i], true
}

func declaredTwice(name string) error {
	return errorf(134, 15, "The variable name '%s' has already been declared. Variable names must be unique within a query batch or stored procedure.", name)
}

func (v *variables) declare(name string, t sqltype.Type) (int, error) {
	key := strings.ToLower(name)
	if _, dup := v.slots[key]; dup {
		return 0, declaredTwice(name)
	}
	if v.slots == nil {
		v.slots = map[string]int{}
	}
	v.slots[key] = len(v.types)
	v.types = append(v.types, t)
	return len(v.types) - 1, nil
}

func (p *program) declare(n *ast.DeclareVariableStatement) (*stmt, error) {
	type initial struct {
		slot int
		e    *scalar
		kind sqltype.Kind
	}
	var inits []initial
	for _, d := range n.Declarations {
		if isCursor(d.DataType) {
			if p.cursorVars == nil {
				p.cursorVars = map[string]bool{}
			}
			p.cursorVars[strings.ToLower(d.VariableName.Value)] = true
			continue
		}
		if table, err := p.typedVariable(d.VariableName.Value, syntax.TypeName(d.DataType)); err != nil {
			return nil, err
		} else if table {
			if d.Value != nil {
				return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", d.VariableName.Value)
			}
			continue
		}
		t, err := expr.DataType(d.DataType)
		if err != nil {
			return nil, err
		}
		in := initial{kind: t.Kind}
		if d.Value != nil { // it cannot refer to the variable itself
			if in.e, err = p.scalarAs(d.Value, t); err != nil {
				return nil, err
			}
		}
		if p.f.tables[strings.ToLower(d.VariableName.Value)] != nil {
			return nil, declaredTwice(d.VariableName.Value)
		}
		if in.slot, err = p.f.vars.declare(d.VariableName.Value, t); err != nil {
			return nil, err
		}
		inits = append(inits, in)
	}
	return simple(func(f *frame) error {
		for i := range inits {
			in := &inits[i]
			// A DECLARE without a value leaves the variable as it is when a loop comes by again.
			if in.e == nil {
				continue
			}
			v, err := in.e.eval(f)
			if err != nil {
				return err
			}
			f.env.Vars[in.slot] = v
			f.s.rowCount = 1
		}
		f.s.lastError = 0
		return nil
	}), nil
}

func isCursor(t *ast.SqlDataTypeReference) bool {
	return t != nil && (strings.EqualFold(t.SqlDataTypeOption, "Cursor") || t.Name != nil && t.Name.BaseIdentifier != nil && strings.EqualFold(t.Name.BaseIdentifier.Value, "cursor"))
}

func (p *program) setVariable(n *ast.SetVariableStatement) (*stmt, error) {
	if n.CursorDefinition != nil {
		return p.setCursor(n)
	}
	if n.Identifier != nil {
		return nil, unsupported("this form of SET @variable")
	}
	slot, t, ok := p.f.vars.Lookup(n.Variable.Name)
	if !ok {
		return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", n.Variable.Name)
	}
	e, err := p.scalarAs(query.Compound(n.AssignmentKind, n.Variable, n.Expression), t)
	if err != nil {
		return nil, err
	}
	st := &stmt{bind: e.bind}
	st.run = func(f *frame) (signal, error) {
		v, err := e.eval(f)
		if err != nil {
			return sigNext, err
		}
		f.env.Vars[slot] = v
		f.s.rowCount, f.s.lastError = 1, 0
		return sigNext, nil
	}
	if e.e != nil && e.e.EvalInt != nil && t.Kind.IsInt() {
		eval, kind := e.e.EvalInt, t.Kind
		st.run = func(f *frame) (signal, error) {
			f.env.Stmt.Reset()
			i, null, err := eval(&f.env)
			if err != nil {
				return sigNext, err
			}
			v := &f.env.Vars[slot]
			v.Kind, v.Null, v.I = kind, null, i
			f.s.rowCount, f.s.lastError = 1, 0
			return sigNext, nil
		}
	}
	return st, nil
}
