package query

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/expr"
)

// Targets delivers the rows that an UPDATE or DELETE changes, each once.
type Targets struct {
	Table *engine.Table
	Use   *Use
	// Alone says that nothing is read but the table itself, not by an index, no other source and no subquery: rows of a
	// heap may be changed as they come.
	Alone bool
	Src   int

	b     *block
	p     producer
	multi bool
	from  int   // number of FROM's sources
	base  *base // behind the source, when that is no table; else nil
	at    int   // place of a row's address among the source's values; -1: the cursor has it
}

// Target compiles target, FROM and WHERE. columns are those that the statement sets, none for a DELETE. Expressions of the
// statement compile in Scope before Seal is called.
func (c *Compiler) Target(ref ast.TableReference, from *ast.FromClause, where *ast.WhereClause, columns []*ast.ColumnReferenceExpression) (*Targets, error) {
	named, ok := ref.(*ast.NamedTableReference)
	if !ok {
		return nil, c.fail(ref, Unsupported("changing a "+NodeName(ref)))
	}
	b := c.newBlock(&TopScope{C: c})
	b.target = findTarget(named, from)
	if b.target == nil {
		b.target = named
		f := &ast.FromClause{TableReferences: []ast.TableReference{named}}
		if from != nil {
			f.TableReferences = append(f.TableReferences, from.TableReferences...)
		}
		from = f
	} else if in, ok := b.target.(*ast.NamedTableReference); ok && len(named.TableHints) > 0 {
		with := *in
		with.TableHints = append(append([]ast.TableHintType(nil), with.TableHints...), named.TableHints...)
		from = replaceRef(from, in, &with)
		b.target = &with
	}
	var cond ast.BooleanExpression
	if where != nil {
		if where.Cursor != nil {
			return nil, Unsupported("WHERE CURRENT OF")
		}
		cond = where.SearchCondition
	}
	p, err := b.from(from, cond)
	if err != nil {
		return nil, err
	}
	t := &Targets{b: b, p: p, from: len(b.sources), multi: b.rescans, at: -1}
	t.Src = slices.IndexFunc(b.sources, func(s *source) bool { return s.track })
	if t.Src < 0 {
		return nil, c.fail(ref, Unsupported("a change through PIVOT, UNPIVOT or APPLY"))
	}
	s := b.sources[t.Src]
	if s.table != nil {
		t.Table, t.Use = s.table, c.use(s.table)
		return t, nil
	}
	_, derived := b.target.(*ast.QueryDerivedTable)
	if t.base, err = (target{s, strings.Join(Parts(named.SchemaObject), "."), derived}).base(columns, c); err != nil {
		return nil, c.fail(ref, err)
	}
	t.through(s)
	t.multi = t.multi || !s.trace.alone
	return t, nil
}

// through has the rows of s carry the addresses of rows of the base.
func (t *Targets) through(s *source) {
	t.base.pick()
	t.Table, t.Use, t.at = t.base.table, t.base.use, s.trace.at
}

// Scope resolves names of the statement's expressions.
func (t *Targets) Scope() expr.Scope {
	t.b.values = true
	return t.b
}

// Column finds a column of Table by the name that it has in the target; nil when there is none.
func (t *Targets) Column(name string) *engine.Column { return t.Into().Column(name) }

// Into is the target as rows are inserted into it.
func (t *Targets) Into() *Into {
	in := &Into{Table: t.Table, base: t.base}
	if t.base != nil {
		in.view = t.b.sources[t.Src]
	}
	return in
}

// TabLock reports a TABLOCK hint on the target.
func (t *Targets) TabLock() bool {
	return t.b.sources[t.Src].hints.tabLock || t.base != nil && t.base.hints.tabLock
}

// Seal ends compilation.
func (t *Targets) Seal() error {
	if err := t.Settle(); err != nil || t.base != nil {
		return err
	}
	sc := t.b.scans[slices.IndexFunc(t.b.scans, func(sc *scan) bool { return sc.s.track })]
	t.Alone = t.from == 1 && !t.b.subs && len(sc.paths) == 1 && sc.paths[0].ix == 0
	return nil
}

// Settle is Seal for a MERGE, whose changes never come while rows are read.
func (t *Targets) Settle() error { return t.b.settle() }

// Run calls f for at most limit rows (negative: all). Locator gives their addresses; the current record of a table that is
// read directly is env.Rows[Src].Rec.
func (t *Targets) Run(x *Exec, limit int64, f func(env *expr.Env) error) error {
	if limit == 0 {
		return nil
	}
	env := x.env(t.b.envSlot, len(t.b.sources), 0, x.Env)
	x.forget(t.b.caches)
	end := &stop{}
	last, lastAt := int64(-1), ""
	var seen map[string]struct{}
	var loc engine.Locator
	var key []byte
	if t.multi {
		seen = map[string]struct{}{}
	}
	// first reports whether the row was not met before: rows of one target row come together unless multi is set.
	first := func() (bool, error) {
		if !t.multi && t.at < 0 {
			if x.LocSeq == last {
				return false, nil
			}
			last = x.LocSeq
			return true, nil
		}
		at := ""
		if t.at >= 0 {
			v := &env.Rows[t.Src].Vals[t.at]
			if at = v.S; v.Null || !t.multi && at == lastAt {
				return false, nil
			}
			lastAt = at
		}
		if !t.multi {
			return true, nil
		}
		if t.at < 0 {
			x.Loc.Locator(&loc)
			key = AppendLocator(key[:0], &loc)
		} else {
			key = append(key[:0], at...)
		}
		if _, ok := seen[string(key)]; ok {
			return false, nil
		}
		if err := x.grab(len(key) + 48); err != nil {
			return false, err
		}
		seen[string(key)] = struct{}{}
		return true, nil
	}
	err := t.p.run(x, env, func() error {
		if env.Rows[t.Src].Null {
			return nil
		}
		if ok, err := first(); err != nil || !ok {
			return err
		}
		if err := f(env); err != nil {
			return err
		}
		if limit--; limit == 0 {
			return end
		}
		return nil
	})
	if err == error(end) {
		return nil
	}
	return err
}

// Locator gives the address of the row that Run calls its function for.
func (t *Targets) Locator(x *Exec, env *expr.Env, loc *engine.Locator) {
	if t.at < 0 {
		x.Loc.Locator(loc)
		return
	}
	ReadLocator(loc, []byte(env.Rows[t.Src].Vals[t.at].S))
}
