package expr

import (
	"strings"

	"scanfrag/internal/sqltype"
)

func stringFunctions() map[string]builtin {
	same := func(f func(string) string) builtin {
		return builtin{min: 1, max: 1, build: func(_ *compiler, _ string, a []*Expr) (*Expr, error) {
			e, err := text(a[0])
			if err != nil {
				return nil, err
			}
			t := sameLength(e.Type)
			return strict1(t, e, func(v sqltype.Value) (sqltype.Value, error) {
				return sqltype.StringOf(t.Kind, f(v.S)), nil
			}), nil
		}}
	}
	return map[string]builtin{
		"UPPER":         same(sqltype.Upper),
		"LOWER":         same(sqltype.Lower),
		"REVERSE":       same(reverse),
		"LTRIM":         {min: 1, max: 2, build: trimBuilder(true, false)},
		"RTRIM":         {min: 1, max: 2, build: trimBuilder(false, true)},
		"LEFT":          {min: 2, max: 2, build: buildLeftRight},
		"RIGHT":         {min: 2, max: 2, build: buildLeftRight},
		"SUBSTRING":     {min: 3, max: 3, build: buildSubstring},
		"STUFF":         {min: 4, max: 4, build: buildStuff},
		"FORMATMESSAGE": {min: 1, max: 21, build: buildFormatMessage},
		"REPLICATE":     {min: 2, max: 2, build: buildReplicate},
		"SPACE":         {min: 1, max: 1, build: buildSpace},
		"CONCAT":        {min: 2, max: -1, build: buildConcat},
		"CONCAT_WS":     {min: 3, max: -1, build: buildConcatWS},
		"QUOTENAME":     {min: 1, max: 2, build: buildQuoteName},
		"STR":           {min: 1, max: 3, build: buildStr},
		"LEN":           {min: 1, max: 1, build: buildLen},
		"DATALENGTH":    {min: 1, max: 1, build: buildDataLength},
	}
}

func reverse(s string) string {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	return string(rs)
}

func negativeLength(name string) error {
	return sqltype.Errorf(536, "Invalid length parameter passed to the %s function.", strings.ToLower(name))
}

func buildLeftRight(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e, err := text(a[0])
	if err != nil {
		return nil, err
	}
	n, err := asBigInt(a[1])
	if err != nil {
		return nil, err
	}
	t := sameLength(e.Type)
	if v, ok := n.Value(); ok && !v.Null && v.I > 0 && (t.IsMax() || v.I < int64(t.Chars())) && v.I <= 4000 {
		t = varOf(e.Type, int(v.I))
	}
	right := name == "RIGHT"
	return strict2(t, e, n, func(s, n sqltype.Value) (sqltype.Value, error) {
		if n.I < 0 {
			return sqltype.Value{}, negativeLength(name)
		}
		have := sqltype.UTF16Len(s.S)
		k := int(min(n.I, int64(have)))
		if right {
			return sqltype.StringOf(t.Kind, sqltype.SliceUTF16(s.S, have-k, have)), nil
		}
		return sqltype.StringOf(t.Kind, sqltype.SliceUTF16(s.S, 0, k)), nil
	}), nil
}

// buildSubstring counts from 1; a start below 1 eats into the length, as in SQL Server.
func buildSubstring(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e := a[0]
	var err error
	if !e.Type.Kind.IsBinary() {
		if e, err = text(e); err != nil {
			return nil, err
		}
	}
	start, err := asBigInt(a[1])
	if err != nil {
		return nil, err
	}
	length, err := asBigInt(a[2])
	if err != nil {
		return nil, err
	}
	binary := e.Type.Kind.IsBinary()
	t := sameLength(e.Type)
	if binary {
		t = sqltype.VarBinaryOf(int(e.Type.Len))
	}
	if v, ok := length.Value(); ok && !v.Null && v.I > 0 && !t.IsMax() && v.I < int64(t.Chars()) {
		if binary {
			t = sqltype.VarBinaryOf(int(v.I))
		} else {
			t = varOf(e.Type, int(v.I))
		}
	}
	return strictN(t, []*Expr{e, start, length}, func(v []sqltype.Value) (sqltype.Value, error) {
		if v[2].I < 0 {
			return sqltype.Value{}, sqltype.Errorf(537, "Invalid length parameter passed to the LEFT or SUBSTRING function.")
		}
		have := int64(len(v[0].S))
		if !binary {
			have = int64(sqltype.UTF16Len(v[0].S))
		}
		from := v[1].I - 1
		to := from + v[2].I
		if from > 0 && to < from { // overflow
			to = have
		}
		from, to = min(max(from, 0), have), min(max(to, 0), have)
		if binary {
			return sqltype.Value{Kind: t.Kind, S: v[0].S[from:to]}, nil
		}
		return sqltype.StringOf(t.Kind, sqltype.SliceUTF16(v[0].S, int(from), int(to))), nil
	}), nil
}

