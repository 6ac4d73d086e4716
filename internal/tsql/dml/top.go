package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// top is a statement's TOP; nil is none.
type top struct {
	n       *expr.Expr
	percent bool
}

func compileTop(c *query.Compiler, s expr.Scope, f *ast.TopRowFilter) (*top, error) {
	if f == nil {
		return nil, nil
	}
	if f.WithTies {
		return nil, query.Unsupported("TOP … WITH TIES outside SELECT")
	}
	e, err := c.Top(s, f)
	if err != nil {
		return nil, err
	}
	return &top{e, f.Percent}, nil
}

// limit joins TOP with SET ROWCOUNT; negative is no limit. count gives the number of rows that PERCENT is of.
func (t *top) limit(env *expr.Env, limit int64, count func() (int64, error)) (n int64, err error) {
	if t == nil {
		return limit, nil
	}
	if t.percent {
		total, err := count()
		if err != nil {
			return 0, err
		}
		if n, err = query.TopPercent(t.n, env, total); err != nil {
			return 0, err
		}
	} else if n, err = query.TopValue(t.n, env); err != nil {
		return 0, err
	}
	if limit >= 0 {
		n = min(n, limit)
	}
	return n, nil
}

// countTargets counts the rows that a statement without TOP would change.
func countTargets(x *query.Exec, t *query.Targets) func() (int64, error) {
	return func() (n int64, err error) {
		err = t.Run(x, -1, func(*expr.Env) error {
			n++
			return nil
		})
		return n, err
	}
}
