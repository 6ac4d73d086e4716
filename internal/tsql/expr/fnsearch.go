package expr

import (
	"strings"
	"unicode/utf8"

	"scanfrag/internal/sqltype"
)

func searchFunctions() map[string]builtin {
	return map[string]builtin{
		"CHARINDEX": {min: 2, max: 3, build: buildCharIndex},
		"PATINDEX":  {min: 2, max: 2, build: buildPatIndex},
		"REPLACE":   {min: 3, max: 3, build: buildReplace},
		"TRANSLATE": {min: 3, max: 3, build: buildTranslate},
	}
}

// weightsOf maps text to comparison weights, one per character.
func weightsOf(s string) []uint32 {
	out := make([]uint32, 0, len(s))
	for _, r := range s {
		out = append(out, sqltype.RuneWeight(r))
	}
	return out
}

// findText finds needle at or after byte offset from by collation weight: the
// byte range of the match, or -1.
func findText(s string, needle []uint32, from int) (start, end int) {
	for i := from; i <= len(s); {
		if end, ok := matchAt(s, i, needle); ok {
			return i, end
		}
		if i == len(s) {
			break
		}
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
	}
	return -1, -1
}

func matchAt(s string, i int, needle []uint32) (end int, ok bool) {
	for _, want := range needle {
		if i >= len(s) {
			return 0, false
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		if sqltype.RuneWeight(r) != want {
			return 0, false
		}
		i += w
	}
	return i, true
}

// offsetOf is the byte offset of UTF-16 unit n of s.
func offsetOf(s string, n int) int {
	for i, r := range s {
		if n <= 0 {
			return i
		}
		n--
		if r > 0xFFFF {
			n--
		}
	}
	return len(s)
}

func buildCharIndex(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	needle, err := text(a[0])
	if err != nil {
		return nil, err
	}
	s, err := text(a[1])
	if err != nil {
		return nil, err
	}
	args := []*Expr{needle, s, intConst(1)}
	if len(a) == 3 {
		if args[2], err = asBigInt(a[2]); err != nil {
			return nil, err
		}
	}
	t := sqltype.Of(sqltype.Int)
	if s.Type.IsMax() {
		t = sqltype.Of(sqltype.BigInt)
	}
	return strictN(t, args, func(v []sqltype.Value) (sqltype.Value, error) {
		from := max(v[2].I, 1) - 1
		hay := v[1].S
		if v[0].S == "" || from >= int64(len(hay)) {
			return sqltype.IntOf(t.Kind, 0), nil
		}
		start, _ := findText(hay, weightsOf(v[0].S), offsetOf(hay, int(from)))
		if start < 0 {
			return sqltype.IntOf(t.Kind, 0), nil
		}
		return sqltype.IntOf(t.Kind, int64(sqltype.UTF16Len(hay[:start]))+1), nil
	}), nil
}

func buildPatIndex(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	p, err := text(a[0])
	if err != nil {
		return nil, err
	}
	s, err := text(a[1])
	if err != nil {
		return nil, err
	}
	t := sqltype.Of(sqltype.Int)
	if s.Type.IsMax() {
		t = sqltype.Of(sqltype.BigInt)
	}
	ascii := !p.Type.Kind.IsNational() && !s.Type.Kind.IsNational()
	return strict2(t, p, s, func(p, s sqltype.Value) (sqltype.Value, error) {
		return sqltype.IntOf(t.Kind, int64(patIndex(compileLike(p.S, -1, ascii), s.S))), nil
	}), nil
}

// patIndex is the position of the first match, counting from 1; a pattern
// without a leading % must match from the start.
func patIndex(p *likePattern, s string) int {
	if len(p.items) == 0 || p.items[0].kind != likeRun {
		if p.match(s) {
			return 1
		}
		return 0
	}
	rest := &likePattern{items: p.items[1:], ascii: p.ascii}
	if len(rest.items) == 0 {
		return 1
	}
	pos := 1
	for i := 0; ; {
		if rest.match(s[i:]) {
			return pos
		}
		if i >= len(s) {
			return 0
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		i += w
		pos++
		if r > 0xFFFF {
			pos++
		}
	}
}

func buildReplace(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	args := make([]*Expr, 3)
	national, isMax := false, false
	for i := range args {
		e, err := text(a[i])
		if err != nil {
			return nil, err
		}
		args[i] = e
		national = national || e.Type.Kind.IsNational()
		isMax = isMax || e.Type.IsMax()
	}
	base := sqltype.Of(sqltype.VarChar)
	if national {
		base = sqltype.Of(sqltype.NVarChar)
	}
	t := varOf(base, 8000)
	if isMax {
		t = varOf(base, sqltype.MaxArg)
	}
	return strictN(t, args, func(v []sqltype.Value) (sqltype.Value, error) {
		s := replaceText(v[0].S, v[1].S, v[2].S)
		if !t.IsMax() && sqltype.UTF16Len(s) > t.Chars() {
			s = sqltype.SliceUTF16(s, 0, t.Chars())
		}
		return sqltype.StringOf(t.Kind, s), nil
	}), nil
}

func replaceText(s, old, with string) string {
	if old == "" {
		return s
	}
	needle := weightsOf(old)
	var b strings.Builder
	i := 0
	for {
		start, end := findText(s, needle, i)
		if start < 0 {
			b.WriteString(s[i:])
			return b.String()
		}
		b.WriteString(s[i:start])
		b.WriteString(with)
		i = end
	}
}

func buildTranslate(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	args := make([]*Expr, 3)
	for i := range args {
		e, err := text(a[i])
		if err != nil {
			return nil, err
		}
		args[i] = e
	}
	t := sameLength(args[0].Type)
	return strictN(t, args, func(v []sqltype.Value) (sqltype.Value, error) {
		from, to := weightsOf(v[1].S), []rune(v[2].S)
		if len(from) != len(to) {
			return sqltype.Value{}, sqltype.Errorf(9828, "The second and third arguments of the TRANSLATE built-in function must contain an equal number of characters.")
		}
		s := strings.Map(func(r rune) rune {
			w := sqltype.RuneWeight(r)
			for i, f := range from {
				if f == w {
					return to[i]
				}
			}
			return r
		}, v[0].S)
		return sqltype.StringOf(t.Kind, s), nil
	}), nil
}
