package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// values compiles INSERT … VALUES and DEFAULT VALUES.
func (i *insertion) values(src *ast.ValuesInsertSource, tp *top) (*Plan, error) {
	var builders []*recordBuilder
	if src.IsDefaultValues {
		i.cols = nil
		b, err := i.builder(nil)
		if err != nil {
			return nil, err
		}
		builders = append(builders, b)
	}
	for _, row := range src.RowValues {
		i.scope = &query.TopScope{C: i.c} // NEXT VALUE FOR gives each row its own
		b, err := i.row(i.scope, row.ColumnValues)
		if err != nil {
			return nil, err
		}
		builders = append(builders, b)
	}
	if len(builders) > 1 {
		i.c.Lists()
	}
	i.use = i.c.Use(i.t)
	run := func(x *query.Exec, limit int64) (int64, error) {
		limit, err := tp.limit(x.Env, limit, func() (int64, error) { return int64(len(builders)), nil })
		if err != nil {
			return 0, err
		}
		if err := i.checkIdentity(); err != nil {
			return 0, err
		}
		w, err := i.writer(x)
		if err != nil {
			return 0, err
		}
		n := int64(0)
		for k, b := range builders {
			if int64(k) == limit {
				break
			}
			rec, err := b.build(x.Env, i.h)
			if err != nil {
				return n, err
			}
			how := first
			if k > 0 {
				how = beside
			}
			added, err := i.put(x, w, rec, how)
			if err != nil {
				return n, err
			}
			n += added
		}
		return n, nil
	}
	return i.planned(run, len(builders) == 1 && len(i.c.Uses) == 1), nil
}

// row makes the builder of a row of VALUES, whose expressions see scope.
func (i *insertion) row(scope expr.Scope, vals []ast.ScalarExpression) (*recordBuilder, error) {
	switch {
	case len(vals) < len(i.cols):
		return nil, sqltype.Errorf(109, "There are more columns in the INSERT statement than values specified in the VALUES clause. The number of values in the VALUES clause must match the number of columns specified in the INSERT statement.")
	case len(vals) > len(i.cols):
		return nil, i.tooMany(len(vals), sqltype.Errorf(110, "There are fewer columns in the INSERT statement than values specified in the VALUES clause. The number of values in the VALUES clause must match the number of columns specified in the INSERT statement."))
	}
	es := make([]*expr.Expr, len(vals))
	for k, v := range vals {
		if query.IsDefault(v) {
			continue
		}
		var err error
		if es[k], err = expr.Compile(scope, v); err != nil {
			return nil, err
		}
	}
	return i.builder(es)
}
