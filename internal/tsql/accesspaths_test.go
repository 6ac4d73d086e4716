package tsql_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"scanfrag/internal/tsql"
)

// accessColumns are the columns of the tables below, with literals that fit and some of other types.
var accessColumns = []struct {
	name, typ string
	values    []string
}{
	{"i", "int NULL", []string{"-5", "0", "3", "7", "7.5", "12", "20", "5000000000", "'9'", "CAST(4 AS tinyint)"}},
	{"m", "smallint NOT NULL", []string{"-1", "0", "1", "2", "3", "40000"}},
	{"y", "tinyint NULL", []string{"0", "1", "5", "9", "-1", "256"}},
	{"b", "bit NULL", []string{"0", "1"}},
	{"g", "bigint NULL", []string{"-9000000000", "0", "1", "4", "9000000000"}},
	{"v", "varchar(12) NULL", []string{"''", "'a'", "'B'", "'b '", "'abc'", "N'c'", "'zzzzzzzzzzzzzz'"}},
	{"n", "nvarchar(8) NULL", []string{"N''", "N'a'", "'B'", "N'ß'", "N'zz'"}},
	{"c", "char(4) NOT NULL", []string{"'a'", "'b   '", "'cc'", "N'd'", "'dddddd'"}},
	{"d", "decimal(9,2) NULL", []string{"-1", "0", "0.5", "0.505", "3.25", "1e1", "99999999999"}},
	{"f", "float NULL", []string{"-1.5", "0", "2", "3e0", "1e300"}},
	{"w", "datetime NULL", []string{"'20240101'", "'2024-01-02T12:00:00'", "CAST('20240103' AS datetime)"}},
	{"x", "varbinary(6) NULL", []string{"0x", "0x01", "0x02ff", "0xff"}},
}

type accessTest struct {
	*rand.Rand
	t *testing.T
	s *tsql.Session
	// base is what the names of stored columns have behind those of accessColumns, which then are computed of them.
	base string
}

// definitions are the table's columns.
func (a *accessTest) definitions() (defs []string) {
	for _, c := range accessColumns {
		defs = append(defs, c.name+a.base+" "+c.typ)
		if a.base == "" {
			continue
		}
		def := c.name + " AS " + c.name + a.base
		switch c.name {
		case "i", "d":
			def += " + 0"
		case "v":
			def += " + ''"
		case "f": // imprecise: no key unless it is stored
			def += " PERSISTED"
		}
		defs = append(defs, def)
	}
	return defs
}

func (a *accessTest) pick(list ...string) string { return list[a.Intn(len(list))] }
func (a *accessTest) column() int                { return a.Intn(len(accessColumns)) }

// stored is a literal that a column can hold, or NULL.
func (a *accessTest) stored(n int) string {
	c := accessColumns[n]
	if strings.HasSuffix(c.typ, " NULL") && !strings.HasSuffix(c.typ, "NOT NULL") && a.Intn(5) == 0 {
		return "NULL"
	}
	return c.values[a.Intn(min(4, len(c.values)))] // the first fit
}

// index is a random list of key columns.
func (a *accessTest) index(name string) string {
	cols := a.Perm(len(accessColumns))[:1+a.Intn(3)]
	var keys, include []string
	for _, c := range cols {
		keys = append(keys, accessColumns[c].name+a.pick("", " DESC"))
	}
	text := fmt.Sprintf("CREATE INDEX %s ON t(%s)", name, strings.Join(keys, ", "))
	for _, c := range a.Perm(len(accessColumns))[:a.Intn(4)] {
		if !slices.Contains(cols, c) {
			include = append(include, accessColumns[c].name)
		}
	}
	if len(include) > 0 {
		text += " INCLUDE (" + strings.Join(include, ", ") + ")"
	}
	return text
}

// predicate is a random condition on alias's columns.
func (a *accessTest) predicate(alias string) string {
	var parts []string
	for range 1 + a.Intn(3) {
		n := a.column()
		c := accessColumns[n]
		col, v := alias+"."+c.name, func() string { return a.pick(c.values...) }
		switch a.Intn(8) {
		case 0:
			parts = append(parts, col+a.pick(" IS NULL", " IS NOT NULL"))
		case 1:
			parts = append(parts, fmt.Sprintf("%s BETWEEN %s AND %s", col, v(), v()))
		case 2:
			parts = append(parts, fmt.Sprintf("%s IN (%s, %s)", col, v(), v()))
		case 3:
			parts = append(parts, fmt.Sprintf("(%s = %s OR %s.m = 1)", col, v(), alias))
		case 4, 5:
			parts = append(parts, fmt.Sprintf("%s = %s", col, v()))
		default:
			parts = append(parts, fmt.Sprintf("%s %s %s", v(), a.pick("<", "<=", ">", ">="), col))
		}
	}
	return strings.Join(parts, " AND ")
}

// result runs a query, an error being a result too.
func (a *accessTest) result(text string) []string {
	c := &collect{}
	if err := a.s.Batch(a.t.Context(), text, nil, c); err != nil {
		a.t.Fatal(err)
	}
	if c.err != nil {
		return []string{"error"}
	}
	for i, r := range c.rows {
		c.rows[i] = strings.ToLower(r) // which of equal values comes first is open
	}
	return c.rows
}

