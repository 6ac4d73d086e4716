package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"scanfrag/internal/drive"
	"scanfrag/loaders"
)

// The growth table runs from a sixteenth of --rows to growLast times as many, each
// size twice the one before: 250,000 to 16,000,000 by default.
const (
	growFirst = 16 // divides
	growLast  = 4  // multiplies
)

func growSizes(rows int64) []int64 {
	var out []int64
	for n := max(rows/growFirst, minRows); n <= rows*growLast; n *= 2 {
		out = append(out, n)
	}
	return out
}

// growParts are the columns of the growth table. Loads are judged with the CHECKPOINT that puts
// their rows on the drive: sizes that fit in the pool write nothing before it, and the time to their last
// statement compares memory with the drive. It is shown beside.
var growParts = []growPart{
	{Name: "load alternating", Shown: true}, {Name: "alternating on the drive"},
	{Name: "load baseline", Shown: true}, {Name: "baseline on the drive"},
	{Name: "scan"}, {Name: "stats"}, {Name: "rules"},
}

// growPart is a column; one that is only shown does not count for the verdict.
type growPart struct {
	Name  string `json:"name"`
	Shown bool   `json:"only_shown"`
}

// growthRow is one size: seconds of each part, and the server's peak memory.
type growthRow struct {
	Rows    int64     `json:"rows"`
	Seconds []float64 `json:"seconds"`
	Peak    int64     `json:"peak_rss_bytes"`
}

type growthTable struct {
	Parts   []growPart  `json:"parts"`
	Rows    []growthRow `json:"rows"`
	Skipped string      `json:"skipped,omitempty"` // why there are fewer sizes
}

// column is rows and seconds of one part.
func (g growthTable) column(part int) (rows, elapsed []float64) {
	for _, r := range g.Rows {
		rows = append(rows, float64(r.Rows))
		elapsed = append(elapsed, r.Seconds[part])
	}
	return rows, elapsed
}

// growRepeats: short sizes are repeated and the median taken, since noise would
// look like growth.
const growRepeats = 3

func runGrow(ctx context.Context, b *bench, _ []string) error {
	b.grown = &growthTable{Parts: growParts}
	for _, n := range growSizes(b.opt.rows) {
		need := max(peak(loaders.Baseline, n), peak("alternating", n)) + spare
		if why := tooSmall(need, drive.Inspect(b.dir).FreeBytes, filepath.Dir(b.dir)); why != "" {
			b.grown.Skipped = fmt.Sprintf("%s rows and more: %s", number(float64(n)), why)
			b.note(growWork, "only up to %s rows: %s", number(float64(n/2)), why)
			break
		}
		row, err := b.growOne(ctx, n)
		if err != nil {
			return err
		}
		b.grown.Rows = append(b.grown.Rows, row)
	}
	if len(b.grown.Rows) < 2 {
		b.outcomes[growWork].Skipped = "fewer than two sizes: " + b.grown.Skipped
		return nil
	}
	worst, of := 0.0, ""
	for i, p := range growParts {
		if g := growth(b.grown.column(i)); !p.Shown && g > worst {
			worst, of = g, p.Name
		}
	}
	b.note(growWork, "worst: %s", of)
	return b.pairs(ctx, growWork, func(context.Context) (float64, error) { return worst, nil }, nil)
}

// growOne measures one size on a server of its own, whose memory is then that of
// this size.
func (b *bench) growOne(ctx context.Context, n int64) (row growthRow, err error) {
	dir, remove, err := b.subdir(fmt.Sprintf("grow-%d", n))
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	s, err := b.serve(ctx, dir)
	if err != nil {
		return row, err
	}
	defer func() {
		err = errors.Join(err, s.stop())
		row.Peak = residentPeak(s.cmd.ProcessState)
	}()
	row = growthRow{Rows: n}
	for _, load := range []string{"alternating", loaders.Baseline} {
		took, err := b.growLoad(ctx, s, load, n)
		if err == nil && load != loaders.Baseline { // the last database stays for the scans
			err = s.drop(ctx, "grow")
		}
		if err != nil {
			return row, err
		}
		row.Seconds = append(row.Seconds, took.statements, took.written)
	}
	t, err := openTable(ctx, s.db, "grow", filepath.Join(dir, "grow.mdf"), n)
	if err != nil {
		return row, err
	}
	defer t.close()
	p, err := plan(loaders.Baseline, n)
	if err != nil {
		return row, err
	}
	for _, read := range []func() (reading, error){
		func() (reading, error) { return t.count(ctx, 1) },
		func() (reading, error) { return t.detailed(ctx) },
		func() (reading, error) { return t.rules(ctx, p) },
	} {
		secs, err := repeated(growRepeats, func() (float64, error) { r, err := read(); return r.seconds, err })
		if err != nil {
			return row, err
		}
		row.Seconds = append(row.Seconds, secs)
	}
	text := fmt.Sprintf("%s %s rows:", growWork, number(float64(n)))
	for i, p := range growParts {
		text += fmt.Sprintf(" %s %s s", p.Name, number(row.Seconds[i]))
	}
	b.say("%s", text)
	return row, nil
}

// growLoad fills database grow and returns the load's times, medians where it is repeated.
func (b *bench) growLoad(ctx context.Context, s *serving, load string, n int64) (loadTime, error) {
	var statements, written []float64
	for i := range b.loadRepeats(n) {
		if i > 0 {
			if err := s.drop(ctx, "grow"); err != nil {
				return loadTime{}, err
			}
		}
		took, err := s.load(ctx, load, n, "grow")
		if err != nil {
			return loadTime{}, err
		}
		statements, written = append(statements, took.statements), append(written, took.written)
	}
	return loadTime{summarize(statements).Median, summarize(written).Median}, nil
}

// loadRepeats: the loads of the larger sizes are long enough to be timed once.
func (b *bench) loadRepeats(n int64) int {
	if n*4 <= b.opt.rows {
		return growRepeats
	}
	return 1
}

// repeated is the median of n measurements.
func repeated(n int, f func() (float64, error)) (float64, error) {
	var all []float64
	for range n {
		v, err := f()
		if err != nil {
			return 0, err
		}
		all = append(all, v)
	}
	return summarize(all).Median, nil
}
