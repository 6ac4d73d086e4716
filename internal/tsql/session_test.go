package tsql_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"scanfrag/internal/tsql"
)

// scalar runs text and gives the first column of its last row as text.
func scalar(tb testing.TB, s *tsql.Session, text string) int64 {
	tb.Helper()
	return run(tb, s, text).last.I
}

func TestCancelledStatementsAreUndone(t *testing.T) {
	s := newSession(t)
	run(t, s, `CREATE TABLE n(v int NOT NULL); CREATE TABLE heap(a bigint NOT NULL)
CREATE TABLE tree(a bigint NOT NULL); CREATE CLUSTERED INDEX ix ON tree(a)
SET NOCOUNT ON; DECLARE @i int = 0; WHILE @i < 2000 BEGIN INSERT n VALUES (@i) SET @i += 1 END`)
	for _, text := range []string{
		"WHILE 1 = 1 DECLARE @x int",
		"again: GOTO again",
		"DECLARE @i int = 0 WHILE 1 = 1 SET @i = 1 - @i",
		"WHILE 1 = 1 BEGIN IF 1 = 0 PRINT 'x' END",
		"WAITFOR DELAY '00:01'",
		"SELECT COUNT_BIG(*) FROM n a, n b, n c, n d",
		"SELECT TOP 1 a.v FROM n a, n b, n c, n d ORDER BY a.v + b.v + c.v + d.v",
		"SELECT a.v, COUNT(*) FROM n a, n b, n c, n d GROUP BY a.v",
		"INSERT heap SELECT a.v FROM n a, n b, n c, n d",
		"INSERT tree SELECT a.v FROM n a, n b, n c, n d",
		"WHILE 1 = 1 INSERT heap VALUES (1) ",
		"EXEC('WHILE 1 = 1 PRINT ''x''')",
		"BEGIN TRY WHILE 1 = 1 SELECT 1 END TRY BEGIN CATCH PRINT 'attention is no error' END CATCH",
	} {
		run(t, s, "DELETE heap; DELETE tree; SET XACT_ABORT ON; BEGIN TRAN")
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		sink := &null{}
		err := s.Batch(ctx, text, nil, sink)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: error %v, message %v", text, err, sink.err)
		}
		if n := s.TranCount(); n != 0 {
			t.Errorf("%s: @@TRANCOUNT is %d, XACT_ABORT is on", text, n)
		}
		if n := scalar(t, s, "SELECT (SELECT COUNT(*) FROM heap) + (SELECT COUNT(*) FROM tree)"); n != 0 {
			t.Errorf("%s: %d rows left", text, n)
		}
	}
}

func TestAttentionKeepsTheTransaction(t *testing.T) {
	s := newSession(t)
	run(t, s, "CREATE TABLE t(a int NOT NULL); BEGIN TRAN; INSERT t VALUES (1)")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := s.Batch(ctx, "WHILE 1 = 1 INSERT t VALUES (2)", nil, &null{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if n := s.TranCount(); n != 1 {
		t.Fatalf("@@TRANCOUNT is %d", n)
	}
	run(t, s, "DELETE t WHERE a = 2; COMMIT")
	if n := scalar(t, s, "SELECT COUNT(*) FROM t"); n != 1 {
		t.Fatalf("%d rows", n)
	}
}

// failing is a sink whose client goes away after some rows.
type failing struct {
	null
	left int
}

var errGone = errors.New("client gone")

func (f *failing) Done(tsql.Done) error {
	if f.left--; f.left < 0 {
		return errGone
	}
	return nil
}

func TestSinkErrorEndsTheBatch(t *testing.T) {
	s := newSession(t)
	run(t, s, "CREATE TABLE t(a int NOT NULL)")
	err := s.Batch(context.Background(), "BEGIN TRY WHILE 1 = 1 INSERT t VALUES (1) END TRY BEGIN CATCH PRINT 'no' END CATCH", nil, &failing{left: 10})
	if err != errGone {
		t.Fatalf("error %v", err)
	}
}

func TestUnknownDatabase(t *testing.T) {
	s := newSession(t)
	_, err := tsql.NewSession(s.Instance(), tsql.Options{Database: "nosuch"})
	if err == nil || !strings.Contains(err.Error(), `"nosuch"`) {
		t.Fatal(err)
	}
}

func TestReset(t *testing.T) {
	s := newSession(t)
	run(t, s, "CREATE TABLE t(a int); CREATE TABLE #x(a int); SET NOCOUNT ON; USE master; BEGIN TRAN; INSERT d.dbo.t VALUES (1)")
	if err := s.Reset(); err != nil {
		t.Fatal(err)
	}
	if n := scalar(t, s, "SELECT COUNT(*) + @@TRANCOUNT FROM t"); n != 0 {
		t.Errorf("%d", n)
	}
	if s.Options().NoCount || s.Database().Name() != "d" || s.FindTable("#x") != nil {
		t.Error("options, database or temp table survived")
	}
}

func TestManyUnions(t *testing.T) {
	s := newSession(t)
	if n := scalar(t, s, "SELECT COUNT(*) FROM (SELECT 1 AS a"+strings.Repeat(" UNION ALL SELECT 2", 3000)+") x"); n != 3001 {
		t.Errorf("%d rows", n)
	}
}

func TestDeepTextIsRefused(t *testing.T) {
	s := newSession(t)
	for name, text := range map[string]string{
		"parentheses": "SELECT " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000),
		"operators":   "SELECT 1" + strings.Repeat("+1", 1000000),
		"conditions":  "IF 1 = 1" + strings.Repeat(" OR 1 = 1", 200000) + " PRINT 1",
		"ifs":         strings.Repeat("IF 1 = 1 ", 200000) + "PRINT 1",
		"elses":       "IF 1 = 0 PRINT 1" + strings.Repeat(" ELSE IF 1 = 0 PRINT 1", 100000),
		"blocks":      strings.Repeat("BEGIN ", 100000) + "PRINT 1" + strings.Repeat(" END", 100000),
		"cases":       "SELECT " + strings.Repeat("CASE WHEN 1 = 1 THEN ", 100000) + "1" + strings.Repeat(" END", 100000),
		"minuses":     "SELECT " + strings.Repeat("- ", 100000) + "1",
		"length":      "SELECT 1 -- " + strings.Repeat("x", 9<<20),
		"tables":      "SELECT 1 FROM sys.objects" + strings.Repeat(" CROSS JOIN sys.objects", 5000),
		"derived":     "SELECT 1 FROM " + strings.Repeat("(SELECT 1 AS a FROM ", 900) + "sys.objects" + strings.Repeat(") x", 900),
	} {
		sink := &null{}
		if err := s.Batch(context.Background(), text, nil, sink); err != nil || sink.err == nil {
			t.Errorf("%s: error %v, message %v", name, err, sink.err)
		}
	}
}
