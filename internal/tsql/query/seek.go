package query

import (
	"slices"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// seek bounds an index scan: equalities on the first key columns, then at most
// one range on the next. Every conjunct stays in force as a filter: a seek only skips rows.
type seek struct {
	ix      *engine.Index
	eq      []bound
	lo, hi  *bound
	next    *engine.Column // the range's column
	desc    bool           // … its direction
	notNull bool           // NULLs of next are skipped though it has no limit
	outer   bool           // a bound reads another source's row
	unique  bool           // all key columns of a unique index are bound by equality
	preds   []*pred        // where the bounds come from
}

// bound is one column's limit.
type bound struct {
	col  *engine.Column
	e    *expr.Expr // nil: IS NULL
	open bool       // exclusive
	null bool       // = @v: finds NULL when ANSI_NULLS is off
}

// perRow guesses the rows of one key of total rows; there are no statistics.
func (s *seek) perRow(total float64) float64 {
	if s.unique {
		return 1
	}
	return max(total*0.01, 1)
}

// seeksOf finds the seeks that preds (and the scan's own filters) allow on the table's indexes, with bounds that
// read only the sources in avail.
func (b *block) seeksOf(sc *scan, preds []*pred, avail uint64) []*seek {
	t := sc.s.table
	all := append(slices.Clone(sc.preds), preds...)
	var out []*seek
	for _, ix := range t.Indexes {
		s := &seek{ix: ix}
		for n, k := range ix.Keys {
			col := columnByID(t, k.ColumnID)
			eq, lo, hi := b.bounds(s, sc.src, col, all, avail)
			if eq != nil {
				s.eq = append(s.eq, *eq)
				s.unique = ix.Unique && n == len(ix.Keys)-1
				continue
			}
			s.lo, s.hi, s.next, s.desc = lo, hi, col, k.Desc
			break
		}
		if len(s.eq) > 0 || s.lo != nil || s.hi != nil {
			out = append(out, s)
		}
	}
	return out
}

// seekOn is the scan's seek on an index; nil for none.
func (sc *scan) seekOn(ix *engine.Index) *seek {
	for _, s := range sc.seeks {
		if s.ix == ix {
			return s
		}
	}
	return nil
}

func columnByID(t *engine.Table, id int) *engine.Column {
	for i := range t.Columns {
		if t.Columns[i].ID == id {
			return &t.Columns[i]
		}
	}
	return nil
}

// bounds finds the limits of one key column for s.
func (b *block) bounds(s *seek, src int, col *engine.Column, preds []*pred, avail uint64) (eq, lo, hi *bound) {
	if col == nil {
		return
	}
	var p *pred
	set := func(n, other ast.ScalarExpression, op string) {
		e, refs, ok := b.boundOperand(src, col, n, other, avail)
		if !ok {
			return
		}
		bd := &bound{col: col, e: e}
		switch op {
		case "Equals":
			if eq == nil {
				_, variable := unparen(other).(*ast.VariableReference)
				bd.null = variable && col.Nullable
				eq = bd
			}
		case "GreaterThan", "NotLessThan", "GreaterThanOrEqualTo":
			if lo != nil {
				return
			}
			bd.open = op == "GreaterThan"
			lo = bd
		case "LessThan", "NotGreaterThan", "LessThanOrEqualTo":
			if hi != nil {
				return
			}
			bd.open = op == "LessThan"
			hi = bd
		default:
			return
		}
		s.outer = s.outer || refs != 0
		s.preds = append(s.preds, p)
	}
	for _, p = range preds {
		if p.refs>>src&1 == 0 || p.refs&^(avail|1<<src) != 0 {
			continue
		}
		switch c := p.ast.(type) {
		case *ast.BooleanComparisonExpression:
			set(c.FirstExpression, c.SecondExpression, c.ComparisonType)
			set(c.SecondExpression, c.FirstExpression, mirror[c.ComparisonType])
		case *ast.BooleanTernaryExpression:
			if c.TernaryExpressionType == "Between" {
				set(c.FirstExpression, c.SecondExpression, "GreaterThanOrEqualTo")
				set(c.FirstExpression, c.ThirdExpression, "LessThanOrEqualTo")
			}
		case *ast.BooleanIsNullExpression:
			if !c.IsNot && eq == nil && b.isColumn(src, col, c.Expression) {
				eq = &bound{col: col}
				s.preds = append(s.preds, p)
			}
		}
	}
	return eq, lo, hi
}

var mirror = map[string]string{"Equals": "Equals", "GreaterThan": "LessThan", "LessThan": "GreaterThan",
	"GreaterThanOrEqualTo": "LessThanOrEqualTo", "LessThanOrEqualTo": "GreaterThanOrEqualTo"}

// boundOperand compiles other as a limit for col when n is that column: the comparison must happen in the
// column's own type, or both must be integers.
func (b *block) boundOperand(src int, col *engine.Column, n, other ast.ScalarExpression, avail uint64) (*expr.Expr, uint64, bool) {
	if !b.isColumn(src, col, n) {
		return nil, 0, false
	}
	e, refs, err := b.operand(other)
	if err != nil || refs&^avail != 0 {
		return nil, 0, false
	}
	from, to := e.Type, col.Type
	switch {
	case from.Kind.IsInt() && to.Kind.IsInt():
		return e, refs, true
	case from.Kind == sqltype.KindNull:
		return nil, 0, false
	case from.Kind.IsString() && to.Kind.IsString():
		if from.Kind.IsNational() && !to.Kind.IsNational() {
			return nil, 0, false
		}
	case from.Kind != to.Kind:
		return nil, 0, false
	case from.Kind == sqltype.Decimal:
		if from.Scale > to.Scale || int(from.Prec)-int(from.Scale) > int(to.Prec)-int(to.Scale) {
			return nil, 0, false
		}
		if e, err = expr.ConvertTo(e, to); err != nil {
			return nil, 0, false
		}
	case from.Scale != to.Scale:
		return nil, 0, false
	}
	return e, refs, true
}

// isColumn reports whether n is that column of that source.
func (b *block) isColumn(src int, col *engine.Column, n ast.ScalarExpression) bool {
	ref, ok := unparen(n).(*ast.ColumnReferenceExpression)
	if !ok || ref.MultiPartIdentifier == nil {
		return false
	}
	i, c, err := b.lookup(identifiers(ref.MultiPartIdentifier))
	return err == nil && i == src && b.sources[i].table != nil && &b.sources[i].table.Columns[b.sources[i].cols[c].ord] == col
}

func unparen(n ast.ScalarExpression) ast.ScalarExpression {
	for {
		p, ok := n.(*ast.ParenthesisExpression)
		if !ok {
			return n
		}
		n = p.Expression
	}
}

// ColumnName is the last part of a reference to a column, $name for a pseudo-column.
func ColumnName(n *ast.ColumnReferenceExpression) string {
	if n.MultiPartIdentifier == nil {
		return expr.PseudoColumn(n)
	}
	ids := n.MultiPartIdentifier.Identifiers
	return ids[len(ids)-1].Value
}

func identifiers(m *ast.MultiPartIdentifier) []string {
	out := make([]string, len(m.Identifiers))
	for i, id := range m.Identifiers {
		out[i] = id.Value
	}
	return out
}
