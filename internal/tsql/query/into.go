package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
)

// Into is what an INSERT writes to: a table, or the one behind a view or common table expression.
type Into struct {
	Table   *engine.Table
	TabLock bool

	view *source // nil: the table itself
	base *base
}

// Into finds the target of an INSERT into the columns listed, or into all.
func (c *Compiler) Into(r ast.TableReference, list []*ast.ColumnReferenceExpression, all bool) (*Into, error) {
	n, ok := r.(*ast.NamedTableReference)
	if !ok {
		return nil, Unsupported("changing a " + NodeName(r))
	}
	parts := Parts(n.SchemaObject)
	if len(parts) > 1 || c.findCTE(parts[0]) == nil {
		f, err := c.find(parts)
		switch {
		case err != nil:
			return nil, c.fail(n, err)
		case f.table != nil:
			tab, err := TabLock(n.TableHints)
			return &Into{Table: f.table, TabLock: tab}, err
		case f.module == nil || f.module.Kind != engine.View:
			return nil, c.fail(n, f.fault(NoTable(parts)))
		}
	}
	only := *c // the query is looked through and not run
	only.Uses = nil
	b := only.newBlock(&TopScope{C: &only})
	b.target = n
	if _, _, err := b.tableRef(n); err != nil {
		return nil, err
	}
	t := target{source: b.sources[0], name: strings.Join(parts, ".")}
	if all {
		list = t.all()
	}
	o, err := t.base(list, c)
	if err != nil {
		return nil, c.fail(n, err)
	}
	tab, err := TabLock(n.TableHints)
	return &Into{Table: o.table, TabLock: tab || o.hints.tabLock, view: t.source, base: o}, err
}

// Column finds a column of Table by the name that it has in the target; nil when there is none.
func (in *Into) Column(name string) *engine.Column {
	if in.view == nil {
		return in.Table.Column(name)
	}
	if i, n := in.view.find(name); n > 0 && in.view.trace.columns[i].base == in.base {
		return in.view.trace.columns[i].col
	}
	return nil
}

// Columns are those that an INSERT without a list gives values, an identity column included.
func (in *Into) Columns() (out []*engine.Column) {
	if in.view == nil {
		for i := range in.Table.Columns {
			out = append(out, &in.Table.Columns[i])
		}
		return out
	}
	for _, o := range in.view.trace.columns {
		out = append(out, o.col)
	}
	return out
}

// images are the columns of inserted.
func (in *Into) images() []column {
	if in.view == nil {
		return tableColumns(in.Table)
	}
	return in.view.images(in.base)
}

// elsewhere is error 404: inserted has no image of a column that is not the changed table's.
func elsewhere(s *source, c *column) error {
	return sqltype.Errorf(404, "The column reference \"%s.%s\" is not allowed because it refers to a base table that is not being modified in this statement.", s.alias, c.name)
}
