package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
)

// outExpr is one column of a select list.
type outExpr struct {
	name   string
	e      *expr.Expr
	node   ast.ScalarExpression // nil for a column of *
	assign int                  // variable slot of SELECT @v = …, else -1
	// src and col are a plain column's, -1 for another expression; known when the block is traced.
	src, col int
	hidden   bool // no column of the query
	identity *ast.IdentityFunctionCall
}

func (b *block) selectList(els []ast.SelectElement, top bool) ([]outExpr, error) {
	var out []outExpr
	assigns := 0
	for _, el := range els {
		switch el := el.(type) {
		case *ast.SelectStarExpression:
			cols, err := b.star(el)
			if err != nil {
				return nil, b.c.fail(el, err)
			}
			out = append(out, cols...)
		case *ast.SelectScalarExpression:
			if id, ok := el.Expression.(*ast.IdentityFunctionCall); ok && b.into {
				t, err := expr.DataType(id.DataType)
				if err != nil {
					return nil, err
				}
				out = append(out, outExpr{name: outName(el), e: expr.Constant(t, sqltype.NullOf(t.Kind)), assign: -1, src: -1, identity: id})
				continue
			}
			n := b.regroup(el).(*ast.SelectScalarExpression)
			e, err := expr.Compile(b, n.Expression)
			if err != nil {
				return nil, err
			}
			o := outExpr{name: outName(el), e: e, node: el.Expression, assign: -1, src: -1}
			if b.traces {
				o.src, o.col = b.plainColumn(el.Expression)
			}
			out = append(out, o)
		case *ast.SelectSetVariable:
			slot, t, ok := b.Variable(el.Variable.Name)
			if !ok {
				return nil, b.c.fail(el, sqltype.Errorf(137, "Must declare the scalar variable \"%s\".", el.Variable.Name))
			}
			n := b.regroup(Compound(el.AssignmentKind, el.Variable, el.Expression)).(ast.ScalarExpression)
			e, err := expr.CompileAs(b, n, t)
			if err != nil {
				return nil, err
			}
			assigns++
			out = append(out, outExpr{e: e, node: el.Expression, assign: slot, src: -1})
		default:
			return nil, b.c.fail(el, unsupportedNode(el))
		}
	}
	if assigns > 0 && (assigns < len(out) || !top) {
		return nil, sqltype.Errorf(141, "A SELECT statement that assigns a value to a variable must not be combined with data-retrieval operations.")
	}
	return out, nil
}

// Compound turns target += e into target + (e), of a variable or a column; kind is the tree's AssignmentKind. Of = it is e.
func Compound(kind string, target, e ast.ScalarExpression) ast.ScalarExpression {
	op := map[string]string{"AddEquals": "Add", "SubtractEquals": "Subtract", "MultiplyEquals": "Multiply", "DivideEquals": "Divide",
		"ModEquals": "Modulo", "BitwiseAndEquals": "BitwiseAnd", "BitwiseOrEquals": "BitwiseOr", "BitwiseXorEquals": "BitwiseXor"}[kind]
	if op == "" {
		return e
	}
	return &ast.BinaryExpression{BinaryExpressionType: op, FirstExpression: target, SecondExpression: &ast.ParenthesisExpression{Expression: e}}
}

func outName(el *ast.SelectScalarExpression) string {
	if n := el.ColumnName; n != nil {
		switch {
		case n.Identifier != nil:
			return n.Identifier.Value
		case n.ValueExpression != nil:
			if s, ok := n.ValueExpression.(*ast.StringLiteral); ok {
				return s.Value
			}
		}
		return strings.Trim(n.Value, "'")
	}
	if c, ok := el.Expression.(*ast.ColumnReferenceExpression); ok && c.MultiPartIdentifier != nil {
		ids := c.MultiPartIdentifier.Identifiers
		if name := ids[len(ids)-1].Value; name != syntax.PhysLoc {
			return name
		}
	}
	return ""
}

// plainColumn is the source and column that an expression names and does nothing else with; -1 for others.
func (b *block) plainColumn(n ast.ScalarExpression) (src, col int) {
	c, ok := n.(*ast.ColumnReferenceExpression)
	if !ok || c.MultiPartIdentifier == nil {
		return -1, 0
	}
	src, col, err := b.lookup(identifiers(c.MultiPartIdentifier))
	if err != nil {
		return -1, 0
	}
	return src, col
}

// star expands * and t.*.
func (b *block) star(el *ast.SelectStarExpression) ([]outExpr, error) {
	var out []outExpr
	if len(b.sources) == 0 {
		return nil, sqltype.Errorf(263, "Must specify table to select from.")
	}
	var qual []string
	if el.Qualifier != nil {
		qual = identifiers(el.Qualifier)
	}
	found := false
	for i := b.lo; i < b.hi; i++ {
		s := b.sources[i]
		if qual != nil && !s.matches(qual) {
			continue
		}
		found = true
		for j := range s.cols {
			if s.cols[j].hidden {
				continue
			}
			if s.cols[j].other {
				return nil, elsewhere(s, &s.cols[j])
			}
			b.refs |= 1 << i
			e, err := b.columnExpr(i, j)
			if err == nil && b.afterGroups() {
				e, err = b.agg.column(b, i, j, &ast.ColumnReferenceExpression{Fragment: el.Fragment})
			}
			if err != nil {
				return nil, err
			}
			out = append(out, outExpr{name: s.cols[j].name, e: e, assign: -1, src: i, col: j})
		}
	}
	if !found {
		return nil, sqltype.Errorf(107, "The column prefix '%s' does not match with a table name or alias name used in the query.", strings.Join(qual, "."))
	}
	return out, nil
}

// assembleOutput builds the query: projection, DISTINCT, ORDER BY, TOP.
func (b *block) assembleOutput(p producer, out []outExpr, ord []sortKey, lim *limit, distinct bool) (*Query, error) {
	q := &Query{correlated: b.correl, rows: 1000}
	if len(b.sources) == 0 || b.agg != nil && len(b.agg.groups) == 0 {
		q.rows = 1
	}
	exprs := make([]*expr.Expr, len(out))
	for i, o := range out {
		e := o.e
		var err error
		if e.Type.Kind == sqltype.KindNull {
			if e, err = expr.ConvertTo(e, sqltype.Of(sqltype.Int)); err != nil {
				return nil, err
			}
		}
		exprs[i] = e
		if o.hidden {
			continue
		}
		if o.assign < 0 {
			q.Columns = append(q.Columns, outColumn(o.name, e.Type, e.Nullable))
		} else {
			q.Assigns = true
		}
	}
	s := &selection{b: b, p: p, exprs: exprs, ord: ord, lim: lim, distinct: distinct, slot: b.c.slot(),
		nsrc: len(b.sources), naggs: b.aggs}
	if q.Assigns {
		for _, o := range out {
			s.assign = append(s.assign, o.assign)
		}
	}
	if lim != nil {
		q.rows = min(q.rows, lim.estimate)
	}
	q.run = s.run
	return q, nil
}
