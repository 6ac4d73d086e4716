package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
)

const (
	goodTable = "CREATE TABLE dbo.test (c1 int NOT NULL, c2 int NOT NULL, c3 char(1000) NOT NULL DEFAULT ' ');\nGO\n"
	numbers   = "(SELECT TOP ($(rows)) CAST(ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS int) AS n FROM master..spt_values AS a CROSS JOIN master..spt_values AS b) AS g"
	fill      = "INSERT dbo.test (c1, c2) SELECT n, n FROM " + numbers + ";\nGO\n"
	good      = goodTable + fill
)

// tableOf is a table filled by expressions over n, 1 to the number of rows.
func tableOf(columns, values string) string {
	return "CREATE TABLE dbo.test (" + columns + ");\nGO\nINSERT dbo.test SELECT " + values + " FROM " + numbers + ";\n"
}

// submission is a script that somebody hands in.
type submission struct {
	name   string
	text   string
	code   int
	broken []int    // rules
	said   string   // on standard error, or in the verdict of the first broken rule
	args   []string // further flags; --rows is 100 without them
}

var submissions = []submission{
	// What is allowed, at its edges.
	{name: "good", text: good},
	{name: "bigint and the widest row", text: tableOf("c1 bigint NOT NULL, c2 char(1012) NOT NULL", "n, 'w'")},
	{name: "the narrowest row", text: tableOf("c1 int NOT NULL, c2 binary(976) NOT NULL", "n, 0x01")},
	{name: "nullable without a NULL", text: tableOf("c1 int NULL, c2 char(1000) NULL", "n, ''"), said: "nullable, though without a NULL is enough: c1, c2"},
	{name: "fewer rows than anybody asked for", text: good, args: []string{"--rows", "1"}},

	// Rule 1.
	{name: "from zero", text: tableOf("c1 int NOT NULL, c2 char(1000) NOT NULL", "n - 1, ''"), code: 3, broken: []int{1}, said: "c1 int, 0 to 99, 100 distinct values in 100 rows"},
	{name: "gaps", text: tableOf("c1 int NOT NULL, c2 char(1000) NOT NULL", "2 * n - 1, ''"), code: 3, broken: []int{1}, said: "1 to 199, 100 distinct"},
	{name: "duplicates", text: tableOf("c1 int NOT NULL, c2 char(1000) NOT NULL", "CASE n WHEN 50 THEN 51 ELSE n END, ''"), code: 3, broken: []int{1}, said: "1 to 100, 99 distinct"},
	{name: "first column char", text: tableOf("c1 char(10) NOT NULL, c2 char(1000) NOT NULL", "n, ''"), code: 3, broken: []int{1}, said: "c1 is char"},
	{name: "first column smallint", text: tableOf("c1 smallint NOT NULL, c2 char(1000) NOT NULL", "n, ''"), code: 3, broken: []int{1}, said: "c1 is smallint"},
	{name: "integer second", text: tableOf("c2 char(1000) NOT NULL, c1 int NOT NULL", "'', n"), code: 3, broken: []int{1}, said: "c2 is char"},
	{name: "no value at all", text: tableOf("c1 int NULL, c2 char(1000) NOT NULL", "NULL, ''"), code: 3, broken: []int{1, 4}, said: "c1 int holds no value"},

	// Rule 2.
	{name: "varchar", text: tableOf("c1 int NOT NULL, c2 varchar(1000) NOT NULL", "n, ''"), code: 3, broken: []int{2}, said: "not of fixed length: c2 varchar"},
	{name: "nvarchar and varbinary", text: tableOf("c1 int NOT NULL, c2 nvarchar(250) NOT NULL, c3 varbinary(500) NOT NULL", "n, N'', 0x"), code: 3, broken: []int{2}, said: "c2 nvarchar, c3 varbinary"},

	// Rule 3.
	{name: "979 bytes", text: tableOf("c1 int NOT NULL, c2 char(975) NOT NULL", "n, ''"), code: 3, broken: []int{3}, said: "979 bytes"},
	{name: "1021 bytes", text: tableOf("c1 int NOT NULL, c2 char(1017) NOT NULL", "n, ''"), code: 3, broken: []int{3}, said: "1021 bytes"},
	{name: "nchar counts twice", text: tableOf("c1 int NOT NULL, c2 nchar(1000) NOT NULL", "n, ''"), code: 3, broken: []int{3}, said: "2004 bytes"},

	// Rule 4.
	{name: "one NULL", text: tableOf("c1 int NOT NULL, c2 int NULL, c3 char(1000) NOT NULL", "n, NULLIF(n, 77), ''"), code: 3, broken: []int{4}, said: "NULLs in c2: 1"},
	{name: "a column added later", text: good + "ALTER TABLE dbo.test ADD c4 int NULL;\n", code: 3, broken: []int{4}, said: "NULLs in c4: 100"},

	// Rule 5.
	{name: "DBCC PAGE", text: good + "DBCC PAGE (0, 1, 0, 0) WITH NO_INFOMSGS;\n", code: 3, broken: []int{5}, said: "line 5: DBCC PAGE (undocumented command)"},
	{name: "undocumented procedure", text: good + "IF 1 = 0\n  EXEC sp_MSforeachtable 'PRINT 1';\n", code: 3, broken: []int{5}, said: "line 6: sp_msforeachtable (undocumented procedure)"},
	{name: "pseudo-column", text: good + "DECLARE @p binary(8);\nSELECT @p = %%physloc%% FROM dbo.test;\n", code: 3, broken: []int{5}, said: "line 6: %%physloc%% (undocumented virtual column)"},
	{name: "undocumented in EXEC", text: good + "EXEC ('DBCC IND (0, ''dbo.test'', -1) WITH NO_INFOMSGS');\n", code: 3, broken: []int{5}, said: "line 5: DBCC IND (undocumented command, in dynamic SQL)"},
	{name: "undocumented in sp_executesql", text: good + "IF 1 = 0 EXEC sp_executesql N'SELECT * FROM sys.fn_dblog(NULL, NULL)';\n", code: 3, broken: []int{5}, said: "line 5: fn_dblog (undocumented function, in dynamic SQL)"},
	{name: "undocumented and not supported", text: good + "\nEXEC sp_MSforeachtable 'PRINT 1';\n", code: 3, broken: []int{5}, said: "line 6: sp_msforeachtable (undocumented procedure)"},
	{name: "undocumented command that is not supported", text: good + "DBCC LOGINFO;\n", code: 3, broken: []int{5}, said: "line 5: DBCC LOGINFO (undocumented command)"},
	{name: "undocumented view of the log", text: good + "SELECT * FROM fn_dblog(NULL, NULL);\n", code: 3, broken: []int{5}, said: "the load failed, and its text breaks a rule"},
	{name: "failed, its text is fine", text: good + "PRINT 1 / 0;\n", code: 1, said: "| 5 | ok | the script uses no undocumented feature | no feature known to be undocumented |"},
	{name: "placeholder", text: "-- about: say here, in one sentence, what layout this makes and why a scan of it is slow\n" + good, said: "the header still has the placeholder"},
	{name: "unknown name", text: good + "IF 1 = 0 EXEC sp_of_next_year;\n", said: "line 5: sp_of_next_year (not on the list of documented procedures)"},
	{name: "the same words as names", text: good + "DECLARE @t TABLE (page int, ind int, [sp_MSforeachtable] int);\nPRINT 'DBCC PAGE, sp_who2';\n"},

	// Rule 6, and 1 with it.
	{name: "too few", text: good + "DELETE dbo.test WHERE c1 > 99;\n", code: 3, broken: []int{1, 6}, said: "99 rows"},
	{name: "too many", text: good + "INSERT dbo.test (c1, c2) VALUES (101, 1);\n", code: 3, broken: []int{1, 6}, said: "101 rows"},
	{name: "empty", text: goodTable + "PRINT 'for $(rows) rows';\n", code: 3, broken: []int{1, 6}, said: "0 rows"},
	{name: "without the variable", text: strings.ReplaceAll(good, "$(rows)", "100"), code: 3, broken: []int{1, 6}, said: "the file does not use $(rows): judged at 4,000,000 rows, not 100"},

	// Rules 7 and 8. The size is judged from 10,000 rows up.
	{name: "too large by a further index", text: good + "CREATE INDEX nc ON dbo.test (c3, c2);\n", code: 3, broken: []int{7}, said: "less than 19,661 KiB", args: []string{"--rows", "10000"}},
	{name: "too large by fill factor", text: good + "CREATE CLUSTERED INDEX cx ON dbo.test (c2) WITH (FILLFACTOR = 30);\n", code: 3, broken: []int{7, 8}, args: []string{"--rows", "10000"}},
	{name: "half empty pages", text: good + "CREATE CLUSTERED INDEX cx ON dbo.test (c2) WITH (FILLFACTOR = 30);\n", code: 3, broken: []int{8}, said: "more than 50 %"},
	{name: "thinned out", text: strings.ReplaceAll(good, "n, n FROM", "CASE WHEN n % 3 = 0 THEN n / 3 ELSE -n END, n FROM") + "INSERT dbo.test (c1, c2) SELECT c1 - 1000, c2 FROM dbo.test;\n" +
		"CREATE CLUSTERED INDEX cx ON dbo.test (c2);\nDELETE dbo.test WHERE c1 < 0;\n", code: 3, broken: []int{1, 6, 8}, said: "33 rows"},

	// Rule 9 cannot be broken by a script; what comes near it is noted.
	{name: "further index", text: good + "CREATE INDEX nc ON dbo.test (c2);\n", said: "COUNT(*) may read a further index instead of the table: nc"},

	// No table to judge.
	{name: "no table", text: "PRINT 'nothing, $(rows) times';\n", code: 1, said: "the script made no table dbo.test"},
	{name: "temporary table", text: strings.ReplaceAll(good, "dbo.test", "#test"), code: 1, said: "the script made no table dbo.test"},
	{name: "table variable", text: "DECLARE @test TABLE (c1 int NOT NULL);\nINSERT @test SELECT n FROM " + numbers + ";\n", code: 1, said: "the script made no table dbo.test"},
	{name: "another schema", text: "CREATE SCHEMA other;\nGO\n" + strings.ReplaceAll(good, "dbo.test", "other.test"), code: 1, said: "the script made no table dbo.test"},
	{name: "a synonym", text: strings.ReplaceAll(good, "dbo.test", "dbo.base") + "CREATE SYNONYM dbo.test FOR dbo.base;\n", code: 1, said: "the script made no table dbo.test"},
	{name: "a view", text: strings.ReplaceAll(good, "dbo.test", "dbo.base") + "CREATE VIEW dbo.test AS SELECT c1, c2, c3 FROM dbo.base;\n", code: 1, said: "the script made no table dbo.test"},
	{name: "a trigger", text: good + "CREATE TRIGGER dbo.tr ON dbo.test AFTER INSERT AS PRINT 'hm';\n", code: 1, said: "line 5: the create trigger statement is not supported by the embedded engine"},
	{name: "renamed away", text: good + "EXEC sp_rename 'dbo.test', 'test2';\n", code: 1, said: "the script made no table dbo.test"},

	// Faults of the text.
	{name: "syntax", text: good + "INSRT dbo.test VALUES (1);\n", code: 1, said: "line 5: Incorrect syntax near"},
	{name: "unknown column", text: good + "\nUPDATE dbo.test SET c9 = 1;\n", code: 1, said: "line 6: Invalid column name 'c9'. (error 207"},
	{name: "missing END", text: good + "WHILE 1 = 0\nBEGIN\n  PRINT 1;\n", code: 1, said: "Incorrect syntax near"},
	{name: "open string", text: good + "PRINT 'hm;\nGO\n", code: 1, said: "line 5: the string that begins here is never closed"},
	{name: "open comment", text: good + "/* /* */\nGO\n", code: 1, said: "line 5: the comment that begins here is never closed"},
	{name: "open quoted name", text: good + "SELECT [c1 FROM dbo.test;\n", code: 1, said: "line 5: the quoted name that begins here is never closed"},
	{name: "undefined variable", text: good + "PRINT '$(batch)';\n", code: 1, said: "line 5: $(batch) is not defined"},
	{name: "GO without a count", text: good + "PRINT 1;\nGO twice\n", code: 1, said: "line 6: \"GO twice\": GO takes one count of 1 or more"},
	{name: "sqlcmd command", text: ":r other.sql\n" + good, code: 1, said: "line 1: the sqlcmd command :r is not supported"},
	{name: "GO in comments and strings", text: "/*\nGO\n*/\n-- GO\n" + good + "PRINT '\nGO\n';\n"},
	{name: "nothing", text: "-- a thought about $(rows)\n", code: 1, said: "the file holds no statement"},
	{name: "bad name in the header", text: "-- name: my load!\n" + good, code: 1, said: `line 1: "my load!" is not a name for a loader`},
	{name: "name of a built-in load", text: "-- name: heap\n" + good, code: 1, said: "heap is a built-in loader: give this one another name"},

	// Faults of the run.
	{name: "row 51 divides by zero", text: goodTable + "DECLARE @i int = 1, @x int;\nWHILE @i <= $(rows)\nBEGIN\n  SET @x = 1 / (51 - @i);\n  INSERT dbo.test (c1, c2) VALUES (@i, @x);\n  SET @i += 1;\nEND;\n", code: 1, said: "line 6: Divide by zero error encountered. (error 8134"},
	{name: "row 51 is a duplicate", text: goodTable + "CREATE UNIQUE INDEX ux ON dbo.test (c1);\nGO\n\nINSERT dbo.test (c1, c2) SELECT CASE n WHEN 51 THEN 50 ELSE n END, n FROM " + numbers + ";\n", code: 1, said: "line 6: Cannot insert duplicate key"},
	{name: "THROW", text: good + "THROW 50123, 'enough', 1;\n", code: 1, said: "line 5: enough (error 50123, severity 16, state 1)"},
	{name: "RAISERROR", text: good + "PRINT 'before';\nRAISERROR ('row %d is bad', 16, 3, 42);\n", code: 1, said: "line 6: row 42 is bad (error 50000, severity 16, state 3)"},
	{name: "open transaction", text: good + "BEGIN TRAN;\nUPDATE dbo.test SET c2 = 0;\n", code: 1, said: "the script left a transaction open (rolled back): add COMMIT"},
	{name: "open implicit transaction", text: good + "SET IMPLICIT_TRANSACTIONS ON;\nUPDATE dbo.test SET c2 = 0;\n", code: 1, said: "the script left a transaction open"},
	{name: "endless loop", text: goodTable + "WHILE $(rows) > 0 INSERT dbo.test (c1, c2) VALUES (1, 1);\n", code: 1, said: "stopped after the 200ms that --timeout gives a load", args: []string{"--timeout", "200ms"}},
	{name: "endless wait", text: good + "WAITFOR DELAY '10:00';\n", code: 1, said: "stopped after the 200ms", args: []string{"--timeout", "200ms"}},
	{name: "endless recursion", text: good + "CREATE PROCEDURE dbo.p AS EXEC dbo.p;\nGO\nEXEC dbo.p;\n", code: 1, said: "error 217"},
	{name: "endless numbers", text: goodTable + "WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)\nINSERT dbo.test (c1, c2) SELECT i, i FROM n;\nPRINT '$(rows)';\n", code: 1, said: "error 530"},

	// Out of its own database.
	{name: "USE", text: "USE master;\nGO\n" + good, code: 1, said: "line 1: USE is not allowed in a load"},
	{name: "USE in dynamic SQL", text: good + "EXEC ('USE master');\n", code: 1, said: "line 5: USE and CREATE, ALTER and DROP DATABASE are not allowed in a load, in dynamic SQL either"},
	{name: "DROP DATABASE", text: good + "DROP DATABASE other;\n", code: 1, said: "line 5: DROP DATABASE is not allowed in a load"},
	{name: "CREATE DATABASE", text: "CREATE DATABASE other;\nGO\n" + good, code: 1, said: "line 1: CREATE DATABASE is not allowed"},
	{name: "ALTER DATABASE", text: "ALTER DATABASE CURRENT SET RECOVERY SIMPLE;\n" + good, code: 1, said: "line 1: ALTER DATABASE is not allowed"},
	{name: "DROP DATABASE in dynamic SQL", text: good + "EXEC sp_executesql N'DROP DATABASE other';\n", code: 1, said: "in dynamic SQL either"},
	{name: "its own database by a computed text", text: good + "DECLARE @s nvarchar(300) = N'DR' + N'OP DATA' + N'BASE ' + QUOTENAME(DB_NAME());\nEXEC (@s);\n", code: 1, said: "line 6: USE and CREATE, ALTER and DROP DATABASE are not allowed"},
	{name: "its own database while in it", text: good + "DECLARE @s nvarchar(300) = CHAR(68) + N'ROP DATABASE ' + QUOTENAME(DB_NAME());\nEXEC (@s);\n", code: 1, said: "line 5: Cannot drop database"},
	{name: "its own database from outside", text: good + "DECLARE @s nvarchar(300) = CHAR(85) + N'SE master; ' + CHAR(68) + N'ROP DATABASE ' + QUOTENAME(DB_NAME());\nEXEC (@s);\n", code: 1, said: "the script dropped its own database\n"},
	{name: "another database by a computed text", text: good + "DECLARE @s nvarchar(300) = CHAR(67) + N'REATE DATABASE other';\nEXEC (@s);\n"},

	// Settings left on must not reach what is measured afterwards.
	{name: "NOEXEC left on", text: good + "SET NOEXEC ON;\n", code: 1, said: "line 5: SET NOEXEC is not supported"},
	{name: "PARSEONLY left on", text: good + "SET PARSEONLY ON;\n", code: 1, said: "line 5: SET PARSEONLY is not supported"},
	{name: "FMTONLY left on", text: good + "SET FMTONLY ON;\n", code: 1, said: "the script left NOEXEC, PARSEONLY or FMTONLY on"},
	{name: "ROWCOUNT left on", text: good + "SET ROWCOUNT 1;\n"},

	// What it says goes to standard error with its name.
	{name: "PRINT flood", text: good + "DECLARE @i int = 0;\nWHILE @i < 5000 BEGIN SET @i += 1; PRINT CONCAT('line ', @i); END;\n", said: "mine: line 5000\n"},
	{name: "NOWAIT", text: good + "RAISERROR ('%d rows', 0, 1, 100) WITH NOWAIT;\n", said: "mine: 100 rows\n"},

	// How the file is written.
	{name: "Windows line ends", text: strings.ReplaceAll(good+"PRINT 'line 5';\nPRINT 1 / 0;\n", "\n", "\r\n"), code: 1, said: "line 6: Divide by zero"},
	{name: "UTF-16", text: utf16Text("\ufeff" + good + "PRINT N'grün';\n"), said: "mine: grün\n"},
	{name: "UTF-16 without a mark", text: utf16Text(good), code: 1, said: "line 1 holds a zero byte: save the file as UTF-8, or as UTF-16 with a byte order mark"},
	{name: "UTF-8 with a mark", text: "\ufeff" + good},
	{name: "Latin-1", text: "-- gr\xfcn\n" + good, code: 1, said: "line 1: byte 0xFC is not UTF-8"},
	{name: "a batch of 68 MB on the wire", text: good + "PRINT '" + strings.Repeat("x", 34<<20) + "';\n", code: 1, said: "line 5: The SQL batch is too long: more than 67108864 bytes. (error 103"},
	{name: "comments of 100 MB", text: good + strings.Repeat("-- "+strings.Repeat("y", 1020)+"\n", 100<<10) + "GO\nPRINT 'read';\n", said: "mine: read\n"},
}

