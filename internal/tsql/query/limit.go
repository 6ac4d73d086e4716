package query

import (
	"math"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// limit is TOP or OFFSET … FETCH.
type limit struct {
	n, offset *expr.Expr // bigint; n float for PERCENT; n nil: no upper bound
	percent   bool
	ties      bool
	estimate  float64
}

func (b *block) limit(n *ast.QuerySpecification) (*limit, error) {
	l := &limit{estimate: 1000}
	if t := n.TopRowFilter; t != nil {
		if n.OffsetClause != nil {
			return nil, sqltype.Errorf(10741, "A TOP can not be used in the same query or sub-query as a OFFSET.")
		}
		if t.WithTies && n.OrderByClause == nil {
			return nil, sqltype.Errorf(1062, "The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY clause.")
		}
		l.percent, l.ties = t.Percent, t.WithTies
		var err error
		l.n, err = b.c.Top(b.parent, t)
		if err != nil {
			return nil, err
		}
		if v, ok := l.n.Value(); ok && !t.Percent {
			l.estimate = float64(v.I)
		}
		return l, nil
	}
	if o := n.OffsetClause; o != nil {
		if n.OrderByClause == nil {
			return nil, sqltype.Errorf(102, "Incorrect syntax near 'OFFSET'.")
		}
		var err error
		if l.offset, err = expr.CompileAs(b.parent, o.OffsetExpression, sqltype.Of(sqltype.BigInt)); err != nil {
			return nil, err
		}
		if o.FetchExpression != nil {
			if l.n, err = expr.CompileAs(b.parent, o.FetchExpression, sqltype.Of(sqltype.BigInt)); err != nil {
				return nil, err
			}
		}
		return l, nil
	}
	return nil, nil
}

// Top compiles a TOP clause's expression: bigint, or float for PERCENT.
func (c *Compiler) Top(parent expr.Scope, t *ast.TopRowFilter) (*expr.Expr, error) {
	to := sqltype.Of(sqltype.BigInt)
	if t.Percent {
		to = sqltype.Of(sqltype.Float)
	}
	e, err := expr.Compile(parent, t.Expression)
	if err != nil {
		return nil, err
	}
	if !t.Percent && !e.Type.Kind.IsInt() {
		return nil, sqltype.Errorf(1060, "The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer.")
	}
	return expr.ConvertTo(e, to)
}

// TopValue evaluates a row count of TOP. NULL and negative counts are errors.
func TopValue(e *expr.Expr, env *expr.Env) (int64, error) {
	n, null, err := e.EvalInt(env)
	if err != nil {
		return 0, err
	}
	if null {
		return 0, sqltype.Errorf(1060, "The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer.")
	}
	if n < 0 {
		return 0, sqltype.Errorf(127, "A TOP N or FETCH rowcount value may not be negative.")
	}
	return n, nil
}

// TopPercent evaluates a TOP … PERCENT of total rows.
func TopPercent(e *expr.Expr, env *expr.Env, total int64) (int64, error) {
	v, err := e.Eval(env)
	if err != nil {
		return 0, err
	}
	if v.Null || v.Float() < 0 || v.Float() > 100 {
		return 0, sqltype.Errorf(1031, "Percent values must be between 0 and 100.")
	}
	return int64(math.Ceil(float64(total) * v.Float() / 100)), nil
}

// counts evaluates offset and row count. total is the number of rows for PERCENT, -1 when unknown.
func (l *limit) counts(env *expr.Env, total int64) (skip, take int64, err error) {
	outer := env.Outer
	if l.offset != nil {
		n, null, err := l.offset.EvalInt(outer)
		if err != nil {
			return 0, 0, err
		}
		if null || n < 0 {
			return 0, 0, sqltype.Errorf(10742, "The offset specified in a OFFSET clause may not be negative.")
		}
		skip = n
	}
	if l.n == nil {
		return skip, math.MaxInt64, nil
	}
	if l.percent {
		take, err = TopPercent(l.n, outer, total)
		return 0, take, err
	}
	take, err = TopValue(l.n, outer)
	if l.offset != nil && err == nil && take == 0 {
		err = sqltype.Errorf(10744, "The number of rows provided for a FETCH clause must be greater then zero.")
	}
	return skip, take, err
}

// gate passes rows on within the limit. end is returned by the gate when no more are wanted; none says that
// nothing is wanted at all.
func (l *limit) gate(env *expr.Env, total int64, emit func([]sqltype.Value) error) (f func([]sqltype.Value) error, end *stop, none bool, err error) {
	skip, take, err := l.counts(env, total)
	if err != nil || take == 0 {
		return nil, nil, true, err
	}
	end = &stop{}
	return func(vals []sqltype.Value) error {
		if skip > 0 {
			skip--
			return nil
		}
		if err := emit(vals); err != nil {
			return err
		}
		if take--; take == 0 {
			return end
		}
		return nil
	}, end, false, nil
}

// limited runs rows through the limit. TOP … PERCENT needs the number of rows first, so it sets them aside.
func (l *limit) limited(x *Exec, env *expr.Env, rows func(emit func([]sqltype.Value) error) error, emit func([]sqltype.Value) error) error {
	total := int64(-1)
	if l.percent {
		list := x.List()
		defer list.Close()
		var buf []byte
		if err := rows(func(vals []sqltype.Value) error {
			buf = appendVals(buf[:0], vals)
			return list.Add(buf)
		}); err != nil {
			return err
		}
		total = list.Len()
		rows = func(emit func([]sqltype.Value) error) error {
			var vals []sqltype.Value
			return list.Each(func(row []byte) (err error) {
				if vals, err = readVals(vals[:0], row); err != nil {
					return err
				}
				return emit(vals)
			})
		}
	}
	f, end, none, err := l.gate(env, total, emit)
	if err != nil || none {
		return err
	}
	if err = rows(f); err == error(end) {
		return nil
	}
	return err
}

// Percent is q with a TOP … PERCENT around it.
func (q *Query) Percent(n *expr.Expr) *Query {
	l := &limit{n: n, percent: true}
	out := *q
	out.run = func(x *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
		return l.limited(x, &expr.Env{Outer: outer}, func(emit func([]sqltype.Value) error) error { return q.run(x, outer, emit) }, emit)
	}
	return &out
}
