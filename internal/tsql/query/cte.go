package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// cteDef is one common table expression. Each reference compiles its query anew.
type cteDef struct {
	name  string
	cols  []*ast.Identifier
	query ast.QueryExpression
	prev  *cteScope  // those defined before it
	busy  bool       // being compiled: a reference to it is recursive
	work  *recursion // of the recursive member being compiled
}

type cteScope struct {
	def  *cteDef
	prev *cteScope
}

// With brings a WITH clause's expressions into the statement's scope.
func (c *Compiler) With(w *ast.WithCtesAndXmlNamespaces) error {
	if w == nil {
		return nil
	}
	if w.XmlNamespaces != nil || w.ChangeTrackingContext != nil {
		return Unsupported("WITH XMLNAMESPACES or CHANGE_TRACKING_CONTEXT")
	}
	for _, e := range w.CommonTableExpressions {
		for s := c.ctes; s != nil; s = s.prev {
			if strings.EqualFold(s.def.name, e.ExpressionName.Value) {
				return sqltype.Errorf(239, "Duplicate common table expression name '%s' was specified.", e.ExpressionName.Value)
			}
		}
		d := &cteDef{name: e.ExpressionName.Value, cols: e.Columns, query: e.QueryExpression, prev: c.ctes}
		c.ctes = &cteScope{def: d, prev: c.ctes}
	}
	return nil
}

func (c *Compiler) findCTE(name string) *cteDef {
	for s := c.ctes; s != nil; s = s.prev {
		if strings.EqualFold(s.def.name, name) {
			return s.def
		}
	}
	return nil
}

// cte compiles a reference to a common table expression.
func (b *block) cte(d *cteDef, alias string, open bool) (*unit, error) {
	if d.busy {
		if d.work == nil {
			return nil, sqltype.Errorf(252, "Recursive common table expression '%s' does not contain a top-level UNION ALL operator.", d.name)
		}
		return b.workTable(d, alias)
	}
	saved := b.c.ctes
	defer func() { b.c.ctes, d.busy, d.work = saved, false, nil }()
	// It sees those before it, and itself.
	b.c.ctes = &cteScope{def: d, prev: d.prev}
	d.busy = true
	top := &TopScope{C: b.c}
	var q *Query
	var err error
	if anchor, members := splitRecursive(d); members != nil {
		if q, err = b.c.recursive(top, d, anchor, members); err == nil && open {
			q.trace = setOpTrace(len(q.Columns))
		}
	} else {
		q, err = b.c.compile(top, d.query, nested(open))
	}
	if err != nil {
		return nil, err
	}
	return b.derivedUnit(q, alias, d.cols, &derived{top: true})
}
