//go:build unix

package tsql_test

import (
	"testing"

	"golang.org/x/sys/unix"
)

// BenchmarkRowLoop tells allocations and the process's user time a row; the latter hardly depends on what else runs.
func BenchmarkRowLoop(b *testing.B) {
	for _, l := range rowLoops {
		b.Run(l.name, func(b *testing.B) {
			s := newSession(b)
			setup, loop := l.batches(b.N)
			for _, text := range setup {
				run(b, s, text)
			}
			b.ReportAllocs()
			b.ResetTimer()
			before := userTime()
			run(b, s, loop)
			b.ReportMetric(float64(userTime()-before)/float64(b.N), "user-ns/op")
		})
	}
}

func userTime() int64 {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return r.Utime.Nano()
}
