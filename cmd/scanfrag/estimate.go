package main

import (
	"fmt"
	"time"

	"scanfrag/internal/report"
	"scanfrag/loaders"
	"scanfrag/scan"
)

// Rates behind the estimate: rough figures of the embedded engine on one core
// and an ordinary solid-state drive. The progress display corrects them with
// what it measures.
const (
	loopRowsPerSecond  = 400e3
	bulkRowsPerSecond  = 1e6
	writeBytesPerSec   = 500e6
	scanBytesPerSecond = 500e6
	scanReadsPerSecond = 20e3
	checkBytesPerSec   = 600e6
)

// estimate is what one load is expected to need. Unknown is set for scripts
// that do not say their size; the exercise's size limit stands in for it.
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
		limit := p.Rows * (7_864_320 * 1024) / loaders.PublishedRows
		e.size = loaders.Size{FinalBytes: limit, PeakBytes: limit, LoopRows: p.Rows}
		e.unknown = true
	}
	seconds := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
	e.load = seconds(float64(e.size.LoopRows)/loopRowsPerSecond + float64(e.size.BulkRows)/bulkRowsPerSecond + float64(e.size.PeakBytes)/writeBytesPerSec)
	e.check = seconds(3 * float64(e.size.FinalBytes) / checkBytesPerSec)
	e.one = seconds(float64(e.size.FinalBytes)/scanBytesPerSecond + float64(e.size.ScanReads)/scanReadsPerSecond)
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
	lines := []string{fmt.Sprintf("estimate: about %s; up to %s of disk on each drive at one time (%s, sort runs and undo included)", roughly(total), report.Bytes(bytes), by)}
	if unknown != "" {
		lines = append(lines, fmt.Sprintf("%s does not tell its size: the exercise's limit is taken for it", unknown))
	}
	return lines
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
