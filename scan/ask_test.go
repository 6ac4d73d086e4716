package scan

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/sqlfake"
	"scanfrag/loaders"
)

// What reads the whole table besides the timed query goes side by side on the embedded engine, in sessions that take
// forwarded rows in place; a named server hears nothing of that and is asked in one session. The timed
// query's session is as the server gave it.
func TestRunSessionsOfTheWalks(t *testing.T) {
	for _, engine := range []string{Embedded, SQLServer} {
		var mu sync.Mutex
		said := map[int]string{} // by session
		f := &fakeTable{rows: 10_000}
		srv := &sqlfake.Server{Handle: func(ctx context.Context, session int, text string) sqlfake.Answer {
			mu.Lock()
			defer mu.Unlock()
			said[session] += text + "\n"
			return f.handle(ctx, session, text)
		}}
		db := sqlx.NewDb(srv.DB(), "sqlserver")
		l, _ := loaders.Lookup("baseline")
		p, err := loaders.Prepare(l, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		n := 2
		spec := Spec{Engine: engine, ID: "t", Plans: []loaders.Plan{p}, Drives: []Drive{{Name: "d", Dir: "/d"}}, Runs: 1, Maxdop: []int{1}}
		err = Run(context.Background(), db, Server{Schedulers: &n}, spec, func(e Event) {
			if fin, ok := e.(Finished); ok && (fin.Err != nil || len(fin.Results) != 1 || fin.Results[0].Valid == nil || !*fin.Results[0].Valid) {
				t.Errorf("%s: %+v", engine, fin)
			}
		})
		db.Close()
		if err != nil {
			t.Fatal(err)
		}
		walks := 0
		for _, text := range said {
			n := strings.Count(text, "COUNT_BIG(DISTINCT") + strings.Count(text, "SHOWCONTIG") + strings.Count(text, "'DETAILED'")
			walks += n
			timed, told := strings.Contains(text, Query("dbo.test")), strings.Contains(text, "TRACEON")
			if engine == Embedded && (n > 1 || (n == 1) != told || told && timed) || engine == SQLServer && (told || n > 0 && !timed) {
				t.Errorf("%s: a session of %d walks:\n%s", engine, n, text)
			}
			if strings.Contains(text, "CREATE TABLE dbo.test") && (timed || n > 0) { // what a script sets would reach the scans
				t.Errorf("%s: the script's session is used afterwards:\n%s", engine, text)
			}
			if strings.Contains(text, "USE [scanfrag_t_baseline];") && !strings.HasSuffix(text, "USE master;\n") && !timed {
				t.Errorf("%s: a session stays in the database:\n%s", engine, text)
			}
		}
		if walks != 3 {
			t.Errorf("%s: %d walks", engine, walks)
		}
	}
}
