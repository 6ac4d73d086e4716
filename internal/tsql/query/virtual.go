package query

import (
	"strings"
	"sync"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// virtual reads a virtual table or table function.
type virtual struct {
	src  int
	s    *source
	t    *system.Table
	db   string
	args []*expr.Expr
}

// static keeps the rows of tables that never change.
var static sync.Map // *system.Table -> [][]sqltype.Value

func (b *block) virtualUnit(s *source, t *system.Table, db string, args []*expr.Expr) (*unit, error) {
	if t.Params != nil && args == nil {
		return nil, sqltype.Errorf(216, "Parameters were not supplied for the function '%s'.", t.Schema+"."+t.Name)
	}
	s.virt = t
	for i, c := range t.Columns {
		s.cols = append(s.cols, column{name: c.Name, typ: c.Type, nullable: c.Nullable, ord: i})
	}
	i, err := b.addSource(s)
	if err != nil {
		return nil, err
	}
	return &unit{p: &virtual{src: i, s: s, t: t, db: db, args: args}, set: 1 << i, rows: 1000}, nil
}

// function compiles a table-valued function in FROM. Its arguments see variables and,
// under APPLY, the sources to the left.
func (b *block) function(parts []string, params []ast.ScalarExpression, alias string, names []*ast.Identifier) (*unit, error) {
	f, err := b.c.find(parts)
	if err != nil {
		return nil, err
	}
	if m := f.module; m != nil && (m.Kind == engine.InlineFunction || m.Kind == engine.TableFunction) {
		s := &source{alias: alias}
		if alias == "" {
			s.parts, s.alias = parts, parts[len(parts)-1]
		}
		if f.alias != nil && alias == "" {
			s.parts = f.names
		}
		return b.moduleUnit(m, f.db, params, s, names, b.traces)
	}
	t, db, err := b.c.findVirtual(f.parts)
	if err != nil {
		return nil, f.fault(err)
	}
	if t.Params == nil {
		return nil, sqltype.Errorf(215, "Parameters supplied for object '%s' which is not a function. If the parameters are intended as a table hint, a WITH keyword is required.", strings.Join(parts, "."))
	}
	if len(params) > len(t.Params) {
		return nil, TooManyArguments(t.Name)
	}
	args := make([]*expr.Expr, len(t.Params))
	saved, lo := b.refs, b.lo
	b.refs = 0
	for i, p := range t.Params {
		if i >= len(params) || IsDefault(params[i]) {
			if !p.HasDefault {
				return nil, tooFewArguments(t.Name)
			}
			args[i] = expr.Constant(p.Type, p.Default)
			continue
		}
		if args[i], err = expr.CompileAs(b, params[i], p.Type); err != nil {
			return nil, err
		}
	}
	deps := b.refs
	b.refs, b.lo = saved|deps, lo
	if deps != 0 && t.Uncorrelated {
		return nil, sqltype.Errorf(413, "Correlated parameters or sub-queries are not supported by the inline function \"%s.%s\".", t.Schema, t.Name)
	}
	s := &source{alias: alias}
	if alias == "" {
		s.parts, s.alias = parts, parts[len(parts)-1]
	}
	u, err := b.virtualUnit(s, t, db, args)
	if err != nil {
		return nil, err
	}
	if err := s.rename(names); err != nil {
		return nil, err
	}
	u.deps = deps
	return u, nil
}

// rename applies a column alias list: errors 8158 and 8159 when the numbers differ.
func (s *source) rename(names []*ast.Identifier) error {
	if len(names) == 0 {
		return nil
	}
	if len(names) < len(s.cols) {
		return sqltype.Errorf(8158, "'%s' has more columns than were specified in the column list.", s.alias)
	}
	if len(names) > len(s.cols) {
		return sqltype.Errorf(8159, "'%s' has fewer columns than were specified in the column list.", s.alias)
	}
	for i, n := range names {
		s.cols[i].name = n.Value
	}
	return nil
}

func (v *virtual) run(x *Exec, env *expr.Env, emit func() error) error {
	r := &env.Rows[v.src]
	r.Null = false
	if v.t.Static {
		rows, err := v.static(x)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := x.Tick(); err != nil {
				return err
			}
			r.Vals = row
			if err := emit(); err != nil {
				return err
			}
		}
		return nil
	}
	args := make([]sqltype.Value, len(v.args))
	for i, a := range v.args {
		var err error
		if args[i], err = a.Eval(env); err != nil {
			return err
		}
	}
	var failed error
	call := v.call(x)
	call.Columns = append([]int{}, v.s.reads...)
	vals := make([]sqltype.Value, len(call.Columns))
	err := v.t.Rows(call, args, func(row []sqltype.Value) bool {
		if failed = x.Tick(); failed != nil {
			return false
		}
		for i, c := range call.Columns {
			vals[i] = row[c]
		}
		r.Vals = vals
		failed = emit()
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	return err
}

func (v *virtual) call(x *Exec) *system.Call {
	return &system.Call{Ctx: x.Ctx, Session: x.Host, Database: x.Host.Instance().Database(v.db)}
}

func (v *virtual) static(x *Exec) ([][]sqltype.Value, error) {
	if rows, ok := static.Load(v.t); ok {
		return rows.([][]sqltype.Value), nil
	}
	var rows [][]sqltype.Value
	err := v.t.Rows(v.call(x), nil, func(row []sqltype.Value) bool {
		rows = append(rows, append([]sqltype.Value(nil), row...))
		return true
	})
	if err != nil {
		return nil, err
	}
	static.Store(v.t, rows)
	return rows, nil
}