func utf16Text(s string) string {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, utf16.Encode([]rune(s)))
	return b.String()
}

// Every submission gets its verdict, its exit code and its sentence, and leaves nothing behind.
func TestSubmissions(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "mine.sql")
	for _, s := range submissions {
		t.Run(s.name, func(t *testing.T) {
			write(t, file, s.text)
			args := append([]string{"validate", "--rows", "100", "--drive", "d=" + dir, "--memory", "32MiB", "--loader", file, "--markdown", "-"}, s.args...)
			got := cli(t, "", args...)
			if strings.Contains(got.stdout, "spt_values (") {
				t.Error("what the rules allow is for review")
			}
			if got.code != s.code {
				t.Errorf("exit %d, want %d", got.code, s.code)
			}
			if rules := brokenIn(got.stdout); !reflect.DeepEqual(rules, s.broken) {
				t.Errorf("breaks %v, want %v", rules, s.broken)
			}
			if !strings.Contains(got.stderr+got.stdout, s.said) {
				t.Errorf("%q is not said", s.said)
			}
			if strings.Contains(got.stderr, "goroutine") || strings.Count(got.stderr, "scanfrag: ") > 1 {
				t.Error("more than one sentence")
			}
			emptyDir(t, dir)
			if t.Failed() {
				t.Logf("%.3000s\n%.3000s", got.stderr, got.stdout)
			}
		})
	}
}

