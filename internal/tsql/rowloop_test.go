package tsql_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// rowLoop is a WHILE loop of single-row statements, committed every 100,000 rows.
type rowLoop struct {
	name  string
	setup string  // once; $n is the number of rows
	vars  string  // declared before the loop
	body  string  // for row @i
	most  float64 // allocations a row
}

const (
	twoInts   = "CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL);"
	published = `CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL, c3 char(256) NOT NULL DEFAULT ' ', c4 char(740) NOT NULL DEFAULT ' ');
CREATE CLUSTERED INDEX cx_test ON dbo.test(c2, c3);`
	// filled has keys 1 to $n, in order.
	filled = "INSERT INTO dbo.test SELECT value, 0, 'a' FROM GENERATE_SERIES(1, $n);"
	byKey  = "CREATE TABLE dbo.test(c1 int NOT NULL PRIMARY KEY, c2 int NOT NULL, v varchar(200) NULL);" + filled
	alike  = "CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL, v varchar(200) NULL); CREATE CLUSTERED INDEX cx ON dbo.test(c1);" + filled
	onHeap = "CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL, v varchar(200) NULL); CREATE UNIQUE INDEX ix ON dbo.test(c1);" + filled
)

var rowLoops = []rowLoop{
	{"InsertAlternating", published, "@top int = $n + $n % 2", "INSERT INTO dbo.test (c1, c2) VALUES (@i, CASE WHEN @i % 2 = 0 THEN @i ELSE @top - @i END);", 0.1},
	{"InsertVariables", published, "@a int = 7, @b int = 3, @c bigint = 0, @top int = $n + $n % 2",
		`SET @a = @a * 5 % 10007; SET @b = CASE WHEN @a % 3 = 0 THEN @b + 1 ELSE CASE WHEN @a % 3 = 1 THEN @b - 1 ELSE @b END END; SET @c += @a;
INSERT INTO dbo.test (c1, c2) VALUES (@a + @b, CASE WHEN @i % 2 = 0 THEN @i ELSE CASE WHEN @i % 4 = 1 THEN @top - @i ELSE @top - @i END END);`, 0.1},
	{"InsertHeap", twoInts, "", "INSERT INTO dbo.test (c1, c2) VALUES (@i, @i % 1000);", 0.1},
	{"InsertSelect", twoInts, "", "INSERT INTO dbo.test SELECT @i, @i % 1000;", 4.1},
	{"InsertIndexed", twoInts + "CREATE INDEX ix ON dbo.test(c2);", "", "INSERT INTO dbo.test (c1, c2) VALUES (@i, @i * 17 % 1000);", 0.1},
	{"InsertProcedure", twoInts + "\nGO\nCREATE PROCEDURE dbo.add_row @a int, @b int AS INSERT INTO dbo.test (c1, c2) VALUES (@a, @b);", "", "EXEC dbo.add_row @i, 5;", 2.1},
	{"InsertExecutesql", twoInts, "", "EXEC sp_executesql N'INSERT INTO dbo.test (c1, c2) VALUES (@a, @b)', N'@a int, @b int', @i, 5;", 1.5},
	{"InsertExecString", twoInts, "", "EXEC('INSERT INTO dbo.test (c1, c2) VALUES (1, 2)');", 2.3},
	{"UpdateByKey", byKey, "", "UPDATE dbo.test SET c2 = @i WHERE c1 = @i;", 0.1},
	{"UpdateByKeyRandom", byKey, "@k int", "SET @k = @i * CAST(7919 AS bigint) % $n + 1; UPDATE dbo.test SET c2 += 1 WHERE c1 = @k;", 0.1},
	{"UpdateWidens", byKey, "", "UPDATE dbo.test SET v = REPLICATE('x', 60) WHERE c1 = @i;", 0.1},
	{"UpdateNotUnique", alike, "", "UPDATE dbo.test SET c2 = @i WHERE c1 = @i;", 0.1},
	{"UpdateHeapIndexed", onHeap, "", "UPDATE dbo.test SET c2 = @i WHERE c1 = @i;", 0.1},
	{"UpdateHeapForwards", onHeap, "", "UPDATE dbo.test SET v = REPLICATE('x', 60) WHERE c1 = @i;", 0.1},
	{"UpdateForwardsShort", `CREATE TABLE dbo.test(x int NOT NULL); INSERT INTO dbo.test SELECT value FROM GENERATE_SERIES(1, $n);
CREATE UNIQUE INDEX ix ON dbo.test(x); ALTER TABLE dbo.test ADD y char(1016) NULL, w char(500) NULL;`, "", "UPDATE dbo.test SET y = '', w = '' WHERE x = @i;", 0.1},
	{"DeleteByKey", byKey, "", "DELETE FROM dbo.test WHERE c1 = @i;", 0.1},
	{"DeleteHeapIndexed", onHeap, "", "DELETE FROM dbo.test WHERE c1 = @i;", 0.1},
	{"SelectByKey", byKey, "@v int", "SELECT @v = c2 FROM dbo.test WHERE c1 = @i;", 5.1},
	{"CountByKey", byKey, "@n int", "SELECT @n = COUNT(*) FROM dbo.test WHERE c1 = @i;", 6.1},
	{"Upsert", byKey, "", "UPDATE dbo.test SET c2 = @i WHERE c1 = @i; IF @@ROWCOUNT = 0 INSERT dbo.test VALUES (@i, 1, 'a');", 0.1},
	{"InsertVariable", twoInts, "@x int; DECLARE @t TABLE (c1 int NOT NULL)", "INSERT @t VALUES (@i);", 0.1},
	{"InsertExists", "CREATE TABLE dbo.test(c1 int NOT NULL PRIMARY KEY, c2 int NOT NULL);", "", "IF NOT EXISTS (SELECT 1 FROM dbo.test WHERE c1 = @i) INSERT INTO dbo.test VALUES (@i, 1);", 1.1},
}

func (l *rowLoop) batches(n int) (setup []string, loop string) {
	rows := strings.NewReplacer("$n", strconv.Itoa(n))
	vars := "@i int = 1"
	if l.vars != "" {
		vars += ", " + l.vars
	}
	return strings.Split(rows.Replace(l.setup), "\nGO\n"), rows.Replace(`SET NOCOUNT ON;
DECLARE ` + vars + `;
BEGIN TRANSACTION;
WHILE @i <= $n
BEGIN
    ` + l.body + `
    IF @i % 100000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
    SET @i += 1;
END;
COMMIT TRANSACTION;`)
}

// TestRowLoopAllocations bounds what the rows of a loop allocate once its statements are compiled.
func TestRowLoopAllocations(t *testing.T) {
	const rows = 3000
	for _, l := range rowLoops {
		s := newSession(t)
		setup, loop := l.batches(rows)
		for _, text := range setup {
			run(t, s, text)
		}
		half := strings.Replace(loop, "WHILE @i <= "+strconv.Itoa(rows), "WHILE @i <= 1000", 1)
		rest := strings.Replace(loop, "@i int = 1", "@i int = 1001", 1)
		few := mallocs(func() { run(t, s, half) })
		many := mallocs(func() { run(t, s, rest) })
		if got := float64(many-few) / 1000; got > l.most {
			t.Errorf("%s: %.2f allocations a row, at most %.2f wanted", l.name, got, l.most)
		}
	}
}

// mallocs counts f's allocations, and the few of the background.
func mallocs(f func()) int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.Mallocs
	f()
	runtime.ReadMemStats(&m)
	return int64(m.Mallocs - before)
}
