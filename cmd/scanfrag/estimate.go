package main

import (
	"fmt"
	"time"

	"scanfrag/internal/report"
	"scanfrag/loaders"
	"scanfrag/scan"
)

// Rates behind the estimate, from a run of the five loads at 4,000,000 rows on an
// idle two-core machine with a virtual solid-state drive: loads of 9, 13, 29, 9
// and 4 s (baseline, alternating, heap, lowfill, reverse), rules and statistics of
// 4 to 8 s, scans of 3, 9, 35, 5 and 3 s (mean of the degrees). A drive is not probed: its layout under
// load is what the run itself finds out.
const (
	loopRowsPerSecond  = 1.2e6
	bulkRowsPerSecond  = 1.6e6
	writeBytesPerSec   = 3e9
	splitsPerSecond    = 90e3 // page splits of a scattered load, as many as its scan's small reads
	movesPerSecond     = 90e3 // pages of forwarded rows written
	checkBytesPerSec   = 1.2e9
	scanBytesPerSecond = 1.5e9
	scanReadsPerSecond = 170e3
	scanStubsPerSecond = 30e3
)

// estimate is what one load is expected to need. Unknown is set for scripts
// that do not say their size; the exercise's size limit and the reads of the worst
// layouts stand in for it.
type estimate struct {
	loader           string
	size             loaders.Size
	load, check, one time.Duration // load; rules and stats; one scan
	unknown          bool
}

func estimateLoad(p loaders.Plan) estimate {
	e := estimate{loader: p.Loader.Name()}
	if s, ok := p.Loader.(loaders.Sized); ok {
		e.size = s.Size(p.Rows)
	} else {
		limit := loaders.SizeLimitKB(p.Rows) * 1024
		e.size = loaders.Size{FinalBytes: limit, PeakBytes: limit, LoopRows: p.Rows,
			ScanReads: limit / 8192 * 2 / 3, Chased: limit / 8192}
		e.unknown = true
	}
	seconds := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
	z := e.size
	e.load = seconds(float64(z.LoopRows)/loopRowsPerSecond + float64(z.BulkRows)/bulkRowsPerSecond + float64(z.PeakBytes)/writeBytesPerSec +
		float64(z.ScanReads)/splitsPerSecond + float64(z.Chased)/movesPerSecond)
	e.check = seconds(float64(z.FinalBytes) / checkBytesPerSec)
	e.one = seconds(float64(z.FinalBytes)/scanBytesPerSecond + float64(z.ScanReads)/scanReadsPerSecond + float64(z.Chased)/scanStubsPerSecond)
	return e
}

// total time of the load with so many scans.
func (e estimate) total(scans int) time.Duration {
	return e.load + e.check + time.Duration(scans)*e.one
}

// spare is kept free on a drive beside what the loads need.
const spare = 256 << 20

// needed is the most disk space at any moment of a run: one load at a time, or,
// when the databases are kept, all of them and the largest surplus of one.
func needed(es []estimate, keep bool) (bytes int64, by string) {
	var sum int64
	for _, e := range es {
		n := e.size.PeakBytes
		if keep {
			n += sum
			sum += e.size.FinalBytes
		}
		if n > bytes {
			bytes, by = n, e.loader
		}
	}
	return bytes + spare, by
}

// estimateText is the lines printed before a run.
func estimateText(es []estimate, spec scan.Spec) []string {
	var total time.Duration
	unknown := ""
	scans := spec.Runs * len(spec.Maxdop)
	if spec.ValidateOnly {
		scans = 0
	}
	for _, e := range es {
		total += e.total(scans)
		if e.unknown {
			unknown = e.loader
		}
	}
	total *= time.Duration(len(spec.Drives))
	bytes, by := needed(es, spec.Keep)
	if unknown != "" {
		return []string{fmt.Sprintf("estimate: at most about %s and %s of disk on each drive at one time (%s does not tell its size: the largest table the rules allow is taken for it)", roughly(total), report.Bytes(bytes), unknown)}
	}
	return []string{fmt.Sprintf("estimate: about %s; up to %s of disk on each drive at one time (%s, sort runs and undo included)", roughly(total), report.Bytes(bytes), by)}
}

// roughly rounds a duration as far as an estimate deserves.
func roughly(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("%d s", int(d.Seconds())+1)
	case d < 90*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
