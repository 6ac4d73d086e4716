package query

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
)

// parameters are a function's parameters as its query sees them: the only variables there are.
type parameters []syntax.Parameter

// Lookup finds a parameter by name.
func (ps parameters) Lookup(name string) (int, sqltype.Type, bool) {
	for i, p := range ps {
		if strings.EqualFold(p.Name, name) {
			return i, p.Type, true
		}
	}
	return 0, sqltype.Type{}, false
}

// module is a view, or an inline function, in FROM: its query is compiled apart, sees its own parameters and
// nothing of the statement around it, and runs anew each time.
type module struct {
	src    int
	q      *Query
	slots  int // of its own Exec
	state  int // where an Exec of the statement keeps it
	params []*expr.Expr
}

// moduleUnit compiles the use of view or inline function m of database d.
func (b *block) moduleUnit(m *engine.Module, d *engine.Database, args []ast.ScalarExpression, s *source, names []*ast.Identifier, open bool) (*unit, error) {
	def, err := syntax.ParseModule(m.Text, m.QuotedIdentifier, b.c.Host.ResolveTypes)
	if err != nil {
		return nil, err
	}
	if b.c.views == nil {
		b.c.views = new(int)
	}
	if *b.c.views++; *b.c.views > maxViews {
		return nil, sqltype.Errorf(4414, "Could not allocate ancillary table for view or function resolution. The maximum number of tables in a query (%d) was exceeded.", maxViews)
	}
	c := &Compiler{Host: b.c.Host, Vars: parameters(def.Params), Database: d, Schema: m.Schema, depth: b.c.depth, views: b.c.views, Serial: true}
	if c.uses, err = b.c.uses.enter(m, d); err != nil {
		return nil, err
	}
	u := &module{state: b.c.slot()}
	var deps uint64
	if u.params, deps, err = b.arguments(m.Name, def.Params, args); err != nil {
		return nil, err
	}
	if u.q, err = c.moduleQuery(m, d, def, nested(open)); err != nil {
		return nil, err
	}
	u.slots = c.Slots()
	b.c.Uses = append(b.c.Uses, c.Uses...)
	for i, col := range u.q.Columns {
		s.cols = append(s.cols, column{name: col.Name, typ: col.Type, nullable: col.Nullable, ord: i})
	}
	if err := s.rename(def.Columns); err != nil {
		return nil, err
	}
	if err := s.rename(names); err != nil {
		return nil, err
	}
	for i, c := range s.cols {
		if c.name == "" {
			return nil, sqltype.Errorf(4511, "Create View or Function failed because no column name was specified for column %d.", i+1)
		}
	}
	s.rows, s.trace = u.q.rows, u.q.trace
	if u.src, err = b.addSource(s); err != nil {
		return nil, err
	}
	b.calls = true
	return &unit{p: u, set: 1 << u.src, rows: s.rows, deps: deps}, nil
}

// use is a view or inline function being compiled, and the one that uses it.
type use struct {
	m     *engine.Module
	d     *engine.Database
	outer *use
	depth int
}

// maxViews bounds the views and functions in a statement: where each names another twice, their number doubles with every level.
const maxViews = 256

// maxUses is how many views may lie in each other.
const maxUses = 32

// enter begins m within u: errors 4429 when m is there already, 217 when nested too deep.
func (u *use) enter(m *engine.Module, d *engine.Database) (*use, error) {
	in := &use{m: m, d: d, outer: u, depth: 1}
	if u != nil {
		in.depth = u.depth + 1
	}
	if in.depth > maxUses {
		return nil, sqltype.Errorf(217, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit %d).", maxUses)
	}
	for ; u != nil && m.Kind != engine.TableFunction; u = u.outer {
		if u.d == d && strings.EqualFold(u.m.Schema, m.Schema) && strings.EqualFold(u.m.Name, m.Name) {
			return nil, sqltype.Errorf(4429, "View or function '%s' contains a self-reference. Views or functions cannot reference themselves directly or indirectly.", m.Name)
		}
	}
	return in, nil
}

// moduleQuery compiles the query of a view or inline function, or one that calls a multi-statement function.
func (c *Compiler) moduleQuery(m *engine.Module, d *engine.Database, def *syntax.Module, r role) (*Query, error) {
	if m.Kind != engine.TableFunction {
		if err := c.With(def.Select.WithCtesAndXmlNamespaces); err != nil {
			return nil, err
		}
		return c.compile(&TopScope{C: c}, def.Select.QueryExpression, r)
	}
	cols, err := c.Host.FunctionColumns(m)
	if err != nil {
		return nil, err
	}
	return &Query{Columns: cols, rows: 100, run: func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
		return x.Host.CallTableFunction(m, d, outer.Vars, emit)
	}}, nil
}

func (m *module) run(x *Exec, env *expr.Env, emit func() error) error {
	inner, _ := x.states[m.state].(*Exec)
	if inner == nil {
		inner = NewExec(x.Host, m.slots)
		x.states[m.state] = inner
	}
	vals := make([]sqltype.Value, len(m.params))
	for i, p := range m.params {
		var err error
		if vals[i], err = p.Eval(env); err != nil {
			return err
		}
	}
	top := &expr.Env{Vars: vals, Session: env.Session, Stmt: env.Stmt}
	inner.Start(x.Ctx, top)
	top.Ext = inner
	r := &env.Rows[m.src]
	r.Null = false
	return m.q.Run(inner, top, func(vals []sqltype.Value) error {
		r.Vals = vals
		return emit()
	})
}

// CheckModule compiles the query of a view or inline function of database d that is about to be defined.
func (c *Compiler) CheckModule(m *engine.Module, d *engine.Database) error {
	def, err := syntax.ParseModule(m.Text, m.QuotedIdentifier, c.Host.ResolveTypes)
	if err != nil {
		return err
	}
	b := c.newBlock(&TopScope{C: c})
	args := make([]ast.ScalarExpression, len(def.Params))
	for i := range args {
		args[i] = &ast.NullLiteral{}
	}
	s := &source{alias: m.Name}
	if _, err = b.moduleUnit(m, d, args, s, nil, false); err != nil {
		return err
	}
	for i, c := range s.cols {
		if slices.ContainsFunc(s.cols[:i], func(o column) bool { return strings.EqualFold(o.name, c.name) }) {
			return sqltype.Errorf(4506, "Column names in each view or function must be unique. Column name '%s' in view or function '%s' is specified more than once.", c.name, m.Name)
		}
	}
	return nil
}
