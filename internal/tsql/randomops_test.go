package tsql_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql"
)

// TestRandomOperations runs random statements of every kind that changes rows or pages, on a table of each form in a kept directory,
// against rows in memory: 2,000 operations, or 100,000 with SCANFRAG_LONG=1. The database is checked and reopened now and then.
func TestRandomOperations(t *testing.T) {
	ops := 2000
	if os.Getenv("SCANFRAG_LONG") == "1" {
		ops = 100_000
	}
	forms := []struct{ name, ddl string }{
		{"heap", ""},
		{"heap with indexes", "CREATE INDEX nk ON t(k); CREATE UNIQUE INDEX nid ON t(id) INCLUDE (w)"},
		{"clustered with indexes", "CREATE CLUSTERED INDEX cx ON t(k); CREATE INDEX nw ON t(w DESC)"},
		{"primary key", "ALTER TABLE t ADD CONSTRAINT pk PRIMARY KEY CLUSTERED (id)"},
		{"computed columns", "ALTER TABLE t ADD dk AS ISNULL(k, -1) * 2 + id, dv AS LEN(v) + id PERSISTED, du AS REPLICATE('u', id % 50) PERSISTED, CONSTRAINT ck CHECK (dv > 0); " +
			"CREATE INDEX nd ON t(dk) INCLUDE (du); CREATE INDEX nv ON t(dv DESC)"},
	}
	for i, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			o := &operations{T: t, rng: rand.New(rand.NewSource(seed(t) + int64(i))), dir: t.TempDir()}
			o.open()
			o.must("CREATE TABLE t(id int NOT NULL, k int NULL, v varchar(3000) NULL, w char(20) NOT NULL)")
			o.now = table{rows: map[int]opsRow{}, width: 20, clustered: strings.Contains(strings.ToUpper(f.ddl), "CLUSTERED"), unique: strings.Contains(f.ddl, "nid") || strings.Contains(f.ddl, "pk")}
			o.must(f.ddl)
			o.computed = strings.Contains(f.ddl, "PERSISTED")
			for n := range ops / len(forms) {
				o.step(n)
				if t.Failed() {
					return
				}
			}
			o.settle()
			o.verify()
			o.close()
		})
	}
}

// opsRow is a row: k and v nil for NULL; v is a letter repeated.
type opsRow struct {
	k      *int
	letter byte
	length int // of v; -1: NULL
	w      string
	extra  string // of the column added last, "NULL" by default
}

// table is the model of t.
type table struct {
	rows      map[int]opsRow
	width     int // of w
	extra     int // number of the added column in use; 0: none
	clustered bool
	unique    bool // id has a unique index
}

func (m table) clone() table {
	m.rows = maps.Clone(m.rows)
	return m
}

type operations struct {
	*testing.T
	rng  *rand.Rand
	dir  string
	inst *engine.Instance
	s    *tsql.Session

	now, begun, saved table
	inTran            bool
	computed          bool // t has computed columns
	next              int  // ids given
	added             int  // columns ever added
	indexes           int  // ever made
	last              []string
}

func (o *operations) open() {
	o.Helper()
	var err error
	if o.inst, err = engine.Open(engine.Options{Dir: o.dir, PoolBytes: 16 << 20}); err != nil {
		o.Fatal(err)
	}
	if o.inst.Database("d") == nil {
		if u := o.inst.Unopened("d"); u != nil {
			o.fail(u.Refusal())
		}
		if _, err := o.inst.CreateDatabase(o.Context(), engine.DatabaseSpec{Name: "d", Files: []engine.FileSpec{{Size: 1 << 20}}}); err != nil {
			o.Fatal(err)
		}
	}
	if o.s, err = tsql.NewSession(o.inst, tsql.Options{Database: "d"}); err != nil {
		o.Fatal(err)
	}
}

func (o *operations) close() {
	o.Helper()
	if err := errors.Join(o.s.Close(), o.inst.Close()); err != nil {
		o.fail(err)
	}
}

func (o *operations) fail(err error) {
	o.Helper()
	o.Fatalf("%v, after\n%s", err, strings.Join(o.last, "\n"))
}

// try runs a statement that may fail; its error.
func (o *operations) try(text string) error {
	o.Helper()
	if o.last = append(o.last, text); len(o.last) > 40 {
		o.last = o.last[1:]
	}
	sink := &null{}
	if err := o.s.Batch(o.Context(), text, nil, sink); err != nil {
		o.fail(err)
	}
	return sink.err
}

