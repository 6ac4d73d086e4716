package tsql

import (
	"context"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// maxNesting is SQL Server's limit of nested executions.
const maxNesting = 32

func (p *program) execute(n *ast.ExecuteStatement) (*stmt, error) {
	for _, o := range n.Options {
		if e, ok := o.(*ast.ExecuteOption); !ok || !strings.EqualFold(e.OptionKind, "Recompile") {
			return nil, unsupported("EXECUTE … WITH RESULT SETS")
		}
	}
	sp := n.ExecuteSpecification
	if sp == nil || sp.LinkedServer != nil || sp.ExecuteContext != nil {
		return nil, unsupported("EXECUTE … AT or AS")
	}
	p.eager = false
	switch e := sp.ExecutableEntity.(type) {
	case *ast.ExecutableStringList:
		return p.executeString(e)
	case *ast.ExecutableProcedureReference:
		return p.executeProc(sp, e)
	}
	return nil, unsupported("this form of EXECUTE")
}

func (p *program) executeString(e *ast.ExecutableStringList) (*stmt, error) {
	if len(e.Parameters) > 0 {
		return nil, unsupported("EXECUTE (string, parameters)")
	}
	var parts []*scalar
	for _, n := range e.Strings {
		s, err := p.scalarAs(n, sqltype.NVarCharOf(sqltype.MaxArg))
		if err != nil {
			return nil, err
		}
		parts = append(parts, s)
	}
	return simple(func(f *frame) error {
		var text strings.Builder
		for _, s := range parts {
			v, err := s.eval(f)
			if err != nil {
				return err
			}
			text.WriteString(v.S)
		}
		_, err := f.dynamic(text.String(), &variables{}, nil)
		return err
	}), nil
}

// dynamic runs text in a frame of its own. SET options and the current database are restored
// afterwards, as for any dynamic batch.
func (f *frame) dynamic(text string, vars *variables, vals []sqltype.Value) (*frame, error) {
	s := f.s
	if s.nest >= maxNesting {
		return nil, errorf(217, 16, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit %d).", maxNesting)
	}
	s.nest++
	opts, db := s.set, s.db
	child := &frame{s: s, ctx: f.ctx, sink: f.sink, vars: vars, parent: f, try: f.try}
	child.env.Vars = vals
	defer func() {
		s.nest--
		s.call = f
		s.set = opts
		if s.db != db && s.inst.Database(db.Name()) == db {
			s.use(db)
		}
	}()
	err := child.run(text)
	if err == errScope { // the text's own end; the caller goes on
		err = nil
	}
	return child, err
}

// argument is one argument of a procedure call.
type argument struct {
	name   string // with its @; "" by position
	eval   func(f *frame) (sqltype.Value, error)
	typ    sqltype.Type
	out    int // variable that takes the output value, -1
	isDflt bool
}

func (p *program) arguments(list []*ast.ExecuteParameter) ([]argument, error) {
	var out []argument
	for _, a := range list {
		g := argument{out: -1}
		if a.Variable != nil {
			g.name = a.Variable.Name
		}
		switch v := a.ParameterValue.(type) {
		case nil, *ast.DefaultLiteral:
			g.isDflt = true
		case *ast.VariableReference:
			slot, t, ok := p.f.vars.Lookup(v.Name)
			if !ok {
				return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", v.Name)
			}
			g.typ = t
			g.eval = func(f *frame) (sqltype.Value, error) { return f.env.Vars[slot], nil }
			if a.IsOutput {
				g.out = slot
			}
		case *ast.IdentifierLiteral, *ast.ColumnReferenceExpression:
			w, err := p.word(v)
			if err != nil {
				return nil, err
			}
			g.eval, g.typ = w, sqltype.NVarCharOf(128)
		default:
			e, err := p.scalar(v)
			if err != nil {
				return nil, err
			}
			if e.e != nil {
				g.typ = e.e.Type
			}
			g.eval = e.eval
		}
		if a.IsOutput && g.out < 0 {
			return nil, errorf(179, 15, "Cannot use the OUTPUT option when passing a constant to a stored procedure.")
		}
		out = append(out, g)
	}
	return out, nil
}

func (p *program) executeProc(sp *ast.ExecuteSpecification, e *ast.ExecutableProcedureReference) (*stmt, error) {
	ref := e.ProcedureReference
	if ref == nil || e.AdHocDataSource != nil {
		return nil, unsupported("EXECUTE with a data source")
	}
	args, err := p.arguments(e.Parameters)
	if err != nil {
		return nil, err
	}
	status, statusType := -1, sqltype.Type{}
	if sp.Variable != nil {
		var ok bool
		if status, statusType, ok = p.f.vars.Lookup(sp.Variable.Name); !ok {
			return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", sp.Variable.Name)
		}
	}
	name := func(f *frame) string { return "" }
	if ref.ProcedureVariable != nil {
		slot, _, ok := p.f.vars.Lookup(ref.ProcedureVariable.Name)
		if !ok {
			return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", ref.ProcedureVariable.Name)
		}
		name = func(f *frame) string { return f.env.Vars[slot].S }
	} else {
		full := strings.Join(query.Parts(ref.ProcedureReference.Name), ".")
		name = func(*frame) string { return full }
	}
	return simple(func(f *frame) error {
		vals := make([]Param, len(args))
		for i, a := range args {
			vals[i] = Param{Name: a.name, Type: a.typ, Output: a.out >= 0}
			if a.isDflt {
				vals[i].Type = sqltype.Type{} // KindNull: not given
				continue
			}
			v, err := a.eval(f)
			if err != nil {
				return err
			}
			vals[i].Value = v
			if vals[i].Type.Kind == sqltype.KindNull {
				vals[i].Type = sqltype.Of(v.Kind)
			}
		}
		rc, err := f.procedure(name(f), vals)
		if err != nil {
			return err
		}
		for i, a := range args {
			if a.out >= 0 {
				f.env.Vars[a.out] = vals[i].Value
			}
		}
		if status >= 0 {
			v, err := sqltype.ConvertFrom(sqltype.IntOf(sqltype.Int, int64(rc)), sqltype.Of(sqltype.Int), statusType, 0, false)
			if err != nil {
				return err
			}
			f.env.Vars[status] = v
		}
		f.s.lastError = 0
		return nil
	}), nil
}

// procedure runs a procedure by name; values of output parameters come back in params.
func (f *frame) procedure(full string, params []Param) (status int32, err error) {
	parts := strings.Split(full, ".")
	base := strings.Trim(parts[len(parts)-1], "[]\"")
	if strings.EqualFold(base, "sp_executesql") {
		return f.executeSQL(params)
	}
	proc := system.FindProc(base)
	if proc == nil {
		return 0, &sqltype.Error{Number: 2812, Class: 16, State: 62, Text: "Could not find stored procedure '" + full + "'."}
	}
	args, err := bindArgs(proc, params)
	if err != nil {
		return 0, err
	}
	outs := make([]sqltype.Value, len(args))
	for i := range args {
		outs[i] = args[i].Value
		args[i].Out = &outs[i]
	}
	s := f.s
	s.nest++
	defer func() { s.nest-- }()
	call := &system.Call{Ctx: f.ctx, Session: s, Database: s.db, Sink: f.sink, Line: f.line}
	if len(parts) == 3 {
		if db := s.inst.Database(strings.Trim(parts[0], "[]\"")); db != nil {
			call.Database = db
		}
	}
	_, err = f.atomically(func() (int64, error) {
		status, err = proc.Run(call, args)
		return 0, err
	})
	if err != nil {
		return 0, err
	}
	for i := range params {
		if params[i].Output {
			if k := paramIndex(proc, params, i); k >= 0 {
				params[i].Value = outs[k]
			}
		}
	}
	return status, nil
}

func paramIndex(p *system.Proc, params []Param, i int) int {
	if params[i].Name == "" {
		if i < len(p.Params) {
			return i
		}
		return -1
	}
	for k := range p.Params {
		if strings.EqualFold(p.Params[k].Name, params[i].Name) {
			return k
		}
	}
	return -1
}

// bindArgs puts arguments in the order of the procedure's parameters, converted: errors 8144 too many, 8145 unknown
// name, 201 missing.
func bindArgs(p *system.Proc, params []Param) ([]system.Arg, error) {
	if len(params) > len(p.Params) {
		return nil, errorf(8144, 16, "Procedure or function %s has too many arguments specified.", p.Name)
	}
	args := make([]system.Arg, len(p.Params))
	for i := range params {
		k := paramIndex(p, params, i)
		if k < 0 {
			return nil, errorf(8145, 16, "%s is not a parameter for procedure %s.", params[i].Name, p.Name)
		}
		if params[i].Type.Kind == sqltype.KindNull && !params[i].Value.Null {
			continue // DEFAULT
		}
		v, err := sqltype.ConvertFrom(params[i].Value, params[i].Type, p.Params[k].Type, 0, false)
		if err != nil {
			return nil, err
		}
		args[k] = system.Arg{Value: v, Given: true}
	}
	for k := range args {
		if args[k].Given {
			continue
		}
		if !p.Params[k].HasDefault {
			return nil, errorf(201, 16, "Procedure or function '%s' expects parameter '%s', which was not supplied.", p.Name, p.Params[k].Name)
		}
		args[k].Value = p.Params[k].Default
	}
	return args, nil
}

// executeSQL is sp_executesql @stmt[, @params, values…].
func (f *frame) executeSQL(params []Param) (int32, error) {
	if len(params) == 0 {
		return 0, errorf(201, 16, "Procedure or function 'sp_executesql' expects parameter '@statement', which was not supplied.")
	}
	for _, p := range params[:min(2, len(params))] {
		if !p.Value.Kind.IsString() && !p.Value.Null {
			return 0, errorf(214, 16, "Procedure expects parameter '@statement' of type 'ntext/nchar/nvarchar'.")
		}
	}
	vars := &variables{}
	var vals []sqltype.Value
	var decls []declaration
	if len(params) > 1 && !params[1].Value.Null && strings.TrimSpace(params[1].Value.S) != "" {
		var err error
		if decls, err = declarations(params[1].Value.S); err != nil {
			return 0, err
		}
	}
	source := make([]int, len(decls))
	for i, d := range decls {
		source[i] = -1
		if _, err := vars.declare(d.name, d.typ); err != nil {
			return 0, err
		}
	}
	rest := params[min(2, len(params)):]
	if len(rest) > len(decls) {
		return 0, errorf(8144, 16, "Procedure or function  has too many arguments specified.")
	}
	for i, a := range rest {
		k := i
		if a.Name != "" {
			if slot, _, ok := vars.Lookup(a.Name); ok {
				k = slot
			} else if strings.HasPrefix(a.Name, "@") {
				return 0, errorf(8145, 16, "%s is not a parameter for procedure .", a.Name)
			}
		}
		source[k] = i
	}
	for i, d := range decls {
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
	child, err := f.dynamic(params[0].Value.S, vars, vals)
	if err != nil {
		return 0, err
	}
	for i, d := range decls {
		if k := source[i]; k >= 0 && d.output && rest[k].Output {
			v, err := sqltype.ConvertFrom(child.env.Vars[i], d.typ, rest[k].Type, 0, false)
			if err != nil {
				return 0, err
			}
			rest[k].Value = v
		}
	}
	return 0, nil
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
func declarations(text string) ([]declaration, error) {
	b, err := syntax.Parse("CREATE PROCEDURE p "+text+" AS RETURN", true)
	if err != nil {
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

// Call runs a system or user procedure by name (RPC), params in order.
// sp_executesql is handled here too.
func (s *Session) Call(ctx context.Context, proc string, params []Param, sink Sink) error {
	s.info.Batch.Store(&proc)
	s.lastError = 0
	f := &frame{s: s, ctx: ctx, sink: sink, vars: &variables{}}
	saved := s.call
	s.call = f
	defer func() { s.call = saved }()
	f.batch = &syntax.Batch{}
	f.env.Session, f.env.Stmt = s, &expr.Stmt{}
	f.line = 1
	args := append([]Param(nil), params...)
	st := &stmt{line: 1, run: func(f *frame) (signal, error) {
		rc, err := f.procedure(proc, args)
		f.status = rc
		return sigNext, err
	}}
	_, err := f.exec(st)
	ended := err == errBatch || err == errScope
	if ended {
		err = nil
	}
	if err = s.afterBatch(f, err); err != nil {
		return err
	}
	if ended || s.lastError != 0 {
		return nil
	}
	for i := range args {
		if args[i].Output {
			if err := sink.ReturnValue(args[i].Name, args[i].Type, args[i].Value); err != nil {
				return err
			}
		}
	}
	return sink.ReturnStatus(f.status)
}
