package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// Merge joins the rows of USING with the target of a MERGE. Unlike other Targets it keeps the address of a target row
// with the row, so that any join will do: a seek per row, or a hash on either side.
type Merge struct {
	*Targets
	srcs []int
	seen map[string]struct{}
}

// Merge compiles target, USING and ON. unmatched and bySource say that rows missing in the target, or in the source,
// are wanted too.
func (c *Compiler) Merge(n *ast.MergeSpecification, unmatched, bySource bool) (*Merge, error) {
	named, ok := n.Target.(*ast.NamedTableReference)
	if !ok {
		return nil, c.fail(n.Target, Unsupported("MERGE into a "+NodeName(n.Target)))
	}
	b := c.newBlock(&TopScope{C: c})
	us, ps, err := b.tableRef(n.TableReference)
	if err != nil {
		return nil, err
	}
	src, err := b.whole(us, ps)
	if err != nil {
		return nil, err
	}
	target := *named
	target.Alias = n.TableAlias
	tgt, err := b.named(&target, true)
	if err != nil {
		return nil, c.fail(named, err)
	}
	t := &Targets{b: b, Src: len(b.sources) - 1, from: len(b.sources)}
	if err := t.merged(n, named, c); err != nil {
		return nil, c.fail(named, err)
	}
	on, err := b.conjuncts(expr.ReassociateBool(n.SearchCondition))
	if err != nil {
		return nil, err
	}
	switch {
	case !unmatched && !bySource:
		t.p, err = b.assemble([]*unit{src, tgt}, on)
	default:
		var u *unit
		switch {
		case !bySource && b.seekPerRow(src, tgt, on) != nil:
			u, err = b.outerJoin("LEFTOUTER", src, tgt, on)
		case src.rows < tgt.rows: // a full join keeps its right side in memory
			u, err = b.outerJoin("FULLOUTER", tgt, src, on)
		default:
			u, err = b.outerJoin("FULLOUTER", src, tgt, on)
		}
		if err == nil {
			t.p = u.p
		}
	}
	if err != nil {
		return nil, err
	}
	return &Merge{Targets: t, srcs: bits(src.set)}, nil
}

// merged finds the table behind the target, by the columns that the actions set and insert; of several, rows are deleted from the
// first (observed of the server).
func (t *Targets) merged(n *ast.MergeSpecification, named *ast.NamedTableReference, c *Compiler) (err error) {
	s := t.b.sources[t.Src]
	if s.table != nil {
		s.locate = true
		t.Table, t.Use = s.table, c.use(s.table)
		return nil
	}
	to := target{source: s, name: strings.Join(Parts(named.SchemaObject), ".")}
	var columns []*ast.ColumnReferenceExpression
	for _, cl := range n.ActionClauses {
		switch a := cl.Action.(type) {
		case *ast.UpdateMergeAction:
			columns = append(columns, SetColumns(a.SetClauses)...)
		case *ast.InsertMergeAction:
			if v, ok := a.Source.(*ast.ValuesInsertSource); len(a.Columns) == 0 && ok && !v.IsDefaultValues {
				columns = append(columns, to.all()...)
			}
			columns = append(columns, a.Columns...)
		}
	}
	if len(columns) == 0 && s.trace != nil && len(s.trace.bases) > 0 && s.trace.bases[0].lost == notLost {
		t.base = s.trace.bases[0]
	} else if t.base, err = to.base(columns, c); err != nil {
		return err
	}
	t.through(s)
	return nil
}

// See makes the source's columns, the target's or both visible to what is compiled next.
func (m *Merge) See(source, target bool) expr.Scope {
	m.b.lo, m.b.hi = 0, m.Src+1
	if !source {
		m.b.lo = m.Src
	}
	if !target {
		m.b.hi = m.Src
	}
	return m.b
}

// Changed is the scope of the statement's OUTPUT.
func (m *Merge) Changed() (*Changed, error) {
	m.See(true, true)
	ch := &Changed{b: m.b, ins: -1, del: -1, target: m.Src, from: m.from}
	if err := ch.images(m.Into(), true, true, true); err != nil {
		return nil, err
	}
	var err error
	ch.act, err = m.b.addSource(&source{cols: []column{{name: actionColumn, typ: sqltype.NVarCharOf(10)}}})
	return ch, err
}

// Run calls f for every joined row and says which sides it has.
func (m *Merge) Run(x *Exec, f func(env *expr.Env, source, target bool) error) error {
	env := x.env(m.b.envSlot, len(m.b.sources), 0, x.Env)
	x.forget(m.b.caches)
	m.seen = map[string]struct{}{}
	return m.p.run(x, env, func() error {
		source := false
		for _, s := range m.srcs {
			source = source || !env.Rows[s].Null
		}
		return f(env, source, !env.Rows[m.Src].Null)
	})
}

// AppendTarget appends the address of the current target row: error 8672 when it was asked for before.
func (m *Merge) AppendTarget(x *Exec, dst []byte, env *expr.Env) ([]byte, error) {
	row := &env.Rows[m.Src].Vals[max(m.at, 0)]
	if row.Null {
		return nil, sqltype.Errorf(8705, "A DML statement encountered a missing entry in index ID %d of table ID %d, in the database '%s'.", m.Table.Indexes[0].ID, m.Table.ID, m.Table.Database().Name())
	}
	at := row.S
	if _, ok := m.seen[at]; ok {
		return nil, sqltype.Errorf(8672, "The MERGE statement attempted to UPDATE or DELETE the same row more than once. This happens when a target row matches more than one source row. A MERGE statement cannot UPDATE/DELETE the same row of the target table multiple times. Refine the ON clause to ensure a target row matches at most one source row, or use the GROUP BY clause to group the source rows.")
	}
	if err := x.grab(len(at) + 48); err != nil {
		return nil, err
	}
	m.seen[at] = struct{}{}
	return append(dst, at...), nil
}

// locate puts the address of the cursor's row beside the row.
func (sc *scan) locate(rows *engine.Rows, r *expr.Row) {
	var loc engine.Locator
	rows.Locator(&loc)
	r.Vals = []sqltype.Value{sqltype.BytesOf(sqltype.VarBinary, AppendLocator(nil, &loc))}
}
