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
	prev  *cteScope // those defined before it
	busy  bool      // being compiled: a reference to it is recursive
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
		return Unsupported("WITH XMLNAMESPACES and CHANGE_TRACKING_CONTEXT")
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
func (b *block) cte(d *cteDef, alias string) (*unit, error) {
	if d.busy {
		return nil, Unsupported("a recursive common table expression")
	}
	saved := b.c.ctes
	// It sees those before it, and itself.
	b.c.ctes = &cteScope{def: d, prev: d.prev}
	d.busy = true
	q, err := b.c.compile(&TopScope{C: b.c}, d.query, false)
	d.busy = false
	b.c.ctes = saved
	if err != nil {
		return nil, err
	}
	return b.derivedUnit(q, alias, d.cols, &derived{top: true})
}
