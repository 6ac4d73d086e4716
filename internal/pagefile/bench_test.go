package pagefile

import (
	"path/filepath"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	f, err := OpenOS(filepath.Join(b.TempDir(), "bench.mdf"), Options{Create: true, Buffered: true})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if err := f.Resize(64); err != nil {
		b.Fatal(err)
	}
	for name, n := range map[string]int{"1": 1, "8": 8, "64": 64} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			buf := buffers(n)
			for b.Loop() {
				if err := f.ReadPages(0, buf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
