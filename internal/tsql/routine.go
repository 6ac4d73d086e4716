package tsql

import (
	"context"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/dml"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// routine is a compiled procedure or function of a session. It serves one call at a time: its statements keep
// their state from one run to the next.
type routine struct {
	def    *syntax.Module
	text   string
	batch  *syntax.Batch
	vars   *variables // parameters first
	sts    []*stmt
	dflts  []sqltype.Value
	light  []*lightPlan
	consts expr.Stmt
	vals   []sqltype.Value // scratch of bind
	source []int
	tables map[string]*engine.Table // table variables
	typed  map[string]*engine.Module
	empty  map[string]*plan[*dml.Plan]
	table  *plan[*query.Query] // reads the one that a multi-statement function returns
}

// returned is the table variable that a multi-statement function returns.
func (r *routine) returned() *engine.Table {
	return r.tables[strings.ToLower(r.def.Table.VariableName.Value)]
}

// maxRoutines is how many modules a session keeps compiled.
const maxRoutines = 100

// routineOf takes a compiled copy of m, or compiles one.
func (s *Session) routineOf(ctx context.Context, m *engine.Module) (*routine, error) {
	if free := s.routines[m]; len(free) > 0 {
		s.routines[m] = free[:len(free)-1]
		return free[len(free)-1], nil
	}
	return s.compileRoutine(ctx, m)
}

// keep gives a routine back for the next call.
func (s *Session) keep(m *engine.Module, r *routine) {
	if s.routines == nil || len(s.routines) >= maxRoutines && s.routines[m] == nil {
		s.dropRoutines() // modules that were altered or dropped go with the rest
		s.routines = map[*engine.Module][]*routine{}
	}
	s.routines[m] = append(s.routines[m], r)
}

// dropRoutines forgets what is compiled and not running.
func (s *Session) dropRoutines() {
	s.texts = textCache{}
	for _, free := range s.routines {
		for _, r := range free {
			s.dropTables(r.tables)
		}
	}
	s.routines = nil
}

// compileRoutine compiles m's body. A failure has the line within m's text and m's name.
func (s *Session) compileRoutine(ctx context.Context, m *engine.Module) (r *routine, err error) {
	f := &frame{s: s, ctx: ctx, vars: &variables{}, text: m.Text, module: m, line: 1}
	fail := func(err error, line int32) error {
		if s.failLine > 0 {
			line = s.failLine
		}
		s.failLine = 0
		return classify(err, line, m.Name)
	}
	defer guard(&err)
	b, err := syntax.Parse(m.Text, m.QuotedIdentifier)
	if err != nil {
		return nil, fail(err, 1)
	}
	if err := s.ResolveTypes(b); err != nil {
		return nil, fail(err, 1)
	}
	def, ok, err := syntax.ModuleOf(b.Statements[0])
	if !ok || err != nil {
		return nil, fail(err, 1)
	}
	f.batch, f.env.Session, f.env.Stmt = b, s, &expr.Stmt{}
	call := s.call
	s.call = f // names of table variables are looked up in it
	defer func() {
		if s.call = call; err != nil {
			s.dropTables(f.tables)
		}
	}()
	r = &routine{def: def, text: m.Text, batch: b, vars: f.vars}
	p := &program{f: f, eager: true, routine: def}
	if err := p.parameters(r); err != nil {
		return nil, fail(err, 1)
	}
	if def.Returns != nil {
		if p.result, err = expr.DataType(def.Returns); err != nil {
			return nil, fail(err, 1)
		}
	}
	if def.Table != nil {
		t, err := p.tableVariable(def.Table.VariableName.Value, def.Table.Definition, b.Source)
		if err != nil {
			return nil, fail(err, 1)
		}
		if s.compiling == nil {
			s.compiling = map[*engine.Module]*engine.Table{}
		}
		s.compiling[m] = t
		defer delete(s.compiling, m)
		sel := resultOf(def.Table)
		r.table = newPlan(sel, func(f *frame, c *query.Compiler) (*query.Query, error) { return c.Statement(sel) })
	}
	if r.sts, err = p.block(def.Body); err == nil {
		err = p.labels()
	}
	if err != nil {
		return nil, fail(err, p.line)
	}
	r.tables, r.typed, r.empty = f.tables, f.typed, map[string]*plan[*dml.Plan]{}
	for name := range r.tables {
		r.empty[name] = empty(name)
	}
	return r, nil
}

// parameters declares those of r, and finds their defaults.
func (p *program) parameters(r *routine) error {
	f := p.f
	for _, q := range r.def.Params {
		if q.Rows == nil {
			continue
		}
		switch table, err := p.typedVariable(q.Name, q.Rows); {
		case err != nil:
			return err
		case !table:
			return errorf(2715, 16, "Column, parameter, or variable %s: Cannot find data type %s.", q.Name, strings.Join(query.Parts(q.Rows), "."))
		}
	}
	for _, q := range r.def.Params {
		if q.Rows != nil { // has a place among the values, and no name there
			f.vars.types = append(f.vars.types, sqltype.Of(sqltype.Int))
			r.dflts = append(r.dflts, sqltype.NullOf(sqltype.Int))
			continue
		}
		if _, err := f.vars.declare(q.Name, q.Type); err != nil {
			return err
		}
		v := sqltype.NullOf(q.Type.Kind)
		if q.Default != nil {
			e, err := expr.CompileAs(expr.NoScope{}, q.Default, q.Type)
			if err == nil {
				v, err = e.Eval(&expr.Env{Session: f.s, Stmt: f.env.Stmt})
			}
			if err != nil {
				return err
			}
		}
		r.dflts = append(r.dflts, v)
	}
	return nil
}
