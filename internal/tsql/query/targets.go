package query

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
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
	from  int // number of FROM's sources
}

// Target compiles target, FROM and WHERE. Expressions of the statement compile in Scope
// before Seal is called.
func (c *Compiler) Target(target ast.TableReference, from *ast.FromClause, where *ast.WhereClause) (*Targets, error) {
	named, ok := target.(*ast.NamedTableReference)
	if !ok {
		return nil, c.fail(target, Unsupported("changing a "+NodeName(target)))
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
	} else if len(named.TableHints) > 0 {
		with := *b.target
		with.TableHints = append(append([]ast.TableHintType(nil), with.TableHints...), named.TableHints...)
		from = replaceRef(from, b.target, &with)
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
	t := &Targets{b: b, p: p, Src: -1, from: len(b.sources)}
	for i, s := range b.sources {
		if s.track {
			t.Src, t.Table = i, s.table
		}
	}
	if t.Table == nil {
		return nil, c.fail(target, sqltype.Errorf(4417, "%s is not a table that can be changed.", strings.Join(Parts(named.SchemaObject), ".")))
	}
	t.Use = c.use(t.Table)
	t.multi = b.rescans
	return t, nil
}

// findTarget finds the table reference in FROM that the statement's target names: by alias first, then by name.
func findTarget(target *ast.NamedTableReference, from *ast.FromClause) *ast.NamedTableReference {
	if from == nil {
		return nil
	}
	name := Parts(target.SchemaObject)
	var byAlias, byName *ast.NamedTableReference
	walkExpr(from, func(n any) bool {
		r, ok := n.(*ast.NamedTableReference)
		if !ok {
			return true
		}
		switch {
		case r.Alias != nil && len(name) == 1 && strings.EqualFold(r.Alias.Value, name[0]):
			byAlias = r
		case sameParts(Parts(r.SchemaObject), name) && byName == nil:
			byName = r
		}
		return true
	})
	if byAlias != nil {
		return byAlias
	}
	return byName
}

func replaceRef(f *ast.FromClause, old, now *ast.NamedTableReference) *ast.FromClause {
	var in func(r ast.TableReference) ast.TableReference
	in = func(r ast.TableReference) ast.TableReference {
		switch r := r.(type) {
		case *ast.NamedTableReference:
			if r == old {
				return now
			}
		case *ast.QualifiedJoin:
			c := *r
			c.FirstTableReference, c.SecondTableReference = in(r.FirstTableReference), in(r.SecondTableReference)
			return &c
		case *ast.UnqualifiedJoin:
			c := *r
			c.FirstTableReference, c.SecondTableReference = in(r.FirstTableReference), in(r.SecondTableReference)
			return &c
		case *ast.JoinParenthesisTableReference:
			c := *r
			c.Join = in(r.Join)
			return &c
		}
		return r
	}
	out := *f
	out.TableReferences = nil
	for _, r := range f.TableReferences {
		out.TableReferences = append(out.TableReferences, in(r))
	}
	return &out
}

// Scope resolves names of the statement's expressions.
func (t *Targets) Scope() expr.Scope {
	t.b.values = true
	return t.b
}

// TabLock reports a TABLOCK hint on the target.
func (t *Targets) TabLock() bool { return t.b.sources[t.Src].hints.tabLock }

// Seal ends compilation.
func (t *Targets) Seal() error {
	if err := t.Settle(); err != nil {
		return err
	}
	sc := t.b.scans[slices.IndexFunc(t.b.scans, func(sc *scan) bool { return sc.s.track })]
	t.Alone = t.from == 1 && !t.b.subs && len(sc.paths) == 1 && sc.paths[0].ix == 0
	return nil
}

// Settle is Seal for a MERGE, whose changes never come while rows are read.
func (t *Targets) Settle() error { return t.b.settle() }

// Run calls f for at most limit rows (negative: all). The current record is env.Rows[Src].Rec, its
// address x.Loc's.
func (t *Targets) Run(x *Exec, limit int64, f func(env *expr.Env) error) error {
	if limit == 0 {
		return nil
	}
	env := x.env(t.b.envSlot, len(t.b.sources), 0, x.Env)
	x.forget(t.b.caches)
	end := &stop{}
	last := int64(-1)
	var seen map[string]struct{}
	var loc engine.Locator
	var key []byte
	if t.multi {
		seen = map[string]struct{}{}
	}
	err := t.p.run(x, env, func() error {
		if env.Rows[t.Src].Null {
			return nil
		}
		if t.multi {
			x.Loc.Locator(&loc)
			key = AppendLocator(key[:0], &loc)
			if _, ok := seen[string(key)]; ok {
				return nil
			}
			if err := x.grab(len(key) + 48); err != nil {
				return err
			}
			seen[string(key)] = struct{}{}
		} else if x.LocSeq == last {
			return nil
		}
		last = x.LocSeq
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
