package tsql_test

import (
	"fmt"
	"math/rand"
	"sort"
	"strconv"
	"strings"
	"testing"

	"scanfrag/internal/testseed"
	"scanfrag/internal/tsql"
)

func seed(t *testing.T) int64 {
	t.Helper()
	return testseed.Of(t)
}

type modelRow struct{ id, k, v int }

// TestChangesAgainstModel runs random INSERTs, UPDATEs, DELETEs, savepoints and rollbacks on
// a heap and on clustered tables, and compares with a slice.
func TestChangesAgainstModel(t *testing.T) {
	for _, shape := range []struct{ name, index string }{
		{"heap", ""}, {"clustered", "CREATE CLUSTERED INDEX ix ON t(k)"}, {"unique", "CREATE UNIQUE CLUSTERED INDEX ix ON t(id)"},
		{"two columns", "CREATE CLUSTERED INDEX ix ON t(v DESC, k)"},
	} {
		t.Run(shape.name, func(t *testing.T) {
			rng := rand.New(rand.NewSource(seed(t)))
			s := newSession(t)
			run(t, s, "CREATE TABLE t(id int NOT NULL, k int NOT NULL, v int NULL, pad varchar(600) NULL, f char(40) NOT NULL DEFAULT 'f')")
			if shape.index != "" {
				run(t, s, shape.index)
			}
			var rows, committed, saved []modelRow
			next, inTran := 0, false
			clone := func(r []modelRow) []modelRow { return append([]modelRow(nil), r...) }
			for step := range 300 {
				lo := rng.Intn(60)
				hi := lo + rng.Intn(25)
				switch op := rng.Intn(12); op {
				case 0, 1, 2:
					n := 1 + rng.Intn(8)
					for range n {
						r := modelRow{next, rng.Intn(60), rng.Intn(10)}
						next++
						rows = append(rows, r)
						run(t, s, fmt.Sprintf("INSERT t(id, k, v, pad) VALUES (%d, %d, NULLIF(%d, 0), REPLICATE('x', %d))", r.id, r.k, r.v, rng.Intn(600)))
					}
				case 3:
					for _, r := range clone(rows) {
						if r.k >= lo && r.k <= hi && len(rows) < 400 {
							rows = append(rows, modelRow{r.id + 100000*(step+1), r.k, r.v})
						}
					}
					if len(rows) >= 400 {
						rows = rows[:0]
						run(t, s, "DELETE t")
						break
					}
					run(t, s, fmt.Sprintf("INSERT t(id, k, v) SELECT id + %d, k, v FROM t WHERE k BETWEEN %d AND %d", 100000*(step+1), lo, hi))
				case 4:
					for i := range rows {
						if rows[i].k >= lo && rows[i].k <= hi {
							rows[i].k = (rows[i].k + 7) % 60
						}
					}
					run(t, s, fmt.Sprintf("UPDATE t SET k = (k + 7) %% 60, pad = REPLICATE('y', %d) WHERE k >= %d AND k <= %d", rng.Intn(600), lo, hi))
				case 5:
					for i := range rows {
						rows[i].v = (rows[i].id + rows[i].k) % 10
					}
					run(t, s, "UPDATE x SET v = NULLIF((x.id + x.k) % 10, 0) FROM t AS x")
				case 6:
					keep := rows[:0:0]
					for _, r := range rows {
						if !(r.k >= lo && r.k <= hi && r.id%3 == 0) {
							keep = append(keep, r)
						}
					}
					rows = keep
					run(t, s, fmt.Sprintf("DELETE FROM t WHERE k BETWEEN %d AND %d AND id %% 3 = 0", lo, hi))
				case 7:
					if !inTran {
						run(t, s, "BEGIN TRAN; SAVE TRAN sp")
						committed, saved, inTran = clone(rows), clone(rows), true
					}
				case 8:
					if inTran {
						run(t, s, "COMMIT")
						inTran = false
					}
				case 9:
					if inTran {
						run(t, s, "ROLLBACK")
						rows, inTran = committed, false
					}
				case 10:
					if inTran {
						if rng.Intn(2) == 0 {
							run(t, s, "SAVE TRAN sp")
							saved = clone(rows)
						} else {
							run(t, s, "ROLLBACK TRAN sp")
							rows = clone(saved)
						}
					}
				case 11:
					id := next + 5000000
					bad := &null{}
					text := fmt.Sprintf("INSERT t(id, k) SELECT id + %d, CASE WHEN id = (SELECT MAX(id) FROM t) THEN 1/0 ELSE k END FROM t", id)
					if err := s.Batch(t.Context(), text, nil, bad); err != nil || len(rows) > 0 && bad.err == nil {
						t.Fatalf("step %d: %v, message %v", step, err, bad.err)
					}
				}
				if step%10 == 9 {
					compareModel(t, s, rows, step)
				}
			}
			if inTran {
				run(t, s, "COMMIT")
			}
			compareModel(t, s, rows, -1)
			for _, err := range s.Database().Check(t.Context()) {
				t.Error(err)
			}
		})
	}
}