func (o *operations) must(text string) {
	o.Helper()
	if text == "" {
		return
	}
	if err := o.try(text); err != nil {
		o.fail(err)
	}
}

// refused runs a statement that must fail and change nothing.
func (o *operations) refused(text string) {
	o.Helper()
	if err := o.try(text); err == nil {
		o.fail(errors.New("the last statement did not fail"))
	}
}

func (o *operations) length() int {
	switch o.rng.Intn(8) {
	case 0:
		return 3000
	case 1, 2:
		return o.rng.Intn(3000)
	}
	return o.rng.Intn(200)
}

// pick is a condition and the rows it holds for.
func (o *operations) pick() (where string, ids []int) {
	by, rest := 2+o.rng.Intn(9), o.rng.Intn(3)
	lo := o.rng.Intn(o.next + 1)
	hi := lo + o.rng.Intn(120)
	for id := range o.now.rows {
		if id%by == rest && id >= lo && id <= hi {
			ids = append(ids, id)
		}
	}
	sort.Ints(ids)
	return fmt.Sprintf("id %% %d = %d AND id BETWEEN %d AND %d", by, rest, lo, hi), ids
}

// row makes a new row and its VALUES list.
func (o *operations) row() (id int, r opsRow, values string) {
	o.next++
	k := o.rng.Intn(40)
	r = opsRow{k: &k, letter: byte('a' + o.rng.Intn(26)), length: o.length(), w: strconv.Itoa(o.rng.Intn(1000)), extra: "NULL"}
	return o.next, r, fmt.Sprintf("(%d, %d, REPLICATE('%c', %d), '%s')", o.next, k, r.letter, r.length, r.w)
}

// through is how a statement reaches the table: by name, or by a common table expression that has all its rows.
func (o *operations) through() (with, name string) {
	switch o.rng.Intn(6) {
	case 0:
		return "WITH d AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id DESC) AS rn FROM t) ", "d"
	case 1:
		return "WITH d AS (SELECT TOP (100) PERCENT * FROM t ORDER BY v, id) ", "d"
	}
	return "", "t"
}

const maxOpsRows = 250

func (o *operations) step(n int) {
	o.Helper()
	hint := ""
	if o.rng.Intn(3) == 0 {
		hint = " WITH (TABLOCK)"
	}
	with, t := o.through()
	switch op := o.rng.Intn(100); {
	case op < 22: // one row or a list
		var values []string
		for range 1 + o.rng.Intn(6)*o.rng.Intn(2) {
			id, r, v := o.row()
			o.now.rows[id] = r
			values = append(values, v)
		}
		o.must("INSERT t" + hint + "(id, k, v, w) VALUES " + strings.Join(values, ", "))
	case op < 28: // rows of rows
		where, ids := o.pick()
		if len(o.now.rows)+len(ids) > maxOpsRows || len(ids) == 0 {
			return
		}
		by := o.next + 1 - ids[0]
		for _, id := range ids {
			r := o.now.rows[id]
			r.extra = "NULL"
			o.now.rows[id+by] = r
			o.next = id + by
		}
		o.must(fmt.Sprintf("INSERT t%s(id, k, v, w) SELECT id + %d, k, v, w FROM t WHERE %s", hint, by, where))
	case op < 48: // rows grow or shrink
		where, ids := o.pick()
		letter, length := byte('a'+o.rng.Intn(26)), o.length()
		set := fmt.Sprintf("v = REPLICATE('%c', %d)", letter, length)
		if o.rng.Intn(6) == 0 {
			length, set = -1, "v = NULL"
		}
		for _, id := range ids {
			r := o.now.rows[id]
			r.letter, r.length = letter, length
			o.now.rows[id] = r
		}
		o.must(with + "UPDATE " + t + " SET " + set + " WHERE " + where)
	case op < 55: // keys change
		where, ids := o.pick()
		k := o.rng.Intn(40)
		for _, id := range ids {
			r := o.now.rows[id]
			r.k = nil
			if nk := (id + k) % 37; nk != 0 {
				r.k = &nk
			}
			o.now.rows[id] = r
		}
		o.must(fmt.Sprintf("%sUPDATE %s SET k = NULLIF((id + %d) %% 37, 0) WHERE %s", with, t, k, where))
	case op < 68 || len(o.now.rows) > maxOpsRows:
		where, ids := o.pick()
		if len(o.now.rows) > maxOpsRows {
			where, ids = "id % 3 > 0", nil
			for id := range o.now.rows {
				if id%3 > 0 {
					ids = append(ids, id)
				}
			}
		}
		for _, id := range ids {
			delete(o.now.rows, id)
		}
		o.must(with + "DELETE " + t + hint + " WHERE " + where)
	case op < 69:
		o.now.rows = map[int]opsRow{}
		o.must([]string{"TRUNCATE TABLE t", "DELETE t", "DELETE t WITH (TABLOCK)"}[o.rng.Intn(3)])
	case op < 73:
		o.changeColumns()
	case op < 78:
		o.changeIndexes()
	case op < 82: // statements that fail half-way
		if len(o.now.rows) == 0 {
			return
		}
		ids := slices.Collect(maps.Keys(o.now.rows))
		id := slices.Max(ids)
		if o.now.unique {
			o.refused(fmt.Sprintf("INSERT t(id, k, v, w) SELECT %d - id, k, v, w FROM t UNION ALL SELECT %d, 1, 'x', 'y'", -o.next-1, id))
		}
		if !o.inTran { // an error that dooms no transaction outside TRY, but undoes its statement
			o.refused(fmt.Sprintf("UPDATE t SET k = 1 / (id - %d), v = 'q'", id))
		}
	default:
		o.transaction()
	}
	if !o.inTran && o.rng.Intn(25) == 0 {
		switch o.rng.Intn(3) {
		case 0:
			o.must("CHECKPOINT; DBCC DROPCLEANBUFFERS")
		case 1:
			o.must("CHECKPOINT")
		default:
			o.close()
			o.open()
		}
	}
	if n%10 == 9 {
		o.verify()
	}
}