// buildStuff deletes and inserts; a start outside the string is NULL.
func buildStuff(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	e, err := text(a[0])
	if err != nil {
		return nil, err
	}
	start, err := asBigInt(a[1])
	if err != nil {
		return nil, err
	}
	length, err := asBigInt(a[2])
	if err != nil {
		return nil, err
	}
	with, err := text(a[3])
	if err != nil {
		return nil, err
	}
	if a[3].Type.Kind == sqltype.KindNull {
		with = Constant(sqltype.VarCharOf(1), sqltype.StringOf(sqltype.VarChar, ""))
	}
	wide := e.Type
	if with.Type.Kind.IsNational() {
		wide = with.Type
	}
	t := varOf(wide, sqltype.MaxArg)
	if !e.Type.IsMax() && !with.Type.IsMax() {
		t = varOf(wide, e.Type.Chars()+with.Type.Chars())
	}
	out := New(t, true, func(env *Env) (sqltype.Value, error) {
		var v [4]sqltype.Value
		for i, x := range [4]*Expr{e, start, length, with} {
			var err error
			if v[i], err = x.Eval(env); err != nil {
				return v[i], err
			}
		}
		null := sqltype.NullOf(t.Kind)
		if v[0].Null || v[1].Null || v[2].Null {
			return null, nil
		}
		have := int64(sqltype.UTF16Len(v[0].S))
		if v[1].I < 1 || v[1].I > have || v[2].I < 0 {
			return null, nil
		}
		cut := min(v[1].I-1+v[2].I, have)
		s := sqltype.SliceUTF16(v[0].S, 0, int(v[1].I-1)) + v[3].S + sqltype.SliceUTF16(v[0].S, int(cut), int(have))
		return sqltype.StringOf(t.Kind, s), nil
	}, nil)
	return fold(out, e, start, length, with), nil
}

// buildReplicate cuts at 8,000 bytes unless the argument is (max).
func buildReplicate(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	e, err := text(a[0])
	if err != nil {
		return nil, err
	}
	n, err := asBigInt(a[1])
	if err != nil {
		return nil, err
	}
	t := varOf(e.Type, 8000)
	if e.Type.IsMax() {
		t = varOf(e.Type, sqltype.MaxArg)
	} else if v, ok := n.Value(); ok && !v.Null && v.I > 0 && v.I <= 8000 {
		t = varOf(e.Type, e.Type.Chars()*int(v.I))
	}
	return strict2(t, e, n, func(s, n sqltype.Value) (sqltype.Value, error) {
		return repeat(s.S, n.I, t)
	}), nil
}

// maxTextBytes bounds what one expression may build; SQL Server's own limit is 2 GB.
const maxTextBytes = 256 << 20

func repeat(s string, n int64, t sqltype.Type) (sqltype.Value, error) {
	if n < 0 {
		return sqltype.NullOf(t.Kind), nil
	}
	if s == "" {
		return sqltype.StringOf(t.Kind, ""), nil
	}
	if !t.IsMax() {
		n = min(n, int64(t.Chars()/sqltype.UTF16Len(s)+1))
	}
	if n > int64(maxTextBytes/len(s)) {
		return sqltype.Value{}, sqltype.Errorf(40000, "a string of %d × %d bytes is not supported by the embedded engine; the limit is %d", n, len(s), maxTextBytes)
	}
	out := strings.Repeat(s, int(n))
	if !t.IsMax() && sqltype.UTF16Len(out) > t.Chars() {
		out = sqltype.SliceUTF16(out, 0, t.Chars())
	}
	return sqltype.StringOf(t.Kind, out), nil
}

func buildSpace(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	n, err := asBigInt(a[0])
	if err != nil {
		return nil, err
	}
	t := sqltype.VarCharOf(8000)
	if v, ok := n.Value(); ok && !v.Null && v.I > 0 && v.I <= 8000 {
		t = sqltype.VarCharOf(int(v.I))
	}
	return strict1(t, n, func(n sqltype.Value) (sqltype.Value, error) { return repeat(" ", n.I, t) }), nil
}
