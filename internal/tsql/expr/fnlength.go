package expr

import (
	"strings"

	"scanfrag/internal/sqltype"
)

func buildLen(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	e := a[0]
	t := sqltype.Of(sqltype.Int)
	if e.Type.IsMax() {
		t = sqltype.Of(sqltype.BigInt)
	}
	e, err := text(e) // bytes count as text: LEN(0x2020) is 0
	if err != nil {
		return nil, err
	}
	return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
		return sqltype.IntOf(t.Kind, int64(sqltype.UTF16Len(strings.TrimRight(v.S, " ")))), nil
	}), nil
}

func buildDataLength(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	e := a[0]
	t := sqltype.Of(sqltype.Int)
	if e.Type.IsMax() {
		t = sqltype.Of(sqltype.BigInt)
	}
	from := e.Type
	return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
		u := from
		if v.Kind != from.Kind {
			u = sqltype.Of(v.Kind)
		}
		return sqltype.IntOf(t.Kind, int64(dataLength(u, v))), nil
	}), nil
}

func dataLength(t sqltype.Type, v sqltype.Value) int {
	switch {
	case v.Kind.IsNational():
		return 2 * sqltype.UTF16Len(v.S)
	case v.Kind.IsString():
		return sqltype.UTF16Len(v.S)
	case v.Kind.IsBinary():
		return len(v.S)
	}
	return int(t.Len)
}
