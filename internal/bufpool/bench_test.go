package bufpool

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

// scanAll reads pages in order through the pool, reads of run pages ahead.
func scanAll(b *testing.B, s *Store, pages, run int, io *IO) {
	s.DropClean()
	a := Extents(s.Pool().Frames())
	issued := 0
	for i := range pages {
		for n := a.Need(i); n > 0; n = a.Need(i) {
			n = min(n, pages-issued)
			for k := 0; k < n; k += run {
				s.ReadAhead(context.Background(), Run{First: id1(issued + k), N: run, Want: 1<<run - 1}, io)
			}
			a.Issued(n)
			if issued += n; issued == pages {
				a.End()
			}
		}
		r, err := s.Get(id1(i), io)
		if err != nil {
			b.Fatal(err)
		}
		r.Release()
	}
}

// rawAll makes the same reads without the pool, depth in flight, into the same few buffers.
func rawAll(b *testing.B, f pagefile.File, all []page.Page, pages, run, depth int) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range depth {
		wg.Go(func() {
			dst := make([]*page.Page, run)
			for i := range dst {
				dst[i] = &all[w*run+i]
			}
			for at := next.Add(int64(run)) - int64(run); at < int64(pages); at = next.Add(int64(run)) - int64(run) {
				if err := f.ReadPages(uint32(at), dst); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// BenchmarkScan scans a file and makes the same reads raw, in turn; per operation: the scan of
// the file. "of-raw" is the raw reads' time by the scan's, each the median.
func BenchmarkScan(b *testing.B) {
	defer runtime.GOMAXPROCS(TuneProcs())
	f := benchFile(b, scanPages)
	for _, c := range []struct {
		name              string
		pages, run, depth int
	}{
		{"512KB", scanPages, 64, 8},
		{"64KB", scanPages, 8, 64},
		{"8KB", scanPages / 4, 1, 64},
	} {
		b.Run(c.name, func(b *testing.B) {
			m, err := mapMemory(c.depth * c.run * page.Size)
			if err != nil {
				b.Fatal(err)
			}
			defer unmapMemory(m)
			p := openPool(b, 1<<15)
			s := p.Open(f)
			var io IO
			var scans, raws []time.Duration
			for b.Loop() {
				t := time.Now()
				scanAll(b, s, c.pages, c.run, &io)
				scans = append(scans, time.Since(t))
				b.StopTimer()
				t = time.Now()
				rawAll(b, f, pagesOf(m), c.pages, c.run, c.depth)
				raws = append(raws, time.Since(t))
				b.StartTimer()
			}
			slices.Sort(scans)
			slices.Sort(raws)
			b.SetBytes(int64(c.pages) * page.Size)
			b.ReportMetric(float64(raws[len(raws)/2])/float64(scans[len(scans)/2]), "of-raw")
			if io.Physical.Load() > io.Logical.Load()/100 {
				b.Errorf("%d of %d pages were not read ahead", io.Physical.Load(), io.Logical.Load())
			}
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
