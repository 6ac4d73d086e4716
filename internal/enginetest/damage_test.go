package enginetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/engine"
	"scanfrag/internal/page"
)

// What holds of a database with one damaged field, however its pages are sealed: every query gives the right result or fails with
// an error that names a page, and the checker finds the damage; nothing hangs or panics.

// sample is a closed database of small tables, with what the queries say of it.
type sample struct {
	dir    string
	file   *os.File
	pages  []page.Page
	ids    map[string]uint32 // tables by name
	answer []string          // of sampleQueries
}

const sampleTables = `
SET NOCOUNT ON
CREATE TABLE n(i int NOT NULL PRIMARY KEY)
INSERT n SELECT TOP (200) ROW_NUMBER() OVER (ORDER BY (SELECT 1)) FROM master..spt_values
-- A heap with forwarded rows, holes and an index.
CREATE TABLE h(id int NOT NULL, k int NULL, v varchar(900) NULL, f char(60) NOT NULL)
INSERT h SELECT i, i % 17, REPLICATE('x', i % 7), 'f' FROM n WHERE i <= 120
CREATE INDEX hk ON h(k)
UPDATE h SET v = REPLICATE('y', 700) WHERE id % 4 = 0
DELETE h WHERE id % 10 = 3
-- A clustered index of three levels with uniquifiers, and an index.
CREATE TABLE c(id int NOT NULL, k char(890) NOT NULL, b bit NULL)
CREATE CLUSTERED INDEX ck ON c(k)
INSERT c SELECT i, CHAR(65 + i % 20), i % 2 FROM n WHERE i <= 100
CREATE UNIQUE INDEX cid ON c(id)
-- More than 64 pages, so that scans may follow the IAM.
CREATE TABLE p(i int NOT NULL PRIMARY KEY, pad char(4000) NOT NULL DEFAULT '')
INSERT p(i) SELECT i FROM n WHERE i <= 140
-- Rows of before and after a column was added.
CREATE TABLE s(i int NOT NULL PRIMARY KEY, d datetime2(3) NULL)
INSERT s SELECT i, '20200101' FROM n WHERE i <= 50
ALTER TABLE s ADD m decimal(12, 2) NULL, t varchar(20) NULL
INSERT s SELECT i, '20210101', i / 4.0, 'new' FROM n WHERE i BETWEEN 51 AND 100
`

// sampleQueries read every table by every path and every measuring surface.
var sampleQueries = func() (q []string) {
	q = []string{
		"SELECT COUNT(*) FROM h WITH (INDEX(0))",
		"SELECT COUNT(id), SUM(id), SUM(k), SUM(LEN(v)), MIN(f), MAX(f) FROM h",
		"SELECT COUNT(*), SUM(id) FROM h WITH (NOLOCK) WHERE k = 5",
		"SELECT COUNT(DISTINCT k), SUM(id), SUM(CAST(b AS int)) FROM c",
		"SELECT COUNT(*), SUM(id) FROM c WHERE k = 'C'",
		"SELECT SUM(id) FROM (SELECT TOP (30) id FROM c ORDER BY k DESC) AS x",
		"SELECT b FROM c WHERE id = 77",
		"SELECT COUNT(*), SUM(i) FROM p WITH (NOLOCK)",
		"SELECT COUNT(*), SUM(i), MAX(pad) FROM p",
		"SELECT i FROM p WHERE i = 100",
		"SELECT COUNT(*), SUM(i), MIN(d), SUM(m), MAX(t) FROM s",
		"SELECT i, d, m, t FROM s WHERE i = 70",
	}
	for _, t := range []string{"h", "c", "p", "s"} {
		q = append(q, "SELECT COUNT(*) FROM "+t)
		for _, mode := range []string{"LIMITED", "SAMPLED", "DETAILED"} {
			q = append(q, "SELECT index_id, index_level, page_count, record_count, forwarded_record_count, fragment_count FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID('"+t+"'), NULL, NULL, '"+mode+"')")
		}
		q = append(q, "DBCC SHOWCONTIG ('"+t+"') WITH TABLERESULTS, ALL_INDEXES, NO_INFOMSGS", "DBCC IND (0, '"+t+"', -1)")
	}
	return q
}()

func buildSample(t testing.TB) *sample {
	t.Helper()
	s := &sample{dir: t.TempDir(), ids: map[string]uint32{}}
	inst, err := engine.Open(engine.Options{Dir: s.dir, PoolBytes: bufpool.MinBytes})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inst.CreateDatabase(context.Background(), engine.DatabaseSpec{Name: database, Files: []engine.FileSpec{{Size: 256 * page.Size}}}); err != nil {
		t.Fatal(err)
	}
	if out, err := newInProcess(inst).batch(context.Background(), "a", sampleTables); err != nil || failed(out) {
		t.Fatal(err, out)
	}
	for _, tab := range inst.Database(database).Tables() {
		s.ids[tab.Name] = tab.ID
	}
	if err := inst.Database(database).TrimTail(); err != nil {
		t.Fatal(err)
	}
	if err := inst.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.dir, database+".mdf")
	if s.file, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.file.Close() })
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(b) / page.Size {
		s.pages = append(s.pages, page.Page(b[i*page.Size:]))
	}
	found := s.run(t, false, func(r result) { s.answer = r.answers })
	if len(found) > 0 {
		t.Fatalf("the sample is not sound: %v", found)
	}
	for i, a := range s.answer {
		if failed(a) {
			t.Fatalf("%s: %s", sampleQueries[i], a)
		}
	}
	return s
}