func (o *operations) transaction() {
	switch {
	case !o.inTran:
		o.must("BEGIN TRAN; SAVE TRAN sp")
		o.begun, o.saved, o.inTran = o.now.clone(), o.now.clone(), true
	case o.rng.Intn(3) == 0:
		o.must("SAVE TRAN sp")
		o.saved = o.now.clone()
	case o.rng.Intn(3) == 0:
		o.must("ROLLBACK TRAN sp")
		o.now = o.saved.clone()
	case o.rng.Intn(2) == 0:
		o.must("ROLLBACK")
		o.now, o.inTran = o.begun, false
	default:
		o.settle()
	}
}

// settle ends a transaction.
func (o *operations) settle() {
	if o.inTran {
		o.must("COMMIT")
		o.inTran = false
	}
}

func (o *operations) changeColumns() {
	switch {
	case o.now.width < 200 && o.rng.Intn(2) == 0:
		wide := o.now.width + 1 + o.rng.Intn(30)
		switch err := o.try(fmt.Sprintf("ALTER TABLE t ALTER COLUMN w char(%d) NOT NULL", wide)); {
		case err == nil:
			o.now.width = wide
		case !strings.HasPrefix(err.Error(), "5074 "): // an index has it
			o.fail(err)
		}
	case o.now.extra == 0:
		o.added++
		o.now.extra = o.added
		o.must(fmt.Sprintf("ALTER TABLE t ADD c%d varchar(50) NULL", o.now.extra))
		for id, r := range o.now.rows {
			r.extra = "NULL"
			o.now.rows[id] = r
		}
	case o.rng.Intn(2) == 0:
		where, ids := o.pick()
		for _, id := range ids {
			r := o.now.rows[id]
			r.extra = "n" + strconv.Itoa(id)
			o.now.rows[id] = r
		}
		o.must(fmt.Sprintf("UPDATE t SET c%d = CONCAT('n', id) WHERE %s", o.now.extra, where))
	default:
		o.must(fmt.Sprintf("ALTER TABLE t DROP COLUMN c%d", o.now.extra))
		o.now.extra = 0
	}
}