func compareModel(t *testing.T, s *tsql.Session, rows []modelRow, step int) {
	t.Helper()
	var want []string
	for _, r := range rows {
		v := strconv.Itoa(r.v)
		if r.v == 0 {
			v = "NULL"
		}
		want = append(want, fmt.Sprintf("%d,%d,%s", r.id, r.k, v))
	}
	got := rowsOf(t, s, "SELECT id, k, v FROM t")
	sort.Strings(want)
	sort.Strings(got)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("step %d: %d rows, want %d\ngot  %v\nwant %v", step, len(got), len(want), got, want)
	}
	if n := scalar(t, s, "SELECT COUNT(*) FROM t"); n != int64(len(rows)) {
		t.Fatalf("step %d: COUNT(*) is %d, want %d", step, n, len(rows))
	}
}

// TestJoinsAgainstModel compares joins of every kind, over small random tables with NULLs and duplicates, with
// nested loops written here.
func TestJoinsAgainstModel(t *testing.T) {
	rng := rand.New(rand.NewSource(seed(t)))
	for round := range 12 {
		s := newSession(t)
		tables := [2][][2]int{}
		for i, name := range []string{"a", "b"} {
			run(t, s, "CREATE TABLE "+name+"(k int NULL, v int NOT NULL)")
			if rng.Intn(2) == 0 {
				run(t, s, "CREATE CLUSTERED INDEX ix ON "+name+"(k)")
			}
			for n := rng.Intn(12); n > 0; n-- {
				r := [2]int{rng.Intn(6), rng.Intn(5)} // k 0 is NULL
				tables[i] = append(tables[i], r)
				run(t, s, fmt.Sprintf("INSERT %s VALUES (NULLIF(%d, 0), %d)", name, r[0], r[1]))
			}
		}
		for _, on := range []struct {
			sql  string
			test func(x, y [2]int) bool
		}{
			{"a.k = b.k", func(x, y [2]int) bool { return x[0] != 0 && x[0] == y[0] }},
			{"a.k = b.k AND a.v < b.v", func(x, y [2]int) bool { return x[0] != 0 && x[0] == y[0] && x[1] < y[1] }},
			{"a.k > b.v", func(x, y [2]int) bool { return x[0] != 0 && x[0] > y[1] }},
			{"a.k = b.k AND b.v = 2", func(x, y [2]int) bool { return x[0] != 0 && x[0] == y[0] && y[1] == 2 }},
			{"a.k + 1 = b.k AND a.v = b.v", func(x, y [2]int) bool { return x[0] != 0 && y[0] != 0 && x[0]+1 == y[0] && x[1] == y[1] }},
		} {
			for _, kind := range []string{"INNER", "LEFT", "RIGHT", "FULL"} {
				got := rowsOf(t, s, fmt.Sprintf("SELECT a.k, a.v, b.k, b.v FROM a %s JOIN b ON %s", kind, on.sql))
				want := joinModel(tables[0], tables[1], kind, on.test)
				sort.Strings(got)
				sort.Strings(want)
				if strings.Join(got, ";") != strings.Join(want, ";") {
					t.Fatalf("round %d: %s JOIN ON %s\na %v\nb %v\ngot  %v\nwant %v", round, kind, on.sql, tables[0], tables[1], got, want)
				}
			}
			got := rowsOf(t, s, "SELECT a.k, a.v FROM a WHERE EXISTS (SELECT * FROM b WHERE "+on.sql+")")
			var want []string
			for _, x := range tables[0] {
				for _, y := range tables[1] {
					if on.test(x, y) {
						want = append(want, cell(x[0])+","+strconv.Itoa(x[1]))
						break
					}
				}
			}
			sort.Strings(got)
			sort.Strings(want)
			if strings.Join(got, ";") != strings.Join(want, ";") {
				t.Fatalf("round %d: EXISTS %s: got %v, want %v", round, on.sql, got, want)
			}
		}
	}
}

func cell(k int) string {
	if k == 0 {
		return "NULL"
	}
	return strconv.Itoa(k)
}

