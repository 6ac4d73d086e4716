package query

import (
	"encoding/binary"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// place is %%physloc%% of the base table that qual names, or of the only one: eight bytes, page number, file and slot,
// each least significant byte first. Of a forwarded row it is the place that it was fetched from.
func (b *block) place(qual []string, ref *ast.ColumnReferenceExpression) (*expr.Expr, error) {
	src := -1
	for i := b.lo; i < b.hi; i++ {
		if s := b.sources[i]; s.table == nil || len(qual) > 0 && !s.matches(qual) {
			continue
		}
		if src >= 0 {
			b.c.Host.LineFailed(int32(ref.StartLine))
			return nil, sqltype.Errorf(209, "Ambiguous column name '%%%%physloc%%%%'.")
		}
		src = i
	}
	switch {
	case src < 0:
		b.c.Host.LineFailed(int32(ref.StartLine))
		return nil, sqltype.Errorf(207, "Invalid column name '%%%%physloc%%%%'.")
	case b.agg != nil && (b.phase == phaseSelect || b.phase == phaseHaving || b.phase == phaseOrderBy):
		b.c.Host.LineFailed(int32(ref.StartLine))
		return nil, sqltype.Errorf(8120, "Column '%%%%physloc%%%%' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.")
	}
	s := b.sources[src]
	b.refs |= 1 << src
	s.place = true
	return expr.New(sqltype.BinaryOf(8), s.maybe, func(env *expr.Env) (sqltype.Value, error) {
		r := &env.Rows[src]
		if r.Null {
			return sqltype.NullOf(sqltype.Binary), nil
		}
		var at [8]byte
		binary.LittleEndian.PutUint64(at[:], r.Place)
		return sqltype.Value{Kind: sqltype.Binary, S: string(at[:])}, nil
	}, nil), nil
}
