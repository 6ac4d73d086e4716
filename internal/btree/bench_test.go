package btree

import (
	"context"
	"runtime"
	"testing"

	"scanfrag/internal/sqltype"
)

// BenchmarkInsert loads cached trees of 200,000 rows of 1015 bytes, again and again; the metric is rows/s.
func BenchmarkInsert(b *testing.B) {
	const n = 200000
	for _, c := range []struct {
		name string
		key  func(i int) int
	}{
		{"ascending", func(i int) int { return i }},
		{"descending", func(i int) int { return n - i }},
		{"alternating", alternating(n)},
		{"random", func(i int) int { return i * 7919 % 200003 }},
	} {
		b.Run(c.name, func(b *testing.B) {
			tb := sheaTable()
			rec := tb.template()
			var tree *Tree
			sp := newSpace(b, 640)
			i := n
			for b.Loop() {
				if i == n {
					b.StopTimer()
					if tree != nil {
						if err := tree.Drop(); err != nil {
							b.Fatal(err)
						}
					}
					tree, i = tb.create(b, sp), 0
					b.StartTimer()
				}
				i++
				tb.setInt(rec, 0, int32(i))
				tb.setInt(rec, 1, int32(c.key(i)))
				if _, err := tree.Insert(rec, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkInsertNarrow inserts 20-byte rows: what the tree costs without the copying.
func BenchmarkInsertNarrow(b *testing.B) {
	const n = 1000000
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(9)})
	for _, c := range []struct {
		name string
		key  func(i int) int
	}{
		{"ascending", func(i int) int { return i }},
		{"random", func(i int) int { return i * 7919 % 1000003 }},
	} {
		b.Run(c.name, func(b *testing.B) {
			rec := tb.template()
			var tree *Tree
			sp := newSpace(b, 128)
			i := n
			for b.Loop() {
				if i == n {
					b.StopTimer()
					if tree != nil {
						if err := tree.Drop(); err != nil {
							b.Fatal(err)
						}
					}
					tree, i = tb.create(b, sp), 0
					b.StartTimer()
				}
				i++
				tb.setInt(rec, 0, int32(c.key(i)))
				if _, err := tree.Insert(rec, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkScan counts a cached tree of 100,000 rows; the metric is pages/s.
func BenchmarkScan(b *testing.B) {
	tb := sheaTable()
	sp := newSpace(b, 320)
	tree := tb.create(b, sp)
	tb.load(b, tree, 1, 100000, alternating(100000))
	pages := float64(tree.Unit().Pages().Used)
	for _, c := range []struct {
		name    string
		workers int
		opt     ScanOptions
	}{
		{"ordered", 1, ScanOptions{}},
		{"ordered, 2 workers", 2, ScanOptions{}},
		{"ordered, no read-ahead", 1, ScanOptions{NoReadAhead: true}},
		{"allocation order", 1, ScanOptions{AllocationOrder: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if n, err := countWith(tree, Range{}, c.workers, c.opt); err != nil || n != 100000 {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(pages*float64(b.N)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}

// BenchmarkBuild builds from 100,000 rows of 1015 bytes; the metric is rows/s.
func BenchmarkBuild(b *testing.B) {
	const n = 100000
	for _, c := range []struct {
		name string
		key  func(i int) int
		mem  int
	}{
		{"in order, streamed", func(i int) int { return i }, 2000},
		{"random, in memory", func(i int) int { return i * 7919 % 100003 }, 40000},
		{"random, spilled", func(i int) int { return i * 7919 % 100003 }, 2000},
	} {
		b.Run(c.name, func(b *testing.B) {
			tb := sheaTable()
			sp := newSpace(b, 800)
			rec := tb.template()
			for b.Loop() {
				i := 0
				tree, err := Build(context.Background(), sp, tb.def, BuildOptions{Scratch: b.TempDir(), MemPages: c.mem}, func() ([]byte, error) {
					if i == n {
						return nil, nil
					}
					i++
					tb.setInt(rec, 0, int32(i))
					tb.setInt(rec, 1, int32(c.key(i)))
					return rec, nil
				})
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := tree.Drop(); err != nil {
					b.Fatal(err)
				}
				runtime.GC()
				b.StartTimer()
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// Inserts that do not split allocate nothing.
func TestInsert_allocatesNothing(t *testing.T) {
	tb := newTable(true, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.CharOf(9)})
	tree := tb.create(t, newSpace(t, 16))
	rec := tb.template()
	i := 0
	insert := func() {
		i++
		tb.setInt(rec, 0, int32(i))
		if _, err := tree.Insert(rec, nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 1000 {
		insert()
	}
	if a := testing.AllocsPerRun(5000, insert); a > 0.05 {
		t.Errorf("%.2f allocations an insert", a)
	}
}