// brokenIn reads the broken rules off the verdict as Markdown.
func brokenIn(markdown string) (out []int) {
	for line := range strings.Lines(markdown) {
		if cells := strings.Split(line, "|"); len(cells) > 3 && strings.TrimSpace(cells[2]) == "BROKEN" {
			out = append(out, int(strings.TrimSpace(cells[1])[0]-'0'))
		}
	}
	return out
}

// A file that is no script at all is refused by its size, before it is read.
func TestTooLargeSubmission(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "huge.sql")
	write(t, file, "")
	if err := os.Truncate(file, 300<<20); err != nil {
		t.Fatal(err)
	}
	got := cli(t, "", "validate", "--drive", "d="+dir, "--loader", file)
	if got.code != exitFailure || !strings.Contains(got.stderr, "300 MiB is more than the 256 MiB a script may have") {
		t.Errorf("%+v", got)
	}
	emptyDir(t, dir)
}

// A folder is a set of loaders: its bad file is named, its header's names and authors are told, a broken rule is 3.
func TestFolderOfSubmissions(t *testing.T) {
	dir, folder, js := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "r.json")
	write(t, filepath.Join(folder, "a.sql"), "-- name: first\n-- author: Ada Example\n-- about: Rows in order.\n"+good)
	write(t, filepath.Join(folder, "b.sql"), good+"DELETE dbo.test WHERE c1 = 1;\n")
	write(t, filepath.Join(folder, "c.sql"), "PRINT 'never closed\n")
	write(t, filepath.Join(folder, "notes.txt"), "not a script")
	got := cli(t, "", "validate", "--rows", "100", "--drive", "d="+dir, "--memory", "32MiB", "--loader", folder, "--json", js)
	if got.code != exitBrokenRule || !strings.Contains(got.stderr, filepath.Join(folder, "c.sql")+" is skipped: ") {
		t.Errorf("%+v", got)
	}
	emptyDir(t, dir)
	d := readResults(t, js)
	if len(d.Results) != 2 || d.Results[0].Loader != "b" || d.Results[1].Loader != "first" || d.Results[1].Author != "Ada Example" || d.Results[1].About != "Rows in order." {
		t.Errorf("%+v", d.Results)
	}
}

