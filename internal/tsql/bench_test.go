package tsql_test

import (
	"context"
	"fmt"
	"testing"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

// null is a sink that keeps only errors.
type null struct {
	err  error
	rows int64
	last sqltype.Value
}

func (n *null) Columns([]tsql.Column) error { return nil }
func (n *null) Row(v []sqltype.Value) error {
	n.rows++
	if len(v) > 0 {
		n.last = v[0]
	}
	return nil
}
func (n *null) Done(tsql.Done) error { return nil }
func (n *null) Message(m tsql.Message) error {
	if m.Class > 10 && n.err == nil {
		n.err = fmt.Errorf("%d line %d: %s", m.Number, m.Line, m.Text)
	}
	return nil
}
func (n *null) Database(string, string) error                         { return nil }
func (n *null) ReturnStatus(int32) error                              { return nil }
func (n *null) ReturnValue(string, sqltype.Type, sqltype.Value) error { return nil }

func newSession(tb testing.TB) *tsql.Session {
	tb.Helper()
	inst, err := engine.Open(engine.Options{InMemory: true, PoolBytes: 512 << 20})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := inst.CreateDatabase(context.Background(), engine.DatabaseSpec{Name: "d"}); err != nil {
		tb.Fatal(err)
	}
	s, err := tsql.NewSession(inst, tsql.Options{Database: "d"})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
		if err := inst.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

func run(tb testing.TB, s *tsql.Session, text string) *null {
	tb.Helper()
	n := &null{}
	if err := s.Batch(context.Background(), text, nil, n); err != nil {
		tb.Fatal(err)
	}
	if n.err != nil {
		tb.Fatal(n.err)
	}
	return n
}

func BenchmarkEmptyLoop(b *testing.B) {
	s := newSession(b)
	run(b, s, fmt.Sprintf("DECLARE @i int = 0 WHILE @i < %d SET @i += 1", b.N))
}

func BenchmarkBlockLoop(b *testing.B) {
	s := newSession(b)
	run(b, s, fmt.Sprintf("BEGIN TRAN DECLARE @i int = 0 WHILE @i < %d BEGIN IF @i %% 100000 = 0 BEGIN COMMIT BEGIN TRAN END SET @i += 1 END COMMIT", b.N))
}

func BenchmarkInsertLoopHeap(b *testing.B) {
	s := newSession(b)
	run(b, s, "CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL)")
	b.ResetTimer()
	run(b, s, fmt.Sprintf(`SET NOCOUNT ON; DECLARE @i int = 1; BEGIN TRAN
WHILE @i <= %d BEGIN
  INSERT INTO dbo.test(c1,c2) VALUES(@i, CASE WHEN @i %% 2 = 0 THEN @i ELSE 4000000 - @i END)
  IF @i %% 100000 = 0 BEGIN COMMIT; BEGIN TRAN END
  SET @i += 1
END COMMIT`, b.N))
}

func BenchmarkInsertLoopClustered(b *testing.B) {
	s := newSession(b)
	run(b, s, "CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL, c3 char(256) NOT NULL DEFAULT ' ', c4 char(740) NOT NULL DEFAULT ' ') CREATE CLUSTERED INDEX ix ON dbo.test(c2,c3)")
	b.ResetTimer()
	run(b, s, fmt.Sprintf(`SET NOCOUNT ON; DECLARE @i int = 1; BEGIN TRAN
WHILE @i <= %d BEGIN
  INSERT INTO dbo.test(c1,c2) VALUES(@i, CASE WHEN @i %% 2 = 0 THEN @i ELSE 4000000 - @i END)
  IF @i %% 100000 = 0 BEGIN COMMIT; BEGIN TRAN END
  SET @i += 1
END COMMIT`, b.N))
}

func BenchmarkInsertSelectCross(b *testing.B) {
	s := newSession(b)
	run(b, s, "CREATE TABLE dbo.n(v int NOT NULL); DECLARE @i int = 0 WHILE @i < 2500 BEGIN INSERT n VALUES (@i) SET @i += 1 END CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL)")
	b.ResetTimer()
	run(b, s, fmt.Sprintf("INSERT INTO test SELECT TOP (%d) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)), a.v FROM n a CROSS JOIN n b", b.N))
}

func BenchmarkScanFilter(b *testing.B) {
	s := newSession(b)
	run(b, s, "CREATE TABLE dbo.n(v int NOT NULL); DECLARE @i int = 0 WHILE @i < 1000 BEGIN INSERT n VALUES (@i) SET @i += 1 END")
	run(b, s, fmt.Sprintf("SELECT TOP (%d) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS c1, a.v INTO test FROM n a CROSS JOIN n b CROSS JOIN n c", b.N))
	b.ResetTimer()
	run(b, s, "SELECT SUM(c1), COUNT(*) FROM test WHERE v % 2 = 0 OPTION (MAXDOP 1)")
}

func BenchmarkGroupBy(b *testing.B) {
	s := newSession(b)
	run(b, s, "CREATE TABLE dbo.n(v int NOT NULL); DECLARE @i int = 0 WHILE @i < 1000 BEGIN INSERT n VALUES (@i) SET @i += 1 END")
	run(b, s, fmt.Sprintf("SELECT TOP (%d) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS c1, a.v INTO test FROM n a CROSS JOIN n b CROSS JOIN n c", b.N))
	b.ResetTimer()
	run(b, s, "SELECT v, SUM(c1), COUNT(*) FROM test GROUP BY v")
}