// result is what a damaged database answers.
type result struct {
	refused string // it could not be attached: why
	answers []string
	check   string
}

// run opens the database, asks everything and closes it; keep, when given, sees the answers. It returns what is wrong; value
// says that column values may be.
func (s *sample) run(t testing.TB, value bool, keep func(result)) (wrong []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	inst, err := engine.Open(engine.Options{Dir: s.dir, PoolBytes: bufpool.MinBytes})
	if err != nil {
		t.Fatal(err)
	}
	var r result
	if u := inst.Unopened(database); u != nil {
		r.refused = u.Refusal().Error()
	} else {
		c := newInProcess(inst)
		for _, q := range sampleQueries {
			a, err := c.batch(ctx, "a", q)
			if err != nil {
				a += "error " + err.Error()
			}
			r.answers = append(r.answers, a)
		}
		if r.check, err = c.batch(ctx, "a", "DBCC CHECKDB WITH NO_INFOMSGS"); err != nil {
			r.check += "error " + err.Error()
		}
		if err := c.close(); err != nil {
			wrong = append(wrong, "close session: "+err.Error())
		}
	}
	if err := inst.Close(); err != nil {
		wrong = append(wrong, "close: "+err.Error())
	}
	if keep != nil {
		keep(r)
		return wrong
	}
	return append(wrong, s.judge(r, value)...)
}

var errorLine = regexp.MustCompile(`(?m)^error [0-9a-z]`)

func failed(answer string) bool { return errorLine.MatchString(answer) }

var namesPage = regexp.MustCompile(`\(\d+:\d+(:\d+)?\)`)

// judge compares a damaged database's answers with the sound one's.
func (s *sample) judge(r result, value bool) (wrong []string) {
	if r.refused != "" {
		if !namesPage.MatchString(r.refused) {
			wrong = append(wrong, "refused without a page: "+r.refused)
		}
		return wrong
	}
	for i, a := range r.answers {
		// DBCC IND tells what the headers say, whatever it is.
		if a == s.answer[i] || strings.HasPrefix(sampleQueries[i], "DBCC IND") && !failed(a) || value && !strings.Contains(sampleQueries[i], "COUNT(*) FROM") && !failed(a) {
			continue
		}
		at := errorLine.FindStringIndex(a)
		switch {
		case at == nil:
			wrong = append(wrong, fmt.Sprintf("%s\nanswers\n%swhere sound pages say\n%s", sampleQueries[i], a, s.answer[i]))
		case !namesPage.MatchString(a[at[0]:]):
			wrong = append(wrong, fmt.Sprintf("%s\nfails without a page: %s", sampleQueries[i], a[at[0]:]))
		case strings.Contains(a[at[0]:], "error 8630"):
			wrong = append(wrong, fmt.Sprintf("%s\nfails as an internal error: %s", sampleQueries[i], a[at[0]:]))
		}
	}
	if !namesPage.MatchString(r.check) {
		wrong = append(wrong, "not found by DBCC CHECKDB: "+r.check)
	}
	return wrong
}

// damage is one change of one page.
type damage struct {
	name   string
	page   int
	change func(p *page.Page)
	torn   bool // the checksum is left as it was
	silent bool // the checker cannot tell it from sound content
	value  bool // a column's value: another value may be answered
	path   bool // of a page above the leaf: a seek reads one path and cannot tell that it is the wrong one
}

// try makes the damage, judges the database and repairs it.
func (s *sample) try(t testing.TB, d damage) {
	t.Helper()
	p := s.pages[d.page]
	d.change(&p)
	if !d.torn {
		p.Seal()
	}
	if p == s.pages[d.page] {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			t.Logf("page %d: %s", d.page, d.name)
			panic(r)
		}
	}()
	s.write(t, d.page, &p)
	wrong := s.run(t, d.value, nil)
	if d.path {
		wrong = slices.DeleteFunc(wrong, func(w string) bool { return strings.HasPrefix(w, "SELECT") && strings.Contains(w, " WHERE ") })
	}
	s.write(t, d.page, &s.pages[d.page])
	if d.page == 9 { // without its boot page a file is no database of ours
		wrong = slices.DeleteFunc(wrong, func(w string) bool { return strings.HasPrefix(w, "refused without a page") })
	}
	if d.silent {
		wrong = slices.DeleteFunc(wrong, func(w string) bool { return strings.HasPrefix(w, "not found") })
	}
	for _, w := range wrong {
		t.Errorf("page %d: %s: %s", d.page, d.name, w)
	}
}

func (s *sample) write(t testing.TB, no int, p *page.Page) {
	t.Helper()
	if _, err := s.file.WriteAt(p[:], int64(no)*page.Size); err != nil {
		t.Fatal(err)
	}
}