// A load that breaks a rule is scanned with --allow-invalid alone, and ranked apart then.
func TestAllowInvalid(t *testing.T) {
	dir, js := t.TempDir(), filepath.Join(t.TempDir(), "r.json")
	file := filepath.Join(t.TempDir(), "wide.sql")
	write(t, file, tableOf("c1 int NOT NULL, c2 char(1100) NOT NULL", "n, ''"))
	args := []string{"run", "--rows", "500", "--runs", "1", "--maxdop", "1", "--drive", "d=" + dir, "--memory", "32MiB", "--loader", "baseline", "--loader", file, "--json", js}
	for _, invalid := range []bool{false, true} {
		if invalid {
			args = append(args, "--allow-invalid")
		}
		got := cli(t, "", args...)
		if got.code != exitBrokenRule {
			t.Errorf("exit %d\n%s", got.code, got.stderr)
		}
		emptyDir(t, dir)
		for _, r := range readResults(t, js).Results {
			mine := r.Loader == "wide"
			if scanned := len(r.Scans) == 1; scanned != (!mine || invalid) {
				t.Errorf("--allow-invalid=%v: %s has %d scans", invalid, r.Loader, len(r.Scans))
			}
			if mine && !reflect.DeepEqual(broken(r), []int{3}) {
				t.Errorf("%s breaks %v", r.Loader, broken(r))
			}
		}
		if apart := strings.Contains(got.stdout, "loads that break a rule, slowest scan first"); apart != invalid || !strings.Contains(got.stdout, "wide") {
			t.Errorf("--allow-invalid=%v: the ranking is\n%s", invalid, got.stdout)
		}
	}
}
