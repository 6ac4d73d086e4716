package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// rotated compiles the table that PIVOT or UNPIVOT turns, in a block of its own: the names of its columns must be unique.
func (b *block) rotated(r ast.TableReference, alias string) (*block, producer, error) {
	nb := b.c.newBlock(b.parent)
	p, err := nb.from(&ast.FromClause{TableReferences: []ast.TableReference{r}}, nil)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for _, s := range nb.sources {
		for _, c := range s.cols {
			if k := strings.ToLower(c.name); !c.hidden {
				if seen[k] {
					return nil, nil, manyTimes(c.name, alias)
				}
				seen[k] = true
			}
		}
	}
	return nb, p, nil
}

func manyTimes(column, alias string) error {
	return sqltype.Errorf(8156, "The column '%s' was specified multiple times for '%s'.", column, alias)
}

// rest lists the columns that PIVOT and UNPIVOT keep: all but those that are used.
func (b *block) rest(used func(src, col int) bool) (names []string, at [][2]int) {
	for i, s := range b.sources {
		for j, c := range s.cols {
			if !c.hidden && !used(i, j) {
				names, at = append(names, c.name), append(at, [2]int{i, j})
			}
		}
	}
	return names, at
}

// findColumn is lookup of a column that must be there, error 207.
func (b *block) findColumn(n *ast.ColumnReferenceExpression) (src, col int, err error) {
	if n.MultiPartIdentifier == nil {
		return -1, 0, b.c.fail(n, badSyntax(ColumnName(n)))
	}
	parts := identifiers(n.MultiPartIdentifier)
	if src, col, err = b.lookup(parts); err == nil && src < 0 {
		err = sqltype.Errorf(207, "Invalid column name '%s'.", parts[len(parts)-1])
	}
	return src, col, b.c.fail(n, err)
}

// pivot compiles t PIVOT (f(v) FOR c IN ([a], …)) AS p as what the operator is: a grouping by t's other columns, with f over v
// of the rows whose c is a as column a.
func (b *block) pivot(r *ast.PivotedTableReference) (*unit, error) {
	alias := ident(r.Alias)
	ids := r.AggregateFunctionIdentifier.Identifiers
	call := strings.ToUpper(ids[len(ids)-1].Value)
	switch {
	case alias == "" || len(r.InColumns) == 0:
		return nil, badSyntax(")")
	case len(ids) > 1 || !aggregateNames[call] || strings.HasPrefix(call, "GROUPING"):
		return nil, sqltype.Errorf(195, "'%s' is not a recognized aggregate function.", ids[len(ids)-1].Value)
	case call == "CHECKSUM_AGG":
		return nil, sqltype.Errorf(406, "%s cannot be used in the PIVOT operator because it is not invariant to NULLs.", ids[0].Value)
	case len(r.ValueColumns) != 1 || r.ValueColumns[0].ColumnType == "Wildcard":
		return nil, badSyntax("*")
	}
	nb, p, err := b.rotated(r.TableReference, alias)
	if err != nil {
		return nil, err
	}
	vs, vc, err := nb.findColumn(r.ValueColumns[0])
	if err != nil {
		return nil, err
	}
	cs, cc, err := nb.findColumn(r.PivotColumn)
	if err != nil {
		return nil, err
	}
	names, _ := nb.rest(func(s, c int) bool { return s == vs && c == vc || s == cs && c == cc })
	q := &ast.QuerySpecification{}
	group := &ast.GroupByClause{}
	taken := map[string]bool{}
	for _, name := range names {
		q.SelectElements = append(q.SelectElements, &ast.SelectScalarExpression{Expression: ColumnNamed(name)})
		group.GroupingSpecifications = append(group.GroupingSpecifications, &ast.ExpressionGroupingSpecification{Expression: ColumnNamed(name)})
		taken[strings.ToLower(name)] = true
	}
	if len(names) > 0 {
		q.GroupByClause = group
	}
	typ := nb.sources[cs].cols[cc].typ
	in := map[string]bool{}
	for _, id := range r.InColumns {
		key := strings.ToLower(strings.TrimRight(id.Value, " "))
		switch {
		case id.QuoteType == "NotQuoted" && (id.Value == "" || strings.ContainsAny(id.Value[:1], "0123456789") || strings.Contains(id.Value, "'")):
			return nil, badSyntax(strings.TrimPrefix(strings.Trim(id.Value, "'"), "N'")) // a literal
		case taken[key]:
			return nil, conflict(id.Value, "PIVOT")
		case in[key]:
			return nil, manyTimes(id.Value, alias)
		}
		in[key] = true
		value := &ast.StringLiteral{Value: id.Value, IsNational: typ.Kind == sqltype.NChar || typ.Kind == sqltype.NVarChar}
		if _, err := sqltype.Convert(sqltype.StringOf(sqltype.NVarChar, id.Value), typ, 0, false); err != nil {
			return nil, sqltype.Errorf(8114, "Error converting data type nvarchar to %s.", typ.Kind)
		}
		of := &ast.SearchedCaseExpression{WhenClauses: []*ast.SearchedWhenClause{{
			WhenExpression: &ast.BooleanComparisonExpression{ComparisonType: "Equals", FirstExpression: r.PivotColumn, SecondExpression: value},
			ThenExpression: r.ValueColumns[0],
		}}}
		q.SelectElements = append(q.SelectElements, &ast.SelectScalarExpression{
			Expression: &ast.FunctionCall{FunctionName: ids[0], Parameters: []ast.ScalarExpression{of}},
			ColumnName: &ast.IdentifierOrValueExpression{Identifier: id, Value: id.Value}})
	}
	cq, err := nb.query(p, q, roleNested)
	if err != nil {
		return nil, err
	}
	for i := range cq.Columns[len(names):] {
		cq.Columns[len(names)+i].Nullable = true // COUNT's too (observed of the server)
	}
	return b.turned(nb, cq, alias)
}

// turned is the unit of a rotated table.
func (b *block) turned(nb *block, q *Query, alias string) (*unit, error) {
	if nb.correl {
		b.outer, b.correl = true, true
	}
	if b.traces {
		q.trace = &trace{at: -1, alone: true, bases: []*base{{lost: inGroups}}}
		for range q.Columns {
			q.trace.columns = append(q.trace.columns, origin{})
		}
	}
	return b.derivedUnit(q, alias, nil, &derived{})
}

func conflict(column, operator string) error {
	return sqltype.Errorf(265, "The column name \"%s\" specified in the %s operator conflicts with the existing column name in the %s argument.", column, operator, operator)
}
