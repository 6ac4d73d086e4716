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
	// Changes are the columns that UPDATE changes.
	Changes []string

	b     *block
	p     producer
	multi bool
	from  int   // number of FROM's sources
	base  *base // behind the source, when that is no table; else nil
	at    int   // place of a row's address among the source's values; -1: the cursor has it
	slot  int   // of targetRun
}

// Target compiles target, FROM and WHERE. columns are those that the statement sets, none for a DELETE. Expressions of the
// statement compile in Scope before Seal is called.
func (c *Compiler) Target(ref ast.TableReference, from *ast.FromClause, where *ast.WhereClause, columns []*ast.ColumnReferenceExpression) (*Targets, error) {
	named, ok := ref.(*ast.NamedTableReference)
	if !ok {
		return nil, c.fail(ref, Unsupported("changing a "+NodeName(ref)))
	}
	b := c.newBlock(&TopScope{C: c})
	b.target = c.findTarget(named, from)
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
		cond = where.SearchCondition
	}
	p, err := b.from(from, cond)
	if err != nil {
		return nil, err
	}
	t := &Targets{b: b, p: p, from: len(b.sources), multi: b.rescans, at: -1, slot: c.slot()}
	t.Src = slices.IndexFunc(b.sources, func(s *source) bool { return s.track })
	if t.Src < 0 {
		return nil, c.fail(ref, Unsupported("a change through PIVOT, UNPIVOT or APPLY"))
	}
	s := b.sources[t.Src]
	if s.table != nil {
		t.Table, t.Use = s.table, c.use(s.table)
		if where != nil && where.Cursor != nil {
			t.p = &positioned{cursor: where.Cursor, t: t}
		}
		return t, nil
	}
	if where != nil && where.Cursor != nil {
		return nil, c.fail(where.Cursor, Unsupported("WHERE CURRENT OF through a view"))
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

// Assign says that ref stands left of an assignment. A compound assignment reads it too.
func (t *Targets) Assign(ref *ast.ColumnReferenceExpression) error {
	parts := identifiers(ref.MultiPartIdentifier)
	if qual := parts[:len(parts)-1]; len(qual) > 0 && !t.b.sources[t.Src].matches(qual) &&
		slices.ContainsFunc(t.b.sources, func(s *source) bool { return s.matches(qual) }) {
		return t.b.c.fail(ref, unbound(parts))
	}
	t.b.assigned, t.b.assignedTo = ref, t.Src
	return nil
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

// Lone reports, while Run looks at a row, that it is a copy and no other can follow: the table may be changed at once.
func (t *Targets) Lone(x *Exec) bool { return t.from == 1 && t.at < 0 && x.Loc.Lone() }

// targetRun is a Run; emit is its row, made once.
type targetRun struct {
	t      *Targets
	x      *Exec
	env    *expr.Env
	f      func(env *expr.Env) error
	emit   func() error
	limit  int64
	last   int64
	lastAt string
	seen   map[string]struct{}
	loc    engine.Locator
	key    []byte
	end    stop
}

// Run calls f for at most limit rows (negative: all). Locator gives their addresses; the current record of a table that is
// read directly is env.Rows[Src].Rec.
func (t *Targets) Run(x *Exec, limit int64, f func(env *expr.Env) error) error {
	if limit == 0 {
		return nil
	}
	r, _ := x.states[t.slot].(*targetRun)
	if r == nil {
		r = &targetRun{t: t, x: x}
		r.emit = r.row
		x.states[t.slot] = r
	}
	r.env = x.env(t.b.envSlot, len(t.b.sources), 0, x.Env)
	r.f, r.limit, r.last, r.lastAt = f, limit, -1, ""
	x.forget(t.b.caches)
	if t.multi {
		r.seen = map[string]struct{}{}
		defer func() { r.seen = nil }()
	}
	if err := t.p.run(x, r.env, r.emit); err != error(&r.end) {
		return err
	}
	return nil
}

func (r *targetRun) row() error {
	if r.env.Rows[r.t.Src].Null {
		return nil
	}
	if ok, err := r.first(); err != nil || !ok {
		return err
	}
	if err := r.f(r.env); err != nil {
		return err
	}
	if r.limit--; r.limit == 0 {
		return &r.end
	}
	return nil
}

// first reports whether the row was not met before: rows of one target row come together unless multi is set.
func (r *targetRun) first() (bool, error) {
	t := r.t
	if !t.multi && t.at < 0 {
		if r.x.LocSeq == r.last {
			return false, nil
		}
		r.last = r.x.LocSeq
		return true, nil
	}
	at := ""
	if t.at >= 0 {
		v := &r.env.Rows[t.Src].Vals[t.at]
		if at = v.S; v.Null || !t.multi && at == r.lastAt {
			return false, nil
		}
		r.lastAt = at
	}
	if !t.multi {
		return true, nil
	}
	if t.at < 0 {
		r.x.Loc.Locator(&r.loc)
		r.key = AppendLocator(r.key[:0], &r.loc)
	} else {
		r.key = append(r.key[:0], at...)
	}
	if _, ok := r.seen[string(r.key)]; ok {
		return false, nil
	}
	if err := r.x.grab(len(r.key) + 48); err != nil {
		return false, err
	}
	r.seen[string(r.key)] = struct{}{}
	return true, nil
}

// Locator gives the address of the row that Run calls its function for.
func (t *Targets) Locator(x *Exec, env *expr.Env, loc *engine.Locator) {
	if t.at < 0 {
		x.Loc.Locator(loc)
		return
	}
	ReadLocator(loc, []byte(env.Rows[t.Src].Vals[t.at].S))
}
