package heap

import (
	"context"
	"testing"

	"scanfrag/internal/bufpool"
)

func BenchmarkInsert(b *testing.B) {
	x := newHeap(b)
	rec := fixedRow(35)
	var io bufpool.IO
	b.ReportAllocs()
	for b.Loop() {
		if _, err := x.h.Insert(rec, &io); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCountForwarded(b *testing.B) {
	x := newHeap(b)
	for range 6000 {
		x.insert(fixedRow(35))
	}
	if err := x.h.Rewrite(context.Background(), widen(892), nil, nil); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if n, _ := x.count(); n != 6000 {
			b.Fatal(n)
		}
	}
}
