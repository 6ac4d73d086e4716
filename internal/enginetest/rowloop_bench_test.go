package enginetest

import (
	"testing"

	"scanfrag/internal/engine"
)

// BenchmarkDriverInsert is a client's loop: a prepared INSERT executed for each row, in one transaction.
func BenchmarkDriverInsert(b *testing.B) {
	inst, err := engine.Open(engine.Options{InMemory: true, PoolBytes: 256 << 20})
	if err != nil {
		b.Fatal(err)
	}
	defer inst.Close()
	if _, err := inst.CreateDatabase(b.Context(), engine.DatabaseSpec{Name: database}); err != nil {
		b.Fatal(err)
	}
	r, err := newThroughDriver(inst)
	if err != nil {
		b.Fatal(err)
	}
	defer r.close()
	if _, err := r.db.Exec("CREATE TABLE dbo.test(c1 int NOT NULL, c2 int NOT NULL)"); err != nil {
		b.Fatal(err)
	}
	tx, err := r.db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	st, err := tx.Prepare("INSERT INTO dbo.test (c1, c2) VALUES (@p1, @p2)")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if _, err := st.Exec(i, 5); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}
