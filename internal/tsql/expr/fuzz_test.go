package expr

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// Any text that parses compiles and evaluates to a value or an *Error.
func FuzzExpression(f *testing.F) {
	for _, s := range []string{"1 + 2 * 3", "CASE WHEN @i % 2 = 0 THEN 'a' ELSE N'b' END", "CAST('x' AS int)", "DATEADD(month, 1, '20240131')",
		"SUBSTRING(@s, -1, 5) + STUFF('a', 1, 1, NULL)", "FORMAT(1.5, 'N2')", "-100.0/-100.0*10.0", "ROUND(1.5, -2) / $3", "'a' LIKE '[^'", "POWER(2.5, 1e3)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || len(s) > 500 {
			return
		}
		n, err := func() (n ast.ScalarExpression, err error) {
			defer func() {
				if r := recover(); r != nil {
					err = errors.New("not one SET statement")
				}
			}()
			return parseScalar(s)
		}()
		if err != nil || n == nil {
			return
		}
		e, err := Compile(testScope{}, n)
		if err == nil {
			var v sqltype.Value
			if v, err = e.Eval(testEnv()); err == nil && !v.Null {
				sqltype.Format(e.Type, v)
			}
		}
		var se *sqltype.Error
		if err != nil && !errors.As(err, &se) {
			t.Fatalf("%s: %T %v", s, err, err)
		}
	})
}

// The pattern matcher agrees with a naive recursive one.
func FuzzLike(f *testing.F) {
	f.Add("abc", "a%[b-d]_", true)
	f.Add("aXbX", "%x%X", false)
	f.Add("a  ", "a", true)
	f.Fuzz(func(t *testing.T, s, p string, ascii bool) {
		if len(s) > 12 || len(p) > 12 || !utf8.ValidString(s) {
			return
		}
		c := compileLike(p, '!', ascii)
		if got, want := c.match(s), naiveLike(c.items, s, ascii); got != want {
			t.Fatalf("%q LIKE %q: %v, want %v", s, p, got, want)
		}
	})
}

func naiveLike(items []likeItem, s string, ascii bool) bool {
	if len(items) == 0 {
		return (&likePattern{ascii: ascii}).atEnd(s)
	}
	if items[0].kind == likeRun {
		for i := 0; i <= len(s); i++ {
			if (i == len(s) || utf8.RuneStart(s[i])) && naiveLike(items[1:], s[i:], ascii) {
				return true
			}
		}
		return false
	}
	if s == "" {
		return false
	}
	r, w := utf8.DecodeRuneInString(s)
	return items[0].accepts(r) && naiveLike(items[1:], s[w:], ascii)
}