func joinModel(a, b [][2]int, kind string, on func(x, y [2]int) bool) (out []string) {
	pair := func(x, y *[2]int) string {
		part := func(r *[2]int) string {
			if r == nil {
				return "NULL,NULL"
			}
			return cell(r[0]) + "," + strconv.Itoa(r[1])
		}
		return part(x) + "," + part(y)
	}
	matched := make([]bool, len(b))
	for i := range a {
		hit := false
		for j := range b {
			if on(a[i], b[j]) {
				hit, matched[j] = true, true
				out = append(out, pair(&a[i], &b[j]))
			}
		}
		if !hit && (kind == "LEFT" || kind == "FULL") {
			out = append(out, pair(&a[i], nil))
		}
	}
	for j := range b {
		if !matched[j] && (kind == "RIGHT" || kind == "FULL") {
			out = append(out, pair(nil, &b[j]))
		}
	}
	return out
}

// TestCorrelatedJoinsSeeTheirRow runs joins inside correlated subqueries, where nothing may be kept from one
// outer row to the next.
func TestCorrelatedJoinsSeeTheirRow(t *testing.T) {
	rng := rand.New(rand.NewSource(seed(t)))
	s := newSession(t)
	run(t, s, "CREATE TABLE a(k int NOT NULL); CREATE TABLE b(k int NOT NULL, v int NOT NULL)")
	var b [][2]int
	for k := range 5 {
		run(t, s, fmt.Sprintf("INSERT a VALUES (%d)", k))
	}
	for range 30 {
		r := [2]int{rng.Intn(5), rng.Intn(6)}
		b = append(b, r)
		run(t, s, fmt.Sprintf("INSERT b VALUES (%d, %d)", r[0], r[1]))
	}
	var want []string
	for k := range 5 {
		n := 0
		for _, x := range b {
			for _, y := range b {
				if x[0] == k && y[0] == k && x[1] < y[1] {
					n++
				}
			}
		}
		want = append(want, fmt.Sprintf("%d,%d", k, n))
	}
	for _, sub := range []string{
		"SELECT COUNT(*) FROM b x JOIN b y ON x.v < y.v WHERE x.k = a.k AND y.k = a.k",
		"SELECT COUNT(*) FROM b x CROSS JOIN b y WHERE x.v < y.v AND x.k = a.k AND y.k = a.k",
		"SELECT COUNT(*) FROM (SELECT v FROM b WHERE k = a.k) x JOIN (SELECT v FROM b WHERE k = a.k) y ON x.v < y.v",
		"SELECT COUNT(y.v) FROM b x LEFT JOIN (SELECT v FROM b WHERE k = a.k) y ON x.v < y.v WHERE x.k = a.k",
	} {
		if got := rowsOf(t, s, "SELECT a.k, ("+sub+") FROM a ORDER BY a.k"); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s\ngot  %v\nwant %v", sub, got, want)
		}
	}
}

// TestSeeksAgainstScans compares ranges that a clustered key bounds with the same ranges hidden from it.
func TestSeeksAgainstScans(t *testing.T) {
	rng := rand.New(rand.NewSource(seed(t)))
	s := newSession(t)
	run(t, s, `CREATE TABLE t(a smallint NULL, b varchar(5) NOT NULL, c int NOT NULL); CREATE CLUSTERED INDEX ix ON t(a, b DESC, c)`)
	for range 400 {
		run(t, s, fmt.Sprintf("INSERT t VALUES (NULLIF(%d, 0), '%s', %d)", rng.Intn(9)-3, string(rune('a'+rng.Intn(5))), rng.Intn(10)))
	}
	ops := []string{"=", "<", "<=", ">", ">="}
	for range 300 {
		var seek, scan []string
		for _, col := range []string{"a", "b", "c"} {
			if rng.Intn(3) == 0 {
				continue
			}
			val := []string{"'c'", "'C '", "'bb'", "'toolong'", "NULL"}[rng.Intn(5)]
			if col != "b" {
				val = []string{"1", "-2", "40000", "-40000", "3", "NULL", "CAST(2 AS bigint)", "2.5"}[rng.Intn(8)]
			}
			op := ops[rng.Intn(len(ops))]
			seek = append(seek, col+" "+op+" "+val)
			hidden := "ISNULL(" + col + ", NULL)"
			scan = append(scan, hidden+" "+op+" "+val)
		}
		if len(seek) == 0 {
			continue
		}
		w, x := strings.Join(seek, " AND "), strings.Join(scan, " AND ")
		got := rowsOf(t, s, "SELECT a, b, c FROM t WHERE "+w)
		want := rowsOf(t, s, "SELECT a, b, c FROM t WHERE "+x)
		if strings.Join(got, ";") != strings.Join(want, ";") {
			t.Fatalf("WHERE %s\ngot  %v\nwant %v", w, got, want)
		}
	}
}
