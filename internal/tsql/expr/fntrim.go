package expr

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// trimmer strips blanks, or the characters of set, from either end.
func trimmer(left, right bool) func(s, set string) string {
	return func(s, set string) string {
		if left {
			s = strings.TrimLeft(s, set)
		}
		if right {
			s = strings.TrimRight(s, set)
		}
		return s
	}
}

func trimBuilder(left, right bool) func(*compiler, string, []*Expr) (*Expr, error) {
	return func(_ *compiler, _ string, a []*Expr) (*Expr, error) {
		e, err := text(a[0])
		if err != nil {
			return nil, err
		}
		set := Constant(sqltype.VarCharOf(1), sqltype.StringOf(sqltype.VarChar, " "))
		if len(a) == 2 {
			if set, err = text(a[1]); err != nil {
				return nil, err
			}
		}
		t := sameLength(e.Type)
		f := trimmer(left, right)
		return strict2(t, e, set, func(s, set sqltype.Value) (sqltype.Value, error) {
			return sqltype.StringOf(t.Kind, f(s.S, set.S)), nil
		}), nil
	}
}

// trimCall is TRIM([LEADING|TRAILING|BOTH] [set FROM] s): the parser gives set first.
func (c *compiler) trimCall(n *ast.FunctionCall) (*Expr, error) {
	args, err := c.exprs(n.Parameters...)
	if err != nil {
		return nil, err
	}
	if err := (builtin{min: 1, max: 2}).checkArity("trim", len(args)); err != nil {
		return nil, err
	}
	left, right := true, true
	if n.TrimOptions != nil {
		left = n.TrimOptions.Value != "TRAILING"
		right = n.TrimOptions.Value != "LEADING"
	}
	if len(args) == 2 {
		args[0], args[1] = args[1], args[0]
	}
	return trimBuilder(left, right)(c, "TRIM", args)
}