func (o *operations) changeIndexes() {
	have := rowsOf(o.T, o.s, "SELECT name, type FROM sys.indexes WHERE object_id = OBJECT_ID('t') AND index_id > 0 AND is_primary_key = 0")
	switch n := o.rng.Intn(4); {
	case n == 0 && len(have) > 0:
		name, kind, _ := strings.Cut(have[o.rng.Intn(len(have))], ",")
		o.now.clustered = o.now.clustered && kind != "1"
		o.now.unique = o.now.unique && name != "nid"
		o.must("DROP INDEX " + name + " ON t")
	case n == 1 && !o.now.clustered:
		o.indexes++
		o.now.clustered = true
		o.must(fmt.Sprintf("CREATE CLUSTERED INDEX i%d ON t(%s) WITH (FILLFACTOR = %d)", o.indexes, []string{"k", "id DESC", "w, k"}[o.rng.Intn(3)], 50+o.rng.Intn(50)))
	case n == 2 && len(have) < 3:
		o.indexes++
		o.must(fmt.Sprintf("CREATE INDEX i%d ON t(%s)", o.indexes, []string{"k", "id DESC", "w, k"}[o.rng.Intn(3)]))
	default:
		err := o.try([]string{"ALTER INDEX ALL ON t REBUILD", "ALTER INDEX ALL ON t REORGANIZE", "ALTER TABLE t REBUILD"}[o.rng.Intn(3)])
		if err != nil && !strings.Contains(err.Error(), "not supported") {
			o.fail(err)
		}
	}
}

// verify compares the rows by every index and checks the pages.
func (o *operations) verify() {
	o.Helper()
	var want []string
	for id, r := range o.now.rows {
		k, v := "NULL", "NULL,NULL,NULL"
		if r.k != nil {
			k = strconv.Itoa(*r.k)
		}
		if r.length >= 0 {
			v = fmt.Sprintf("%d,%c,%c", r.length, r.letter, r.letter)
			if r.length == 0 {
				v = "0,,"
			}
		}
		line := fmt.Sprintf("%d,%s,%s,%s", id, k, v, r.w)
		if o.now.extra > 0 {
			line += "," + r.extra
		}
		want = append(want, line)
	}
	cols := "id, k, LEN(v), LEFT(v, 1), RIGHT(v, 1), RTRIM(w)"
	if o.now.extra > 0 {
		cols += fmt.Sprintf(", c%d", o.now.extra)
	}
	got := rowsOf(o.T, o.s, "SELECT "+cols+" FROM t")
	sort.Strings(got)
	sort.Strings(want)
	if !slices.Equal(got, want) {
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				o.fail(fmt.Errorf("%d rows, %d expected; number %d: %q and %q", len(got), len(want), i, slices.Concat(got, []string{""})[min(i, len(got))], slices.Concat(want, []string{""})[min(i, len(want))]))
			}
		}
	}
	if n := scalar(o.T, o.s, "SELECT COUNT(*) FROM t"); n != int64(len(want)) {
		o.fail(fmt.Errorf("COUNT(*) is %d of %d", n, len(want)))
	}
	stats := "FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('t'), NULL, NULL, 'DETAILED') WHERE index_level = 0 AND record_count - ISNULL(forwarded_record_count, 0) <> " + strconv.Itoa(len(want))
	if bad := rowsOf(o.T, o.s, "SELECT index_id, record_count, forwarded_record_count "+stats); len(bad) > 0 {
		o.fail(fmt.Errorf("physical statistics have %v of %d rows", bad, len(want)))
	}
	if o.computed {
		if bad := rowsOf(o.T, o.s, `SELECT id FROM t WHERE dk <> ISNULL(k, -1) * 2 + id OR ISNULL(dv, -1) <> ISNULL(LEN(v) + id, -1) OR du <> REPLICATE('u', id % 50)
			UNION ALL (SELECT id FROM t WHERE dk BETWEEN 50 AND 90 EXCEPT SELECT id FROM t WHERE ISNULL(k, -1) * 2 + id BETWEEN 50 AND 90)
			UNION ALL (SELECT id FROM t WHERE ISNULL(k, -1) * 2 + id BETWEEN 50 AND 90 EXCEPT SELECT id FROM t WHERE dk BETWEEN 50 AND 90)`); len(bad) > 0 {
			o.fail(fmt.Errorf("computed columns of %v are wrong", bad))
		}
	}
	if o.inTran {
		return
	}
	for _, err := range o.inst.Database("d").Check(o.Context()) {
		o.Error(err)
	}
	if o.Failed() {
		o.fail(errors.New("the check failed"))
	}
}
