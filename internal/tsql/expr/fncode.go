package expr

import (
	"unicode/utf8"

	"scanfrag/internal/sqltype"
)

func codeFunctions() map[string]builtin {
	return map[string]builtin{
		"ASCII":   {min: 1, max: 1, build: codeOf(false)},
		"UNICODE": {min: 1, max: 1, build: codeOf(true)},
		"CHAR":    {min: 1, max: 1, build: buildChar},
		"NCHAR":   {min: 1, max: 1, build: buildNChar},
		"FORMAT":  {min: 2, max: 3, build: buildFormat},
	}
}

// codeOf is the first character's code page 1252 byte or UTF-16 unit; NULL for ”.
func codeOf(unicode bool) func(*compiler, string, []*Expr) (*Expr, error) {
	return func(_ *compiler, _ string, a []*Expr) (*Expr, error) {
		e, err := text(a[0])
		if err != nil {
			return nil, err
		}
		t := sqltype.Of(sqltype.Int)
		return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
			if v.S == "" {
				return sqltype.NullOf(t.Kind), nil
			}
			r, w := utf8.DecodeRuneInString(v.S)
			if unicode {
				u := sqltype.AppendUTF16(nil, v.S[:w])
				return sqltype.IntOf(t.Kind, int64(u[0])|int64(u[1])<<8), nil
			}
			return sqltype.IntOf(t.Kind, int64(sqltype.AppendCP1252(nil, string(r))[0])), nil
		}), nil
	}
}

func buildChar(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	e, err := asInt(a[0])
	if err != nil {
		return nil, err
	}
	t := sqltype.CharOf(1)
	return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
		if v.I < 0 || v.I > 255 {
			return sqltype.NullOf(t.Kind), nil
		}
		return sqltype.StringOf(t.Kind, sqltype.FromCP1252([]byte{byte(v.I)})), nil
	}), nil
}

func buildNChar(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	e, err := asInt(a[0])
	if err != nil {
		return nil, err
	}
	t := sqltype.NCharOf(1)
	return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
		if v.I < 0 || v.I > 65535 {
			return sqltype.NullOf(t.Kind), nil
		}
		return sqltype.StringOf(t.Kind, sqltype.FromUTF16([]byte{byte(v.I), byte(v.I >> 8)})), nil
	}), nil
}
