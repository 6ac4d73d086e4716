package enginetest

import (
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/engine"
	"scanfrag/loaders"
)

// overDriver is an engine in memory and a connection of the driver to it.
func overDriver(t *testing.T) (*engine.Instance, *sqlx.Conn) {
	t.Helper()
	inst, err := newInstance()
	if err != nil {
		t.Fatal(err)
	}
	r, err := newThroughDriver(inst)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.close() })
	conn, err := r.conn(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return inst, conn
}

// A bulk copy over TDS: what arrives is what was sent, in full pages for a heap and for keys that ascend; NULLs take
// the column's default; one row that cannot be stored undoes all.
func TestBulkCopy(t *testing.T) {
	ctx := t.Context()
	_, conn := overDriver(t)
	const rows = 7003 // several statements, the last of them short
	for _, tt := range []struct{ index, key string }{
		{"", ""},
		{"CREATE CLUSTERED INDEX cx ON dbo.test (a);", "a"},
		{"CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (b);", ""},
	} {
		text := "DROP TABLE IF EXISTS dbo.test; CREATE TABLE dbo.test (a int NOT NULL, b bigint NULL DEFAULT 5, c char(1000) NOT NULL);" + tt.index
		if _, err := conn.ExecContext(ctx, text); err != nil {
			t.Fatal(err)
		}
		var order []string
		if tt.key != "" {
			order = []string{tt.key}
		}
		err := loaders.BulkCopy(ctx, conn, rows, []string{"a", "b", "c"}, order, func(i int64) []any {
			if i == 1000 || i == 6999 {
				return []any{i, nil, "x"}
			}
			return []any{i, i * 1_000_000_007, "x"}
		})
		if unique := strings.Contains(tt.index, "UNIQUE"); unique != (err != nil) || unique && !strings.Contains(err.Error(), "duplicate key") {
			t.Errorf("%s: %v", tt.index, err)
		}
		var n, sum, defaults, pages int64
		err = conn.QueryRowContext(ctx, `SELECT COUNT(*), ISNULL(SUM(CAST(b AS bigint)), 0), COUNT(CASE WHEN b = 5 AND c = 'x' THEN 1 END),
			(SELECT SUM(page_count) FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.test'), NULL, NULL, 'DETAILED') WHERE index_level = 0)
			FROM dbo.test;`).Scan(&n, &sum, &defaults, &pages)
		if err != nil {
			t.Fatal(err)
		}
		want := [4]int64{rows, (rows*(rows+1)/2-1000-6999)*1_000_000_007 + 10, 2, (rows + 6) / 7}
		if strings.Contains(tt.index, "UNIQUE") {
			want = [4]int64{0, 0, 0, pages}
		}
		if got := [4]int64{n, sum, defaults, pages}; got != want {
			t.Errorf("%s: rows, sum, defaults and pages %v, want %v", tt.index, got, want)
		}
	}
}

// CHECK constraints are held against the rows of a bulk copy when it asks for it, and else are not trusted any more.
func TestBulkCopyChecks(t *testing.T) {
	ctx := t.Context()
	_, conn := overDriver(t)
	if _, err := conn.ExecContext(ctx, "CREATE TABLE dbo.test (a int NULL CONSTRAINT ck_a CHECK (a < 5), CONSTRAINT ck_off CHECK (a <> 3)); ALTER TABLE dbo.test NOCHECK CONSTRAINT ck_off"); err != nil {
		t.Fatal(err)
	}
	load := func(o mssql.BulkOptions, vals ...any) error {
		tx, err := conn.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		stmt, err := tx.Prepare(mssql.CopyIn("dbo.test", o, "a"))
		if err != nil {
			return err
		}
		for _, v := range vals {
			if _, err := stmt.Exec(v); err != nil {
				return err
			}
		}
		if _, err := stmt.Exec(); err != nil {
			return err
		}
		return tx.Commit()
	}
	state := func() (s string) {
		t.Helper()
		if err := conn.QueryRowContext(ctx, `SELECT CONCAT((SELECT COUNT(*) FROM dbo.test), ' rows, ',
			(SELECT STRING_AGG(CONCAT(name, CASE is_not_trusted WHEN 1 THEN ' not' END, ' trusted'), ', ') WITHIN GROUP (ORDER BY name) FROM sys.check_constraints))`).Scan(&s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	check := mssql.BulkOptions{CheckConstraints: true}
	if err := load(check, 1, nil, 3); err != nil {
		t.Error(err)
	}
	if err := load(check, 2, 5); err == nil || !strings.Contains(err.Error(), `The INSERT statement conflicted with the CHECK constraint "ck_a".`) {
		t.Errorf("row that breaks a constraint: %v", err)
	}
	if got, want := state(), "3 rows, ck_a trusted, ck_off not trusted"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := load(mssql.BulkOptions{}, 2, 5); err != nil {
		t.Error(err)
	}
	if got, want := state(), "5 rows, ck_a not trusted, ck_off not trusted"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, err := conn.ExecContext(ctx, "INSERT dbo.test VALUES (5)"); err == nil {
		t.Error("the constraint is not in force after the load")
	}
}

// A bulk copy passes over rows whose key an index with IGNORE_DUP_KEY has, and the count is of those that it took.
func TestBulkCopyIgnoresDuplicates(t *testing.T) {
	ctx := t.Context()
	inst, conn := overDriver(t)
	if _, err := conn.ExecContext(ctx, `CREATE TABLE dbo.test (a int NOT NULL, b int NOT NULL);
		CREATE UNIQUE INDEX u ON dbo.test (a) WITH (IGNORE_DUP_KEY = ON); CREATE UNIQUE CLUSTERED INDEX c ON dbo.test (b);`); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		count      string
		from, want int64
		text       string
	}{
		{"OFF", 0, 2500, "bulk copy: 2500 of 7003 rows arrived"},
		{"ON", 10000, 2600, "bulk copy: 100 of 7003 rows arrived"}, // 100 keys are new
	} {
		if _, err := conn.ExecContext(ctx, "SET NOCOUNT "+tt.count); err != nil {
			t.Fatal(err)
		}
		keys := tt.want
		err := loaders.BulkCopy(ctx, conn, 7003, []string{"a", "b"}, nil, func(i int64) []any { return []any{i % keys, tt.from + i} })
		if err == nil || err.Error() != tt.text {
			t.Errorf("NOCOUNT %s: %v, want %s", tt.count, err, tt.text)
		}
		var n int64
		if err := conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM dbo.test").Scan(&n); err != nil || n != tt.want {
			t.Errorf("NOCOUNT %s: %d rows, want %d %v", tt.count, n, tt.want, err)
		}
	}
	for _, db := range inst.Databases() {
		for _, err := range db.Check(ctx) {
			t.Error(err)
		}
	}
}

