package expr

import (
	"context"
	"strings"
	"testing"

	"github.com/sqlc-dev/teesql/parser"
)

func TestHelpParser(t *testing.T) {
	check(t, HelpParser, []pair{
		{"SELECT 1 WHERE (a + 1) * 2 > 3", "SELECT 1 WHERE +(a + 1) * 2 > 3"},
		{"SELECT 1 WHERE ((a + 1) * 2 > 3 AND b = 1)", "SELECT 1 WHERE (+(a + 1) * 2 > 3 AND b = 1)"},
		{"SELECT 1 WHERE ((a + 1)) > 3", "SELECT 1 WHERE +((a + 1)) > 3"},
		{"SELECT 1 WHERE (a = 1) AND (b = 2)", "SELECT 1 WHERE (a = 1) AND (b = 2)"},
		{"IF (@i + 1) % 2 = 0 PRINT 'x'", "IF +(@i + 1) % 2 = 0 PRINT 'x'"},
		{"IF (SELECT 1) IN (1, 2) PRINT 'x'", "IF +(SELECT 1) IN (1, 2) PRINT 'x'"},
		{"IF (@i = 1) -- note\nPRINT 'x'", "IF (@i = 1) -- note\nPRINT 'x'"},
		{"IF (@i = 1) /* + */ SELECT 1", "IF (@i = 1) /* + */ SELECT 1"},
		{"SELECT a, @i % 2, @j", "SELECT a, +@i % 2, @j"},
		{"SELECT @i += 1", "SELECT @i += 1"},
		{"SELECT @i = @j % 2", "SELECT @i = @j % 2"},
		{"SELECT TOP (5) @i & 1 FROM t", "SELECT TOP (5) +@i & 1 FROM t"},
		{"SELECT TOP 5 @i & 1 FROM t", "SELECT TOP 5 +@i & 1 FROM t"},
		{"SELECT TOP (10) * FROM t", "SELECT TOP (10) * FROM t"},
		{"SELECT 'WHERE (a) * 2', [x WHERE (a) * 2]", "SELECT 'WHERE (a) * 2', [x WHERE (a) * 2]"},
		{"SELECT IIF((@i + 1) % 2 = 0, 1, 2)", "SELECT IIF(+(@i + 1) % 2 = 0, 1, 2)"},
		{"SELECT 1 FROM t JOIN u ON (t.a + 1) * 2 = u.b", "SELECT 1 FROM t JOIN u ON +(t.a + 1) * 2 = u.b"},
		{"IF (", "IF ("}, {"SELECT @a", "SELECT @a"}, {"", ""}, {"'", "'"}, {"/*", "/*"},
	})
}

func TestWithoutHelp(t *testing.T) {
	for _, q := range []string{
		"((a + 1) * 2 > 3 AND b = 1)", "(a +(b + 1)) * +2", "(a) +(b) * 2", "CASE WHEN (a + 1) * 2 > 3 THEN '+(' END", "((a + 1)) > 3 OR NOT (b) & 1 = [+(]", "", "+", "(",
	} {
		helped := strings.TrimPrefix(HelpParser("SELECT 1 WHERE "+q), "SELECT 1 WHERE ")
		if got := WithoutHelp(helped); got != q {
			t.Errorf("%s from %s, want %s", got, helped, q)
		}
	}
}

func TestHelpedTextParses(t *testing.T) {
	for _, q := range []string{
		"SELECT 1 WHERE ((a + 1)) > 3", "SELECT 1 WHERE (((a + 1)) > 3)", "SELECT a, @a % 2 FROM t", "SELECT @@ROWCOUNT % 2", "SELECT @a & 1 | 2",
		"SELECT IIF((@a + 1) % 2 = 0, 1, 2)", "SELECT 1 FROM t JOIN u ON (t.a + 1) * 2 = u.b", "SELECT 1 WHERE (SELECT 1) IS NULL",
		"SELECT 1 WHERE (SELECT 1) NOT IN (1,2)", "SELECT 1 WHERE (SELECT 1) BETWEEN 1 AND 2", "IF (SELECT 1) + 1 > 2 PRINT 'x'",
		"SELECT CASE WHEN (a + 1) * 2 > 3 AND (b) = 1 THEN 1 END FROM t", "WHILE (@i + 1) % 2 = 1 SET @i += 1",
	} {
		if _, err := parser.Parse(context.Background(), strings.NewReader(HelpParser(q))); err != nil {
			t.Errorf("%s: %v", HelpParser(q), err)
		}
	}
}

// Helping changes nothing but inserted plus signs.
func FuzzHelpParser(f *testing.F) {
	f.Add("SELECT @a % 2 WHERE ((a + 1)) > 3 -- x\n/* /* */ */ IF (SELECT 1) IN ([a]]b], 'c''d')")
	f.Fuzz(func(t *testing.T, s string) {
		h := HelpParser(s)
		i := 0
		for j := 0; j < len(h); j++ {
			if i < len(s) && h[j] == s[i] {
				i++
			} else if h[j] != '+' {
				t.Fatalf("%q became %q", s, h)
			}
		}
		if i != len(s) {
			t.Fatalf("%q became %q", s, h)
		}
	})
}
