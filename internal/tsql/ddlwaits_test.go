package tsql_test

import (
	"sync"
	"testing"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql"
)

// TestDefinitionsWait runs statements that define the same table from several sessions: each waits for the others' transactions and then
// does its work on the table as it is by then.
func TestDefinitionsWait(t *testing.T) {
	inst, err := engine.Open(engine.Options{PoolBytes: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer inst.Close()
	sessions := make([]*tsql.Session, 3)
	for i := range sessions {
		if sessions[i], err = tsql.NewSession(inst, tsql.Options{Database: "tempdb", ID: 51 + i}); err != nil {
			t.Fatal(err)
		}
		defer sessions[i].Close()
	}
	run := func(s *tsql.Session, text string) {
		sink := &null{}
		if err := s.Batch(t.Context(), text, nil, sink); err != nil || sink.err != nil {
			t.Errorf("%s: %v, message %v", text, err, sink.err)
		}
	}
	run(sessions[0], "CREATE TABLE t(a int, b int) CREATE INDEX ia ON t(a) CREATE INDEX ib ON t(b) INSERT t SELECT number, number FROM master..spt_values")
	texts := []string{
		"BEGIN TRAN DROP INDEX ib ON t CREATE INDEX ib ON t(b) ROLLBACK",
		"ALTER INDEX ia ON t REBUILD",
		"BEGIN TRAN TRUNCATE TABLE t ROLLBACK",
		"DROP INDEX IF EXISTS none ON t",
		"BEGIN TRAN UPDATE t SET a = -a WHERE b < 3 ROLLBACK", // after another's rebuild of ia
	}
	var wg sync.WaitGroup
	for i, s := range sessions {
		wg.Go(func() {
			for n := range 40 {
				run(s, texts[(i+n)%len(texts)])
			}
		})
	}
	wg.Wait()
}
