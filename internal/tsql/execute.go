package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
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
		_, err := f.dynamic(f.s.text(text.String(), "", true), nil)
		return err
	}), nil
}

// dynamic runs t in a frame of its own, vals being its parameters' values. SET options and the current database are restored
// afterwards, as for any dynamic batch.
func (f *frame) dynamic(t *sqlText, vals []sqltype.Value) (*frame, error) {
	s := f.s
	if s.nest >= maxNesting {
		return nil, errorf(217, 16, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit %d).", maxNesting)
	}
	s.nest++
	opts, db := s.set, s.db
	temps := s.tempSeq
	child := &frame{s: s, ctx: f.ctx, sink: f.sink, vars: t.vars, parent: f, try: f.try}
	child.env.Vars = vals
	leave := s.enterScope()
	defer func() {
		s.nest--
		leave()
		f.dropInner(temps)
		s.call = f
		s.set = opts
		if s.db != db && s.inst.Database(db.Name()) == db {
			s.use(db)
		}
	}()
	err := child.run(t)
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
	rows   string // a table variable by lower-case name
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
			if key := strings.ToLower(v.Name); !ok && p.f.tables[key] != nil {
				g.rows = key
				break
			}
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
	var name func(f *frame) procName
	variable := ""
	if ref.ProcedureVariable != nil {
		variable = ref.ProcedureVariable.Name
	} else if parts := query.Parts(ref.ProcedureReference.Name); len(parts) == 1 && strings.HasPrefix(parts[0], "@") {
		variable = parts[0]
	}
	if variable != "" {
		slot, _, ok := p.f.vars.Lookup(variable)
		if !ok {
			return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", variable)
		}
		name = func(f *frame) procName { return procNamed(f.env.Vars[slot].S) }
	} else {
		n := procOf(query.Parts(ref.ProcedureReference.Name))
		name = func(*frame) procName { return n }
	}
	vals := make([]Param, len(args)) // a statement is not run while it runs
	return simple(func(f *frame) error {
		for i, a := range args {
			vals[i] = Param{Name: a.name, Type: a.typ, Output: a.out >= 0}
			if a.rows != "" {
				vals[i].rows, vals[i].typ = f.tables[a.rows], f.typed[a.rows]
				continue
			}
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
