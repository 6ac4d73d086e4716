package query

import (
	"math"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// Query is a compiled query expression.
type Query struct {
	Columns []system.Column
	// Assigns is set for SELECT @v = …: Columns is empty and Run sets the variables itself, emitting no values.
	Assigns bool
	// Located are the base tables whose rows' addresses, as AppendLocator gives them, follow the columns' values.
	Located []*engine.Table

	rows       float64 // estimate
	trace      *trace  // when asked for
	rising     int     // the column, from 1, that rises from row to row, see rising.go; 0: none known
	correlated bool
	run        func(x *Exec, outer *expr.Env, emit func(vals []sqltype.Value) error) error
}

// Run produces the rows; vals is valid during the call. outer is the environment of
// the scope the query was compiled in.
func (q *Query) Run(x *Exec, outer *expr.Env, emit func(vals []sqltype.Value) error) error {
	return q.run(x, outer, emit)
}

// Rows is a query whose rows come from elsewhere.
func Rows(cols []system.Column, each func(emit func([]sqltype.Value) error) error) *Query {
	return &Query{Columns: cols, run: func(_ *Exec, _ *expr.Env, emit func([]sqltype.Value) error) error { return each(emit) }}
}

// RunLimit is Run for at most n rows.
func (q *Query) RunLimit(x *Exec, outer *expr.Env, n int64, emit func(vals []sqltype.Value) error) error {
	switch {
	case n <= 0:
		return nil
	case n == math.MaxInt64:
		return q.run(x, outer, emit)
	}
	end := &stop{}
	err := q.run(x, outer, func(vals []sqltype.Value) error {
		if err := emit(vals); err != nil {
			return err
		}
		if n--; n == 0 {
			return end
		}
		return nil
	})
	if err == error(end) {
		return nil
	}
	return err
}
