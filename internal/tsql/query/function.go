package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
)

// arguments compiles a function's arguments, left-out ones (DEFAULT) included, and tells which sources they read: errors 313 too few,
// 8144 too many.
func (b *block) arguments(name string, params []syntax.Parameter, args []ast.ScalarExpression) (out []*expr.Expr, deps uint64, err error) {
	saved := b.refs
	b.refs = 0
	out, err = compileArguments(b, name, params, args)
	deps = b.refs
	b.refs = saved | deps
	return out, deps, err
}

// TooManyArguments is the error for arguments beyond the parameters of a procedure or function.
func TooManyArguments(name string) error {
	return sqltype.Errorf(8144, "Procedure or function %s has too many arguments specified.", name)
}

func tooFewArguments(name string) error {
	return sqltype.Errorf(313, "An insufficient number of arguments were supplied for the procedure or function %s.", name)
}

func compileArguments(s expr.Scope, name string, params []syntax.Parameter, args []ast.ScalarExpression) (out []*expr.Expr, err error) {
	if len(args) > len(params) {
		return nil, TooManyArguments(name)
	}
	if len(args) < len(params) {
		return nil, tooFewArguments(name)
	}
	out = make([]*expr.Expr, len(params))
	for i, p := range params {
		if IsDefault(args[i]) {
			if p.Default == nil {
				return nil, tooFewArguments(name)
			}
			out[i], err = expr.CompileAs(expr.NoScope{}, p.Default, p.Type)
		} else {
			out[i], err = expr.CompileAs(s, args[i], p.Type)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// scalarFunction compiles a call of a user's function, which has a schema always; handled is false when there is none of the name.
func (c *Compiler) scalarFunction(s expr.Scope, f *ast.FunctionCall) (e *expr.Expr, handled bool, err error) {
	t, ok := f.CallTarget.(*ast.MultiPartIdentifierCallTarget)
	if !ok {
		return nil, false, nil
	}
	var parts []string
	for _, id := range t.MultiPartIdentifier.Identifiers {
		parts = append(parts, id.Value)
	}
	o, err := c.find(append(parts, f.FunctionName.Value))
	if err != nil {
		return nil, true, err
	}
	m, d := o.module, o.db
	if m == nil || m.Kind != engine.ScalarFunction {
		return nil, o.alias != nil, o.alias
	}
	def, err := syntax.ParseModule(m.Text, m.QuotedIdentifier, c.Host.ResolveTypes)
	if err != nil {
		return nil, true, err
	}
	typ, err := expr.DataType(def.Returns)
	if err != nil {
		return nil, true, err
	}
	args, err := compileArguments(s, m.Name, def.Params, f.Parameters)
	if err != nil {
		return nil, true, err
	}
	host := c.Host
	return expr.New(typ, true, func(env *expr.Env) (sqltype.Value, error) {
		vals := make([]sqltype.Value, len(args))
		for i, a := range args {
			if vals[i], err = a.Eval(env); err != nil {
				return sqltype.Value{}, err
			}
			if vals[i].Null && def.NullOnNull {
				return sqltype.NullOf(typ.Kind), nil
			}
		}
		return host.CallFunction(m, d, vals)
	}, nil), true, nil
}
