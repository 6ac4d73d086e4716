package syntax

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sqlc-dev/teesql/ast"
)

func TestErrorsNameTheirPlace(t *testing.T) {
	for _, c := range []struct {
		text   string
		number int32
		line   int32
		near   string
	}{
		{"select 1\nselec 2", 102, 2, "2"},
		{"print 1\nexec foo\nfoo 1", 102, 3, "1"},
		{"select *\nform t", 102, 2, "form"},
		{"insert into t values (1,\n2", 102, 2, "2"},
		{"while 1=1 begin\nprint 1", 102, 2, "1"},
		{"select 1\nfrom", 156, 2, "FROM"},
		{"GO", 102, 1, "GO"},
		{"select 1\ngo\nselect 2", 102, 2, "go"},
		{"create tabel x(a int)", 102, 1, "tabel"},
		{"select 'abc", 105, 1, "abc"},
		{"\n\nselect [abc", 105, 3, "abc"},
		{"select 1 /* /* */", 113, 1, "*/"},
		{"begin print 1 end end", 156, 1, "end"},
		{"select top 10 * from t order", 156, 1, "order"},
		{"set nocount", 102, 1, "nocount"},
		{"create table t(a int foo)", 102, 1, "foo"},
		{"drop table t u", 102, 1, "u"},
		{"begin tran x y", 102, 1, "y"},
		{"if 1 print 2", 156, 1, "print"},
		{"select %%lockres%% from t", 40000, 1, "lockres"},
		{"select " + strings.Repeat("(", 2000) + "1", 191, 1, "nested"},
	} {
		_, err := Parse(c.text, true)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if e.Err.Number != c.number || e.Line != c.line || !strings.Contains(e.Err.Text, c.near) {
			t.Errorf("%q: %d, line %d, %s", c.text, e.Err.Number, e.Line, e.Err.Text)
		}
	}
}

func TestRewritesKeepTheirLines(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"/* a\n/* b */ c */ select 1", "    \n             select 1"},
		{"select $5.5", "select CAST(5.5 AS money)"},
		{"select .5", "select 0.5"},
		{"select t.%%PhysLoc%% from t", "select t.[%%physloc] from t"},
		{"THROW END", "THROW; END"},
		{"merge t with (holdlock)\nas a using s on 1 = 1", "merge t\nas a with (holdlock) using s on 1 = 1"},
		{"merge t with (holdlock) [a] using s", "merge t [a] with (holdlock) using s"},
		{"merge t with (holdlock) using s with (nolock) on 1 = 1", "merge t with (holdlock) using s with (nolock) on 1 = 1"},
		{"merge t with (", "merge t with ("},
		{"alter table t add unique (a), primary key (b)", "alter table t add CONSTRAINT [%%unnamed] unique (a), CONSTRAINT [%%unnamed] primary key (b)"},
		{"alter table t add default 0 for a", "alter table t add CONSTRAINT [%%unnamed] default 0 for a"},
		{"alter table t add a int default 0, b int unique", "alter table t add a int default 0, b int unique"},
		{"throw @n, 'x', 1", "throw @n, 'x', 1"},
		{"if 1 > all (select 1) print 1", "if 1 >     (select 1) print 1"},
		{"select all a from t", "select all a from t"},
		{"select '/* not */ a -- comment $5'", "select '/* not */ a -- comment $5'"},
		{"select [a--b]", "select [a--b]"},
		{"select type, o.language from sys.objects o order by type", "select [type], o.[language] from sys.objects o order by [type]"},
		{"insert t(time, job) values (1, 2)", "insert t([time], [job]) values (1, 2)"},
		{"update t set language = 1, work = type", "update t set [language] = 1, [work] = [type]"},
		{"begin try commit work end try begin catch end catch", "begin try commit work end try begin catch end catch"},
		{"select top 1 with ties cast(a as time) from master..t option (maxdop 1, fast 2)", "select top 1 with ties cast(a as time) from [master]..t option (maxdop 1, fast 2)"},
		{"set language us_english waitfor delay '0:0:1'", "set language us_english waitfor delay '0:0:1'"},
		{"alter database scoped configuration set maxdop = 1", "alter database scoped configuration set maxdop = 1"},
		{"dbcc showcontig(t) with tableresults, fast", "dbcc showcontig(t) with tableresults, fast"},
		{"create index i on t(a) with (maxdop = 1)", "create index i on t(a) with (maxdop = 1)"},
		{"raiserror('x', 1, 1) with nowait", "raiserror('x', 1, 1) with nowait"},
		{"select a from t with (nowait) group by rollup(a)", "select a from t with (nowait) group by rollup(a)"},
	} {
		toks, lerr := lex(c.in)
		if lerr != nil {
			t.Fatal(lerr)
		}
		got, _, err := rewrite(c.in, toks, true)
		if err != nil || got != c.out {
			t.Errorf("%q: %q, %v, want %q", c.in, got, err, c.out)
		}
		if strings.Count(got, "\n") != strings.Count(c.in, "\n") {
			t.Errorf("%q: lines changed", c.in)
		}
	}
}

func TestQuantifiedComparisons(t *testing.T) {
	b, err := Parse("IF 1 > ALL (SELECT 1) AND 2 = ANY (SELECT 2) AND 3 < (SELECT 4) PRINT 1", true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	Walk(b.Statements[0], func(n any) bool {
		switch n := n.(type) {
		case *ast.SubqueryComparisonPredicate:
			got = append(got, n.ComparisonType+" "+n.SubqueryComparisonPredicateType)
		case *ast.BooleanComparisonExpression:
			got = append(got, n.ComparisonType)
		}
		return true
	})
	if want := "[GreaterThan All Equals Any LessThan]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestSourceOfStatements(t *testing.T) {
	b, err := Parse("PRINT N'žluť'; SELECT 1 AS x\n;PRINT 'end'", true)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range b.Statements {
		got = append(got, b.Source(s))
	}
	if want := []string{"PRINT N'žluť'", "SELECT 1 AS x", "PRINT 'end'"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"SELECT 1", "IF 1 > ALL (SELECT 1) PRINT $1.5", "/* /* */ */", "x:", "N'", "BEGIN TRY THROW END TRY BEGIN CATCH END CATCH"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, quoted bool) {
		b, err := Parse(text, quoted)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		for _, s := range b.Statements {
			b.Source(s)
		}
	})
}