// A bulk copy into a clustered table is sorted first: rows in any order make the pages that rows in key order make. The ORDER
// hint spares the sort, and is held to; of another order nothing comes.
func TestBulkCopySorts(t *testing.T) {
	ctx := t.Context()
	_, conn := overDriver(t)
	const rows = 30000 // more than the sort's memory: it spills
	ascending := func(i int64) int64 { return i }
	descending := func(i int64) int64 { return rows + 1 - i }
	shuffled := func(i int64) int64 { return i*7919%rows + 1 } // 7919 is prime and does not divide rows
	load := func(index string, order []string, key func(i int64) int64) (figures string, err error) {
		text := "DROP TABLE IF EXISTS dbo.test; CREATE TABLE dbo.test (a int NOT NULL, b int NOT NULL, c char(400) NOT NULL);" + index
		if _, err := conn.ExecContext(ctx, text); err != nil {
			t.Fatal(err)
		}
		load := loaders.BulkCopy(ctx, conn, rows, []string{"a", "b", "c"}, order, func(i int64) []any { return []any{key(i), key(i) / 100, "x"} })
		err = conn.QueryRowContext(ctx, `SELECT CONCAT(index_depth, ' deep, ', page_count, ' pages, ', record_count, ' rows, ', ROUND(avg_page_space_used_in_percent, 3), ' % full, ', fragment_count, ' fragments; ')
			+ (SELECT CONCAT(COUNT(*), ' ', SUM(CAST(a AS bigint)), ' ', COUNT(DISTINCT b)) FROM dbo.test)
			FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('dbo.test'), NULL, NULL, 'DETAILED') WHERE index_level = 0;`).Scan(&figures)
		if err != nil {
			t.Fatal(err)
		}
		return figures, load
	}
	for _, index := range []string{"CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (a);", "CREATE CLUSTERED INDEX cx ON dbo.test (b);", "CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (b, a DESC);"} {
		want, err := load(index, nil, ascending)
		if err != nil {
			t.Fatal(err)
		}
		for name, key := range map[string]func(int64) int64{"descending": descending, "shuffled": shuffled} {
			if got, err := load(index, nil, key); err != nil || got != want {
				t.Errorf("%s %s: %s, %v, want %s", index, name, got, err, want)
			}
		}
	}
	unique := "CREATE UNIQUE CLUSTERED INDEX cx ON dbo.test (a);"
	want, _ := load(unique, nil, ascending)
	if got, err := load(unique, []string{"a"}, ascending); err != nil || got != want {
		t.Errorf("in the order of the hint: %s, %v, want %s", got, err, want)
	}
	if got, err := load(unique, []string{"b"}, shuffled); err != nil || got != want {
		t.Errorf("a hint of another order: %s, %v, want %s", got, err, want)
	}
	if got, err := load(unique, []string{"nosuch"}, shuffled); err != nil || got != want {
		t.Errorf("a hint that names no column: %s, %v, want %s", got, err, want)
	}
	got, err := load(unique, []string{"a"}, descending)
	if said := "primary key of first row: (30000), primary key of second row: (29999)."; err == nil || !strings.Contains(err.Error(), said) || !strings.HasSuffix(got, "; 0  0") {
		t.Errorf("against the order of the hint: %s, %v", got, err)
	}
}

// An identity column that a bulk copy names takes its values, one that it does not name its own; a rowversion column is never named.
func TestBulkCopyIdentity(t *testing.T) {
	ctx := t.Context()
	_, conn := overDriver(t)
	if _, err := conn.ExecContext(ctx, "CREATE TABLE dbo.test (a int IDENTITY PRIMARY KEY, b int NOT NULL, rv rowversion);"); err != nil {
		t.Fatal(err)
	}
	if err := loaders.BulkCopy(ctx, conn, 10, []string{"a", "b"}, nil, func(i int64) []any { return []any{i * 10, i} }); err != nil {
		t.Error(err)
	}
	if err := loaders.BulkCopy(ctx, conn, 10, []string{"b"}, nil, func(i int64) []any { return []any{i} }); err != nil {
		t.Error(err)
	}
	if err := loaders.BulkCopy(ctx, conn, 1, []string{"b", "rv"}, nil, func(i int64) []any { return []any{i, make([]byte, 8)} }); err == nil || !strings.Contains(err.Error(), "explicit value into a timestamp column") {
		t.Errorf("a row version that is given: %v", err)
	}
	var got string
	if err := conn.QueryRowContext(ctx, "SELECT CONCAT(MIN(a), ' ', MAX(a), ' ', COUNT(DISTINCT rv)) FROM dbo.test").Scan(&got); err != nil || got != "10 110 20" {
		t.Errorf("least key, greatest key and row versions %s %v", got, err)
	}
}
