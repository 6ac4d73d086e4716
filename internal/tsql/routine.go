package tsql

import (
	"context"
	"errors"
	"slices"
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
	if err := s.resolveTypes(b); err != nil {
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
	for _, q := range def.Params {
		if q.Rows == nil {
			continue
		}
		switch table, err := p.typedVariable(q.Name, q.Rows); {
		case err != nil:
			return nil, fail(err, 1)
		case !table:
			return nil, fail(errorf(2715, 16, "Column, parameter, or variable %s: Cannot find data type %s.", q.Name, strings.Join(query.Parts(q.Rows), ".")), 1)
		}
	}
	for _, p := range def.Params {
		if p.Rows != nil { // has a place among the values, and no name there
			f.vars.types = append(f.vars.types, sqltype.Of(sqltype.Int))
			r.dflts = append(r.dflts, sqltype.NullOf(sqltype.Int))
			continue
		}
		if _, err := f.vars.declare(p.Name, p.Type); err != nil {
			return nil, fail(err, 1)
		}
		v := sqltype.NullOf(p.Type.Kind)
		if p.Default != nil {
			e, err := expr.CompileAs(expr.NoScope{}, p.Default, p.Type)
			if err == nil {
				v, err = e.Eval(&expr.Env{Session: s, Stmt: f.env.Stmt})
			}
			if err != nil {
				return nil, fail(err, 1)
			}
		}
		r.dflts = append(r.dflts, v)
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

// call runs module m of database db. args are its parameters' values; those of output parameters are left in the
// frame's variables. Temp tables it makes are dropped, SET options and the current database are put back.
func (f *frame) call(m *engine.Module, db *engine.Database, sink Sink, args func(r *routine) ([]sqltype.Value, error)) (child *frame, err error) {
	return f.callThen(m, db, sink, args, nil)
}

// callThen is call with something to do before the routine is given back.
func (f *frame) callThen(m *engine.Module, db *engine.Database, sink Sink, args func(r *routine) ([]sqltype.Value, error), then func(child *frame, r *routine) error) (child *frame, err error) {
	s := f.s
	if s.nest >= maxNesting {
		return nil, errorf(217, 16, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit %d).", maxNesting)
	}
	opts, was, temps := s.set, s.db, s.tempSeq
	s.set.QuotedIdentifier, s.set.AnsiNulls = m.QuotedIdentifier, m.AnsiNulls
	if db != was {
		s.use(db)
	}
	s.nest++
	defer func() {
		s.nest--
		f.dropInner(temps)
		s.call, s.set = f, opts
		if s.db != was && s.inst.Database(was.Name()) == was {
			s.use(was)
		}
	}()
	r, err := s.routineOf(f.ctx, m)
	if err != nil {
		return nil, err
	}
	child = &frame{s: s, ctx: f.ctx, sink: sink, batch: r.batch, text: r.text, vars: r.vars, parent: f, try: f.try, module: m, light: r.light, tables: r.tables, typed: r.typed, line: 1}
	defer s.enterScope()()
	child.env.Session, child.env.Stmt = s, &r.consts
	s.call = child
	if err := child.emptyTables(r); err != nil {
		return nil, err
	}
	if child.env.Vars, err = args(r); err != nil {
		s.keep(m, r)
		return nil, err
	}
	child.nullVars()
	err = child.finish(child.list(r.sts))
	if then != nil && err == nil {
		err = then(child, r)
	}
	child.cursors.close()
	_ = child.emptyTables(r) // gives their pages back; what that leaves is emptied before the next call
	r.light = child.light
	child.countLight()
	s.keep(m, r)
	if err == errScope { // the module's own end; the caller goes on
		err = nil
	}
	return child, err
}

// userProcedure is EXEC of a user's procedure; output values come back in params.
func (f *frame) userProcedure(m *engine.Module, db *engine.Database, params []Param) (status int32, err error) {
	s := f.s
	source := []int(nil) // of each parameter, its index in params or -1
	before := s.tran.count
	child, err := f.call(m, db, f.sink, func(r *routine) ([]sqltype.Value, error) {
		var vals []sqltype.Value
		if vals, source, err = r.bind(m.Name, params); err == nil {
			err = f.passRows(r, params, source)
		}
		return vals, err
	})
	if err != nil {
		return 0, err
	}
	for i, k := range source {
		if k < 0 || !params[k].Output {
			continue
		}
		v, err := sqltype.ConvertFrom(child.env.Vars[i], child.vars.types[i], params[k].Type, 0, false)
		if err != nil {
			return 0, err
		}
		params[k].Value = v
	}
	if after := s.tran.count; after != before {
		return child.status, errors.Join(f.tell(&failure{msg: Message{Number: 266, State: 2, Class: 16, Line: f.line, Proc: m.Name, Text: mismatch(before, after)}}))
	}
	return child.status, nil
}

func mismatch(before, after int) string {
	return errorf(266, 16, "Transaction count after EXECUTE indicates a mismatching number of BEGIN and COMMIT statements. Previous count = %d, current count = %d.", before, after).Text
}

// bind puts arguments in the order of the parameters: errors 201 missing, 8143 given twice, 8144 too many, 8145 unknown name, 8162 OUTPUT of
// a parameter that is none.
func (r *routine) bind(name string, params []Param) (vals []sqltype.Value, source []int, err error) {
	want := r.def.Params
	vals, source = r.vals[:0], r.source[:0]
	for range want {
		vals, source = append(vals, sqltype.Value{}), append(source, -1)
	}
	r.vals, r.source = vals, source
	if len(params) > len(want) {
		return nil, nil, errorf(8144, 16, "Procedure or function %s has too many arguments specified.", name)
	}
	for k, a := range params {
		i := k
		if a.Name != "" {
			if i = slices.IndexFunc(want, func(p syntax.Parameter) bool { return strings.EqualFold(p.Name, a.Name) }); i < 0 {
				return nil, nil, errorf(8145, 16, "%s is not a parameter for procedure %s.", a.Name, name)
			}
		}
		switch {
		case source[i] >= 0:
			return nil, nil, errorf(8143, 16, "Parameter '%s' was supplied multiple times.", want[i].Name)
		case a.Output && !want[i].Output:
			return nil, nil, errorf(8162, 16, "The formal parameter \"%s\" was not declared as an OUTPUT parameter, but the actual parameter passed in requested output.", want[i].Name)
		}
		source[i] = k
	}
	for i, k := range source {
		switch {
		case want[i].Rows != nil, k >= 0 && params[k].rows != nil:
			if vals[i], err = r.dflts[i], r.checkRows(i, params, k); err != nil {
				return nil, nil, err
			}
		case k >= 0 && (params[k].Type.Kind != sqltype.KindNull || params[k].Value.Null):
			if vals[i], err = sqltype.ConvertFrom(params[k].Value, params[k].Type, want[i].Type, 0, false); err != nil {
				return nil, nil, err
			}
		case want[i].Default == nil:
			return nil, nil, errorf(201, 16, "Procedure or function '%s' expects parameter '%s', which was not supplied.", name, want[i].Name)
		default:
			vals[i] = r.dflts[i]
		}
	}
	return vals, source, nil
}

// findProcedure finds a user's procedure by the parts of its name: in the schema of the procedure that calls it before dbo,
// by a synonym too. sought is the name that was looked for in the end.
func (f *frame) findProcedure(parts []string) (m *engine.Module, db *engine.Database, sought []string) {
	s := f.s
	if f.module != nil && len(parts) == 1 {
		m, db = s.findModule([]string{f.module.Schema, parts[0]})
	}
	if m == nil {
		m, db = s.findModule(parts)
	}
	if m != nil && m.Kind == engine.Synonym {
		parts = query.SynonymBase(m)
		m, db = moduleIn(s.inst, db, parts)
	}
	if m != nil && m.Kind != engine.Procedure {
		m = nil
	}
	return m, db, parts
}
