package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// target is a source that a statement changes through: what the errors call it, and which of them.
type target struct {
	*source
	name    string
	derived bool // a derived table has numbers of its own
}

// refusals, of views, functions and common table expressions and of derived tables.
func (t target) refuse(view, derived int32) error {
	if t.derived {
		why := map[int32]string{4417: "the definition contains a UNION operator", 4418: "it contains aggregates, or a DISTINCT or GROUP BY clause, or PIVOT or UNPIVOT operator",
			4420: "the modification affects multiple base tables", 4421: "a column of the derived table is derived or constant"}[derived]
		return sqltype.Errorf(derived, "Derived table '%s' is not updatable because %s.", t.name, why)
	}
	switch view {
	case 4403:
		return sqltype.Errorf(view, "Cannot update the view or function '%s' because it contains aggregates, or a DISTINCT or GROUP BY clause, or PIVOT or UNPIVOT operator.", t.name)
	case 4405:
		return sqltype.Errorf(view, "View or function '%s' is not updatable because the modification affects multiple base tables.", t.name)
	case 4426:
		return sqltype.Errorf(view, "View '%s' is not updatable because the definition contains a UNION operator.", t.name)
	}
	return sqltype.Errorf(4406, "Update or insert of view or function '%s' failed because it contains a derived or constant field.", t.name)
}

// base finds the one base table that a change of the columns named affects; whole, that one that a row is deleted of.
func (t target) base(columns []*ast.ColumnReferenceExpression, c *Compiler) (*base, error) {
	if t.trace == nil {
		if t.virt != nil {
			return nil, sqltype.Errorf(259, "Ad hoc updates to system catalogs are not allowed.")
		}
		return nil, t.refuse(4406, 4421)
	}
	var found *base
	for _, n := range columns {
		i, err := t.column(n, c)
		if err != nil {
			return nil, err
		}
		o := t.trace.columns[i].base
		switch {
		case o == nil || o.lost == inSetOps:
			return nil, t.refuse(4406, 4421)
		case found != nil && o != found:
			return nil, t.refuse(4405, 4420)
		}
		found = o
	}
	if found == nil {
		if !t.trace.alone {
			return nil, t.refuse(4405, 4420)
		}
		if len(t.trace.bases) == 0 {
			return nil, t.refuse(4406, 4421)
		}
		found = t.trace.bases[0]
	}
	switch found.lost {
	case inSetOps:
		return nil, t.refuse(4426, 4417)
	case inGroups:
		return nil, t.refuse(4403, 4418)
	}
	return found, nil
}

// all names every column.
func (t target) all() (list []*ast.ColumnReferenceExpression) {
	for _, c := range t.cols {
		list = append(list, &ast.ColumnReferenceExpression{MultiPartIdentifier: &ast.MultiPartIdentifier{Identifiers: []*ast.Identifier{{Value: c.name}}}})
	}
	return list
}

// SetColumns are the columns of SET clauses.
func SetColumns(list []ast.SetClause) (columns []*ast.ColumnReferenceExpression) {
	for _, n := range list {
		if s, ok := n.(*ast.AssignmentSetClause); ok && s.Column != nil {
			columns = append(columns, s.Column)
		}
	}
	return columns
}

// column is the place of a column by name, error 207 for none.
func (t target) column(n *ast.ColumnReferenceExpression, c *Compiler) (int, error) {
	name := ColumnName(n)
	i, k := t.find(name)
	if k == 0 {
		return 0, c.fail(n, sqltype.Errorf(207, "Invalid column name '%s'.", name))
	}
	return i, nil
}

// images are the source's columns as inserted shows them: those of b are columns of its table's rows, others are error 404.
func (s *source) images(b *base) []column {
	out := make([]column, len(s.cols))
	for i, c := range s.cols {
		out[i] = c
		if o := s.trace.columns[i]; o.base == b {
			for j := range b.table.Columns {
				if &b.table.Columns[j] == o.col {
					out[i].ord = j
				}
			}
		} else {
			out[i].other = true
		}
	}
	return out
}
