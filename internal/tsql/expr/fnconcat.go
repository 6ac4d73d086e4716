package expr

import (
	"math"
	"strconv"
	"strings"

	"scanfrag/internal/sqltype"
)

// buildConcat joins its arguments as text; NULL is the empty string.
func buildConcat(_ *compiler, _ string, a []*Expr) (*Expr, error) { return concat(nil, a) }

// buildConcatWS skips NULL arguments; a NULL separator is the empty string.
func buildConcatWS(_ *compiler, _ string, a []*Expr) (*Expr, error) { return concat(a[0], a[1:]) }

func concat(sep *Expr, a []*Expr) (*Expr, error) {
	national, n, isMax := false, 0, false
	args := make([]*Expr, len(a))
	for i, e := range a {
		t, err := text(e)
		if err != nil {
			return nil, err
		}
		args[i] = t
		national = national || t.Type.Kind.IsNational()
		isMax = isMax || t.Type.IsMax()
		n += t.Type.Chars()
	}
	operands := args
	if sep != nil {
		var err error
		if sep, err = text(sep); err != nil {
			return nil, err
		}
		national = national || sep.Type.Kind.IsNational()
		n += sep.Type.Chars() * (len(a) - 1)
		operands = append([]*Expr{sep}, args...)
	}
	base := sqltype.Of(sqltype.VarChar)
	if national {
		base = sqltype.Of(sqltype.NVarChar)
	}
	if isMax {
		n = sqltype.MaxArg
	}
	t := varOf(base, n)
	out := New(t, false, func(env *Env) (sqltype.Value, error) {
		var b strings.Builder
		joint := ""
		if sep != nil {
			v, err := sep.Eval(env)
			if err != nil {
				return v, err
			}
			joint = v.S
		}
		some := false
		for _, e := range args {
			v, err := e.Eval(env)
			if err != nil {
				return v, err
			}
			if v.Null {
				continue
			}
			if some {
				b.WriteString(joint)
			}
			some = true
			b.WriteString(v.S)
		}
		s := b.String()
		if !t.IsMax() && sqltype.UTF16Len(s) > t.Chars() {
			s = sqltype.SliceUTF16(s, 0, t.Chars())
		}
		return sqltype.StringOf(t.Kind, s), nil
	}, nil)
	return fold(out, operands...), nil
}

// buildQuoteName brackets a name; another quote, or NULL when it is none of the
// allowed ones or the name exceeds 128 characters.
func buildQuoteName(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	name, err := text(a[0])
	if err != nil {
		return nil, err
	}
	quote := Constant(sqltype.VarCharOf(1), sqltype.StringOf(sqltype.VarChar, "["))
	if len(a) == 2 {
		if quote, err = text(a[1]); err != nil {
			return nil, err
		}
	}
	t := sqltype.NVarCharOf(258)
	return strict2(t, name, quote, func(s, q sqltype.Value) (sqltype.Value, error) {
		open, end := quotePair(q.S)
		if open == "" || sqltype.UTF16Len(s.S) > 128 {
			return sqltype.NullOf(t.Kind), nil
		}
		return sqltype.StringOf(t.Kind, open+strings.ReplaceAll(s.S, end, end+end)+end), nil
	}), nil
}

func quotePair(q string) (open, end string) {
	if q == "" {
		return "[", "]"
	}
	switch q[0] {
	case '[', ']':
		return "[", "]"
	case '\'', '"', '`':
		return q[:1], q[:1]
	case '(', ')':
		return "(", ")"
	case '<', '>':
		return "<", ">"
	case '{', '}':
		return "{", "}"
	}
	return "", ""
}

// buildStr is STR(float, length 10, decimals 0): right-aligned, asterisks when
// the integral part does not fit.
func buildStr(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	f, err := asFloat(a[0])
	if err != nil {
		return nil, err
	}
	args := []*Expr{f, intConst(10), intConst(0)}
	for i := 1; i < len(a); i++ {
		if args[i], err = asInt(a[i]); err != nil {
			return nil, err
		}
	}
	t := sqltype.VarCharOf(8000)
	if v, ok := args[1].Value(); ok && !v.Null && v.I > 0 && v.I <= 8000 {
		t = sqltype.VarCharOf(int(v.I))
	}
	return strictN(t, args, func(v []sqltype.Value) (sqltype.Value, error) {
		n, dec := v[1].I, v[2].I
		if n < 1 || n > 8000 || dec < 0 {
			return sqltype.NullOf(t.Kind), nil
		}
		return sqltype.StringOf(t.Kind, strText(v[0].Float(), int(n), int(min(dec, 16)))), nil
	}), nil
}

func strText(f float64, n, dec int) string {
	whole := len(strconv.FormatFloat(math.Trunc(f), 'f', 0, 64))
	if whole > n {
		return strings.Repeat("*", n)
	}
	dec = max(0, min(dec, n-whole-1))
	// Half away from zero, unlike FormatFloat's half to even.
	p := math.Pow10(dec)
	if g := math.Round(f*p) / p; !math.IsInf(g, 0) && math.Abs(f) < 1e15 {
		f = g
	}
	s := strconv.FormatFloat(f, 'f', dec, 64)
	if len(s) > n {
		return strings.Repeat("*", n)
	}
	return strings.Repeat(" ", n-len(s)) + s
}

func intConst(i int64) *Expr {
	return Constant(sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, i))
}
