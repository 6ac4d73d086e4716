package bufpool

import (
	"context"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// benchFile is a file of sealed pages on the drive of the temporary directory.
func benchFile(b *testing.B, pages int) pagefile.File {
	f, err := pagefile.OpenOS(filepath.Join(b.TempDir(), "bench.mdf"), pagefile.Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	if err := f.Resize(uint32(pages)); err != nil {
		b.Fatal(err)
	}
	p := openPool(b, 4096)
	s := p.Open(f)
	for i := range pages {
		r, err := s.Fresh(id1(i))
		if err != nil {
			b.Fatal(err)
		}
		stamp(r.Page, id1(i), 0)
		r.Release()
	}
	if err := s.Checkpoint(context.Background()); err != nil {
		b.Fatal(err)
	}
	if ok, why := f.Direct(); !ok {
		b.Log(why)
	}
	s.closed.Store(true) // the file stays open
	s.drop(func(uint32) bool { return true })
	p.stores[1].Store(nil)
	p.Close()
	return f
}

func BenchmarkGetHit(b *testing.B) {
	p := openPool(b, 4096)
	s := p.Open(memFile(b, 1024))
	var io IO
	for i := range 1024 {
		r, _ := s.Get(id1(i), &io)
		r.Release()
	}
	for i := 0; b.Loop(); i++ {
		r, err := s.Get(id1(i&1023), &io)
		if err != nil {
			b.Fatal(err)
		}
		r.Release()
	}
}

func BenchmarkDirtyAgain(b *testing.B) {
	p := openPool(b, 4096)
	s := p.Open(memFile(b, 16))
	r, _ := s.Get(id1(1), nil)
	for b.Loop() {
		r.Dirty()
	}
	r.Release()
}

// BenchmarkMiss: a miss in a full pool, the file in memory: all but the drive.
func BenchmarkMiss(b *testing.B) {
	p := openPool(b, 4096)
	s := p.Open(memFile(b, 16384))
	for i := 0; b.Loop(); i++ {
		r, err := s.Get(id1(i*7919&16383), nil)
		if err != nil {
			b.Fatal(err)
		}
		r.Release()
	}
}

const scanPages = 1 << 16 // 512 MB

// BenchmarkScan reads a file in order through the pool, reads of run pages ahead; per operation: the file.
func BenchmarkScan(b *testing.B) {
	defer runtime.GOMAXPROCS(TuneProcs())
	f := benchFile(b, scanPages)
	for name, run := range map[string]int{"512KB": 64, "64KB": 8, "8KB": 1} {
		b.Run(name, func(b *testing.B) {
			p := openPool(b, 8192)
			s := p.Open(f)
			pages := scanPages
			if run == 1 {
				pages /= 4
			}
			var io IO
			for b.Loop() {
				s.DropClean()
				a := Extents(p.Frames())
				issued := 0
				for i := range pages {
					for n := a.Need(i); n > 0; n = a.Need(i) {
						n = min(n, pages-issued)
						for k := 0; k < n; k += run {
							s.ReadAhead(context.Background(), Run{First: id1(issued + k), N: run, Want: 1<<run - 1}, &io)
						}
						a.Issued(n)
						if issued += n; issued == pages {
							a.End()
						}
					}
					r, err := s.Get(id1(i), &io)
					if err != nil {
						b.Fatal(err)
					}
					r.Release()
				}
			}
			b.SetBytes(int64(pages) * page.Size)
			if io.Physical.Load() > io.Logical.Load()/100 {
				b.Errorf("%d of %d pages were not read ahead", io.Physical.Load(), io.Logical.Load())
			}
		})
	}
}

// BenchmarkRaw is what BenchmarkScan is held against: the same reads, depth 8 (512 KB) or
// 64, without the pool.
func BenchmarkRaw(b *testing.B) {
	defer runtime.GOMAXPROCS(TuneProcs())
	f := benchFile(b, scanPages)
	for name, c := range map[string][2]int{"512KB": {64, 8}, "64KB": {8, 64}, "8KB": {1, 64}} {
		b.Run(name, func(b *testing.B) {
			run, depth := c[0], c[1]
			pages := scanPages
			if run == 1 {
				pages /= 4
			}
			m, err := mapMemory(depth * run * page.Size)
			if err != nil {
				b.Fatal(err)
			}
			defer unmapMemory(m)
			all := pagesOf(m)
			for b.Loop() {
				var next atomic.Int64
				var wg sync.WaitGroup
				for w := range depth {
					wg.Go(func() {
						dst := make([]*page.Page, run)
						for i := range dst {
							dst[i] = &all[w*run+i]
						}
						for {
							at := next.Add(int64(run)) - int64(run)
							if at >= int64(pages) {
								return
							}
							if err := f.ReadPages(uint32(at), dst); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				wg.Wait()
			}
			b.SetBytes(int64(pages) * page.Size)
		})
	}
}

// BenchmarkWriteBehind makes pages in order, four times as many as the pool has frames, and
// checkpoints.
func BenchmarkWriteBehind(b *testing.B) {
	defer runtime.GOMAXPROCS(TuneProcs())
	f := benchFile(b, scanPages)
	p := openPool(b, scanPages/4)
	s := p.Open(f)
	c := f.Counters()
	w0, b0 := c.Writes.Load(), c.WriteBytes.Load()
	for b.Loop() {
		for i := range scanPages {
			r, err := s.Fresh(id1(i))
			if err != nil {
				b.Fatal(err)
			}
			stamp(r.Page, id1(i), 1)
			r.Release()
		}
		if err := s.Checkpoint(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(scanPages * page.Size)
	b.ReportMetric(float64(c.WriteBytes.Load()-b0)/float64(c.Writes.Load()-w0)/1024, "KB/write")
}
