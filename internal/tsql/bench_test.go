package tsql_test

import (
	"fmt"
	"testing"
)

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
