package expr

import (
	"testing"

	"scanfrag/internal/sqltype"
)

// loopBody is what the executor runs for WHILE cond SET @i = expr.
func benchLoop(b *testing.B, cond, next string) {
	cn, err := parseCond(cond)
	if err != nil {
		b.Fatal(err)
	}
	c, err := CompileBool(testScope{}, cn)
	if err != nil {
		b.Fatal(err)
	}
	en, err := parseScalar(next)
	if err != nil {
		b.Fatal(err)
	}
	e, err := CompileAs(testScope{}, en, sqltype.Of(sqltype.Int))
	if err != nil {
		b.Fatal(err)
	}
	env := testEnv()
	b.ReportAllocs()
	for b.Loop() {
		if ok, err := c.True(env); err != nil || !ok {
			env.Vars[0].I = 0
			continue
		}
		i, null, err := e.EvalInt(env)
		if err != nil {
			b.Fatal(err)
		}
		env.Vars[0].I, env.Vars[0].Null = i, null
	}
}

func BenchmarkCountingLoop(b *testing.B) { benchLoop(b, "@i < 1000000", "@i + 1") }

func BenchmarkCaseModulo(b *testing.B) {
	benchLoop(b, "@i <= 1000000", "CASE WHEN @i % 2 = 0 THEN @i / 2 + 500000 ELSE @i + 3 * @t END")
}

func benchExpr(b *testing.B, text string) {
	n, err := parseScalar(text)
	if err != nil {
		b.Fatal(err)
	}
	e, err := Compile(testScope{}, n)
	if err != nil {
		b.Fatal(err)
	}
	env := testEnv()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Eval(env); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecimal(b *testing.B)       { benchExpr(b, "@dec * 2 + @i") }
func BenchmarkConcat(b *testing.B)        { benchExpr(b, "@s + CAST(@i AS varchar(10))") }
func BenchmarkStringCompare(b *testing.B) { benchExpr(b, "CASE WHEN @s = 'abC' THEN 1 ELSE 0 END") }
func BenchmarkLike(b *testing.B)          { benchExpr(b, "CASE WHEN @s LIKE '%b%' THEN 1 ELSE 0 END") }
func BenchmarkNewIDChecksum(b *testing.B) { benchExpr(b, "ABS(CHECKSUM(NEWID())) % 100") }
