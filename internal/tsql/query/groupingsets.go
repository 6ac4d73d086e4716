package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// maxGroupingSets is SQL Server's limit.
const maxGroupingSets = 4096

// groupingSets says which of the groups' expressions each grouping set has. The set's number is one more group expression,
// the last, so that equal values of different sets do not meet.
type groupingSets [][]bool

var errSets = sqltype.Errorf(10703, "Too many grouping sets. The maximum number is %d.", maxGroupingSets)

// groupingSets compiles GROUPING SETS, ROLLUP and CUBE, together with what else GROUP BY has; with is WITH ROLLUP or CUBE.
func (b *block) groupingSets(list []ast.GroupingSpecification, with string) error {
	switch strings.ToUpper(with) {
	case "ROLLUP":
		list = []ast.GroupingSpecification{&ast.RollupGroupingSpecification{Arguments: list}}
	case "CUBE":
		list = []ast.GroupingSpecification{&ast.CubeGroupingSpecification{Arguments: list}}
	}
	all := [][]int{{}}
	for _, s := range list {
		sets, err := b.setsOf(s)
		if err != nil {
			return err
		}
		if all, err = cross(all, sets); err != nil {
			return err
		}
	}
	a := b.agg
	for _, set := range all {
		in := make([]bool, len(a.groups))
		for _, i := range set {
			in[i] = true
		}
		a.sets = append(a.sets, in)
	}
	for i := range a.groups { // missing from a set, it is NULL
		e := *a.groups[i].e
		e.Nullable = true
		a.groups[i].e = &e
	}
	number := sqltype.Of(sqltype.Int)
	a.groups = append(a.groups, groupExpr{e: expr.Constant(number, sqltype.IntOf(sqltype.Int, 0)), src: 0, col: -1})
	return nil
}

// cross joins every set of l with every one of r.
func cross(l, r [][]int) (out [][]int, err error) {
	if len(l)*len(r) > maxGroupingSets {
		return nil, errSets
	}
	for _, a := range l {
		for _, c := range r {
			out = append(out, append(a[:len(a):len(a)], c...))
		}
	}
	return out, nil
}

// setsOf lists a specification's sets, each by the numbers of its group expressions.
func (b *block) setsOf(s ast.GroupingSpecification) (sets [][]int, err error) {
	var args []ast.GroupingSpecification
	switch s := s.(type) {
	case *ast.GrandTotalGroupingSpecification:
		return [][]int{{}}, nil
	case *ast.ExpressionGroupingSpecification:
		i, err := b.groupExpr(s.Expression)
		return [][]int{{i}}, err
	case *ast.CompositeGroupingSpecification:
		sets = [][]int{{}}
		for _, item := range s.Items {
			one, err := b.setsOf(item)
			if err != nil {
				return nil, err
			}
			if sets, err = cross(sets, one); err != nil {
				return nil, err
			}
		}
		return sets, nil
	case *ast.GroupingSetsGroupingSpecification:
		for _, item := range s.Arguments {
			more, err := b.setsOf(item)
			if err != nil {
				return nil, err
			}
			if sets = append(sets, more...); len(sets) > maxGroupingSets {
				return nil, errSets
			}
		}
		return sets, nil
	case *ast.RollupGroupingSpecification:
		args = s.Arguments
	case *ast.CubeGroupingSpecification:
		args = s.Arguments
	default:
		return nil, unsupportedNode(s)
	}
	parts := make([][]int, len(args))
	for i, a := range args {
		one, err := b.setsOf(a)
		if err != nil {
			return nil, err
		}
		if len(one) != 1 {
			return nil, badSyntax("(")
		}
		parts[i] = one[0]
	}
	if _, cube := s.(*ast.CubeGroupingSpecification); cube {
		sets = [][]int{{}}
		for _, p := range parts {
			if sets, err = cross(sets, [][]int{p, {}}); err != nil {
				return nil, err
			}
		}
		return sets, nil
	}
	for n := len(parts); n >= 0; n-- {
		var set []int
		for _, p := range parts[:n] {
			set = append(set, p...)
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// groupExpr compiles one expression of GROUP BY, once, and gives its number.
func (b *block) groupExpr(n ast.ScalarExpression) (int, error) {
	key := nodeKey(n)
	for i, g := range b.agg.groups {
		if nodeKey(g.node) == key {
			return i, nil
		}
	}
	e, err := expr.Compile(b, n)
	if err != nil {
		return 0, err
	}
	ge := groupExpr{node: n, e: e, src: -1, col: -1}
	if ref, ok := unparen(n).(*ast.ColumnReferenceExpression); ok && ref.MultiPartIdentifier != nil {
		if src, col, err := b.lookup(identifiers(ref.MultiPartIdentifier)); err == nil && src >= 0 {
			ge.src, ge.col = src, col
		}
	}
	b.agg.groups = append(b.agg.groups, ge)
	return len(b.agg.groups) - 1, nil
}

// grouping is GROUPING(e), or GROUPING_ID(e, …): a bit for each expression, 1 when the row's set does not have it.
func (b *block) grouping(name string, f *ast.FunctionCall) (*expr.Expr, error) {
	var at []int
	for _, p := range f.Parameters {
		i, key := -1, nodeKey(p)
		for j, g := range b.agg.groups {
			if g.node == nil {
				continue
			}
			same := nodeKey(g.node) == key
			if ref, ok := unparen(p).(*ast.ColumnReferenceExpression); ok && !same && g.src >= 0 && ref.MultiPartIdentifier != nil {
				src, col, err := b.lookup(identifiers(ref.MultiPartIdentifier))
				same = err == nil && src == g.src && col == g.col
			}
			if same {
				i = j
			}
		}
		if i < 0 {
			return nil, sqltype.Errorf(8161, "Argument %d of the %s function does not match any of the expressions in the GROUP BY clause.", len(at)+1, name)
		}
		at = append(at, i)
	}
	if len(at) == 0 || name == "GROUPING" && len(at) > 1 {
		return nil, sqltype.Errorf(174, "The %s function requires 1 argument(s).", strings.ToLower(name))
	}
	t := sqltype.Of(sqltype.Int)
	if name == "GROUPING" {
		t = sqltype.Of(sqltype.TinyInt)
	}
	sets, last := b.agg.sets, len(b.agg.groups)-1
	return expr.New(t, false, func(env *expr.Env) (sqltype.Value, error) {
		v := int64(0)
		for _, i := range at {
			v <<= 1
			if sets != nil && !sets[env.Aggs[last].I][i] {
				v |= 1
			}
		}
		return sqltype.IntOf(t.Kind, v), nil
	}, nil), nil
}