// same compares a query over t, written @t, with each index and without any. Values that cannot be converted may
// be met or not: then no rows are compared.
func (a *accessTest) same(query string, indexes int, ordered bool) {
	a.t.Helper()
	want := a.result(strings.ReplaceAll(query, "@h", "WITH (INDEX(0), FORCESCAN)"))
	if slices.Equal(want, []string{"error"}) {
		return
	}
	hints := []string{"", "WITH (NOLOCK)"}
	for i := range indexes {
		hints = append(hints, fmt.Sprintf("WITH (INDEX(n%d))", i))
	}
	for _, h := range hints {
		got := a.result(strings.ReplaceAll(query, "@h", h))
		if slices.Equal(got, []string{"error"}) {
			continue
		}
		if !ordered {
			slices.Sort(want)
			slices.Sort(got)
		}
		if !slices.Equal(got, want) {
			a.t.Errorf("%s\nwith %q: %d rows %.200q\nwithout index: %d rows %.200q", query, h, len(got), got, len(want), want)
		}
	}
}

// TestAccessPaths compares what every index of random tables gives for random queries and changes with a plain scan.
func TestAccessPaths(t *testing.T) {
	rng := rand.New(rand.NewSource(seed(t)))
	for n, base := range []string{"", "CREATE CLUSTERED INDEX base ON t(i, v DESC)", "CREATE UNIQUE CLUSTERED INDEX base ON t(id DESC)", "CREATE CLUSTERED INDEX base ON t(x, m)",
		"", "CREATE CLUSTERED INDEX base ON t(f, m0)"} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			a := &accessTest{Rand: rng, t: t, s: newSession(t)}
			if n >= 4 {
				a.base = "0"
			}
			var names, stored []string
			for _, c := range accessColumns {
				names, stored = append(names, c.name), append(stored, c.name+a.base)
			}
			run(t, a.s, "CREATE TABLE t(id int NOT NULL, "+strings.Join(a.definitions(), ", ")+", pad char("+a.pick("10", "300", "900")+") NOT NULL DEFAULT 'p')")
			run(t, a.s, base)
			indexes := 3 + a.Intn(3)
			var late []string
			for i := range indexes {
				if text := a.index(fmt.Sprintf("n%d", i)); a.Intn(2) == 0 {
					run(t, a.s, text)
				} else {
					late = append(late, text)
				}
			}
			rows := 200 + a.Intn(300)
			for id := range rows {
				vals := []string{fmt.Sprint(id)}
				for c := range accessColumns {
					vals = append(vals, a.stored(c))
				}
				run(t, a.s, fmt.Sprintf("INSERT t (id, %s) VALUES (%s)", strings.Join(stored, ", "), strings.Join(vals, ", ")))
			}
			for _, text := range late {
				run(t, a.s, text)
			}
			run(t, a.s, "ALTER TABLE t ADD extra int NULL")
			for range 15 {
				col, order := a.pick(names...), []string{}
				for _, c := range a.Perm(len(names))[:1+a.Intn(2)] {
					order = append(order, "a."+names[c]+a.pick("", " DESC"))
				}
				by := strings.Join(order, ", ")
				cols := strings.ReplaceAll(by, " DESC", "")
				where := a.predicate("a")
				a.same("SELECT a.id, "+a.pick("a.pad", "a.extra", "a."+col)+" FROM t a @h WHERE "+where, indexes, false)
				a.same("SELECT "+a.pick("", "TOP 5 ", "TOP 40 ")+cols+" FROM t a @h "+a.pick("", "WHERE "+where)+" ORDER BY "+by, indexes, true)
				a.same("SELECT COUNT(*), COUNT(a."+col+") FROM t a @h WHERE "+where, indexes, false)
				if col != "b" {
					a.same("SELECT "+a.pick("MIN", "MAX")+"(a."+col+") FROM t a @h "+a.pick("", "WHERE "+where), indexes, false)
				}
				on := fmt.Sprintf("a.%s = o.%s", col, a.pick(col, "m"))
				a.same("SELECT o.id, a.id FROM (SELECT TOP 9 * FROM t ORDER BY id) o "+a.pick("", "LEFT ")+"JOIN t a @h ON "+on+a.pick("", " AND "+where), indexes, false)
				a.same("SELECT o.id FROM t o WHERE o.id < 8 AND "+a.pick("", "NOT ")+"EXISTS (SELECT * FROM t a @h WHERE "+on+" AND "+where+")", indexes, false)
				a.changes(where, names, indexes)
			}
			if got := rowsOf(t, a.s, "SELECT COUNT(*) FROM t"); got[0] != fmt.Sprint(rows) {
				t.Errorf("%v rows", got)
			}
		})
	}
}

// changes compares what UPDATE and DELETE leave, and takes it back.
func (a *accessTest) changes(where string, names []string, indexes int) {
	a.t.Helper()
	n := a.column()
	text := fmt.Sprintf("UPDATE a SET %s = %s, id = id + 1000 FROM t a @h WHERE %s", accessColumns[n].name+a.base, a.pick(a.stored(n), accessColumns[n].name), where)
	if a.Intn(3) == 0 {
		text = "DELETE a FROM t a @h WHERE " + where
	}
	a.same("BEGIN TRAN "+text+" SELECT id, "+strings.Join(names, ", ")+" FROM t WITH (INDEX(0)) ROLLBACK", indexes, false)
	if a.result("IF @@TRANCOUNT > 0 ROLLBACK"); a.Intn(4) == 0 {
		a.same("SELECT COUNT(*) FROM t a @h", indexes, false)
	}
}
