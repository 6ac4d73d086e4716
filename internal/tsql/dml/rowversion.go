package dml

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// nextVersion gives each row that is written the next row version of t's database.
func nextVersion(t *engine.Table) *expr.Expr {
	return expr.New(sqltype.RowVersion, false, func(env *expr.Env) (sqltype.Value, error) {
		tx, err := env.Ext.(*query.Exec).Txn(t)
		if err != nil {
			return sqltype.Value{}, err
		}
		return tx.NextRowVersion(t.Database()), nil
	}, nil)
}

// version makes an UPDATE that changes columns give the rowversion column, if there is one, a new value.
func (u *updating) version() {
	t := u.t.Table
	for k := range t.Columns {
		if c := &t.Columns[k]; c.Type.RowVersion && u.columns() {
			u.sets = append(u.sets, assignment{col: c, slot: -1, e: nextVersion(t)})
		}
	}
}
