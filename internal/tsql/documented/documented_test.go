package documented

import (
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/script"
)

func review(t *testing.T, text string) string {
	t.Helper()
	s, err := script.Split(text, map[string]string{"rows": "100"})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range Review(s) {
		verdict := "review"
		if f.Reject {
			verdict = "reject"
		}
		where := ""
		if f.Dynamic {
			where = " dynamic"
		}
		out = append(out, fmt.Sprintf("%s %d %s%s", verdict, f.Line, f.Name, where))
	}
	return strings.Join(out, "; ")
}

func TestReview(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "CREATE TABLE dbo.test (c1 int NOT NULL);\nGO\nINSERT dbo.test SELECT ABS(CHECKSUM(NEWID())) FROM sys.all_objects", ""},
		{"own names", "CREATE PROC sp_mine AS SELECT 1\nGO\nCREATE FUNCTION dbo.f() RETURNS int AS BEGIN RETURN 1 END\nGO\nEXEC sp_mine; SELECT dbo.f() FROM dbo.fn_dblog_copy", ""},
		{"a column may have any name", "SELECT spt_values, fn_dblog FROM dbo.t AS sp_msforeachtable", ""},
		{"procedure", "PRINT 'x'\nEXEC sp_MSforeachtable 'SELECT 1'", "reject 2 sp_msforeachtable"},
		{"without EXEC", "sp_MSforeachdb 'SELECT 1'", "reject 1 sp_msforeachdb"},
		{"in another database", "EXEC master..xp_dirtree 'c:'\nEXEC master.sys.xp_fixeddrives", "reject 1 xp_dirtree; reject 2 xp_fixeddrives"},
		{"unknown procedure", "EXEC sp_frobnicate", "review 1 sp_frobnicate"},
		{"synonym", "CREATE SYNONYM dbo.l FOR sys.fn_dblog\nGO\nCREATE SYNONYM d FOR master..xp_dirtree\nGO\nCREATE SYNONYM o FOR sys.objects\nSELECT * FROM o, sys.fn_dblog(NULL, NULL)",
			"reject 1 fn_dblog; reject 3 xp_dirtree; reject 6 fn_dblog"},
		{"table function", "SELECT * FROM sys.fn_dblog(NULL, NULL)\nSELECT * FROM ::fn_dblog(NULL, NULL)", "reject 1 fn_dblog; reject 2 fn_dblog"},
		{"scalar function of sys", "SELECT sys.fn_PhysLocFormatter(0x00)", "reject 1 fn_physlocformatter"},
		{"unknown function", "SELECT frob(1)", "review 1 frob"},
		{"virtual column", "SELECT\n%%physloc%% FROM t", "reject 2 %%physloc%%"},
		{"view", "SELECT * FROM sys.system_internals_partitions; SELECT * FROM sys.frob", "reject 1 system_internals_partitions; review 1 frob"},
		{"accepted of old", "SELECT number FROM master..spt_values", ""},
		{"old system tables", "SELECT * FROM sysobjects, master..syscolumns, master.dbo.sysprocesses", ""},
		{"dbcc", "DBCC SHOWCONTIG('t')\nDBCC IND('d','t',1)\nDBCC FROB", "reject 2 DBCC IND; review 3 DBCC FROB"},
		{"trace flags", "DBCC TRACEON(652, 99999, -1)\nSELECT 1 OPTION (QUERYTRACEON 8649)", "review 1 trace flag 99999; review 2 trace flag 8649"},
		{"hints", "SELECT 1 OPTION (USE HINT('DISABLE_PARAMETER_SNIFFING', 'ENABLE_PARALLEL_PLAN_PREFERENCE', 'FROB'))",
			"reject 1 hint enable_parallel_plan_preference; review 1 hint frob"},
		{"global variables", "SELECT @@VERSION, @@MICROSOFTVERSION", "review 1 @@microsoftversion"},
		{"lines of later batches", "SELECT 1\nGO\n\nSELECT 2\nGO 3\nEXEC xp_subdirs 'x'", "reject 6 xp_subdirs"},
		{"dynamic", "EXEC('SELECT 1; EXEC xp_dirtree ''c:''')", "reject 1 xp_dirtree dynamic"},
		{"dynamic in pieces", "DECLARE @t sysname = 't'\nEXEC('DBCC IND(db, ' + @t + ', 1)')", "reject 2 DBCC IND dynamic"},
		{"dynamic by variable", "DECLARE @s nvarchar(max) = N'SELECT '\nSET @s = @s + N'* FROM sys.fn_dblog'\nSET @s += N'(NULL, NULL)'\nEXEC sp_executesql @s",
			"reject 4 fn_dblog dynamic"},
		{"dynamic assigned twice", "DECLARE @s varchar(99)\nIF 1 = 1 SET @s = 'SELECT 1' ELSE SET @s = 'DBCC PAGE(1,1,1)'\nEXEC (@s)", "reject 3 DBCC PAGE dynamic"},
		{"dynamic unknown", "DECLARE @s varchar(99); SELECT @s = x FROM dbo.t\nEXEC (@s)", "review 2 dynamic SQL whose text is not in the script"},
		{"dynamic in dynamic", "EXEC('EXEC(''EXEC(''''xp_regread'''')'')')", "reject 1 xp_regread dynamic"},
		{"not SQL", "SELECT FROM WHERE fn_dblog", "review 1 a batch that could not be parsed: Incorrect syntax near the keyword 'FROM'.; reject 1 fn_dblog"},
		{"comments and strings", "-- xp_dirtree\n/* fn_dblog */ PRINT 'DBCC PAGE'", ""},
		{"statements", "ALTER DATABASE x REBUILD LOG ON (NAME = a, FILENAME = 'b')", "reject 1 statement alterdatabaserebuildlog"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := review(t, c.text); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// A name belongs to one list only, else one of them is dead.
func TestLists(t *testing.T) {
	l := theLists()
	for name, v := range l.undocumented {
		plain := name
		var kinds []kind
		for k := range l.documented {
			if p := string(k) + ": "; strings.HasPrefix(name, p) {
				plain, kinds = strings.TrimPrefix(name, p), []kind{k}
			}
		}
		if kinds == nil {
			kinds = []kind{aFunction, aTableFunction, aProcedure, aView}
		}
		for _, k := range kinds {
			if v.reject && l.documented[k][plain] {
				t.Errorf("%s is documented and rejected", name)
			}
		}
		if v.why == "" {
			t.Errorf("%s: no reason", name)
		}
	}
	for _, k := range []kind{aStatement, aFunction, aTableFunction, aVariable, aProcedure, aView, aCommand, aFlag, aHint} {
		if len(l.documented[k]) < 20 {
			t.Errorf("%d names in [%s]", len(l.documented[k]), k)
		}
	}
}

func FuzzReview(f *testing.F) {
	f.Add("EXEC('DBCC PAGE(1,1,1)')")
	f.Add("DECLARE @s varchar(9) = 'a'; SET @s += @s + @s; EXEC(@s + @s)")
	f.Add("SELECT %%physloc%% FROM t")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := script.Split(text, nil); err == nil {
			Review(s)
		}
	})
}
