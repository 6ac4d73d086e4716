package scan

import (
	"context"
	"fmt"
	"maps"

	"github.com/jmoiron/sqlx"

	"scanfrag/physstats"
)

// target is the table to scan. paths are its data files on this machine, none when
// unknown or elsewhere.
type target struct {
	drive  Drive
	loader string
	table  string
	paths  []string

	units    string // allocation unit ids, for the census of the pool
	unitsErr error
}

// cell gathers the scans of one MAXDOP.
type cell struct {
	result Result
	sizes  map[int64]int64
}

// scans times the query in the order of the plan. On an error the cells hold
// what was finished before.
func (r *runner) scans(ctx context.Context, conn *sqlx.Conn, t target, proto Result) ([]Result, error) {
	c := &counters{table: t.table, engine: r.spec.Engine, missing: map[string]string{}}
	t.units, t.unitsErr = allocationUnits(ctx, conn, t.table)
	cells := map[int]*cell{}
	for _, m := range r.spec.Maxdop {
		res := proto
		res.Maxdop, res.Scans, res.Notes = &m, []Scan{}, append([]string{}, proto.Notes...)
		cells[m] = &cell{result: res}
	}
	var failed error
	for _, step := range r.spec.Order() {
		r.emit(Started{Drive: t.drive.Name, Loader: t.loader, Phase: PhaseScan, Maxdop: step.Maxdop, Run: step.Run})
		if failed = r.one(ctx, conn, c, t, step, cells[step.Maxdop]); failed != nil {
			break
		}
	}
	var out []Result
	for _, m := range r.spec.Maxdop {
		cl := cells[m]
		cl.finish(c.notes())
		if failed != nil {
			cl.result.Error = failed.Error()
		}
		out = append(out, cl.result)
	}
	return out, failed
}

// one is a single cold scan: degree, cold cache, snapshot, proof, query,
// snapshot. Only the query is inside the clock; the proof comes last before it,
// so that it also covers what the snapshot itself may have read.
func (r *runner) one(ctx context.Context, conn *sqlx.Conn, c *counters, t target, step Step, cl *cell) error {
	degree, err := r.server.Degree(step.Maxdop)
	if err != nil {
		return err
	}
	if err := setMaxdop(ctx, conn, degree); err != nil {
		return err
	}
	fetched := c.fetches(ctx, conn)
	if err := dropBuffers(ctx, conn); err != nil {
		return err
	}
	a := c.snapshot(ctx, conn)
	seen := r.look(ctx, conn, t)
	q, err := timeQuery(ctx, conn, t.table)
	if err != nil {
		return err
	}
	b := c.snapshot(ctx, conn)
	p := c.plan(ctx, conn)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if q.rows != cl.result.Rows {
		return fmt.Errorf("scan of %s: COUNT(*) is %d, the table had %d rows", t.table, q.rows, cl.result.Rows)
	}
	s := Scan{
		ElapsedSeconds: q.elapsed.Seconds(),
		LogicalReads:   p.logical,
		PhysicalReads:  q.physical, ReadAheadReads: q.readAhead,
		IOReads: delta(a.fileReads, b.fileReads), IOBytes: delta(a.fileBytes, b.fileBytes),
		ForwardedFetches: delta(fetched, c.fetches(ctx, conn)),
	}
	if s.LogicalReads == nil {
		s.LogicalReads = delta(a.logical, b.logical)
	}
	switch cpu := delta(a.cpuMS, b.cpuMS); {
	case p.workerUS != nil:
		x := float64(*p.workerUS) / 1e6
		s.CPUSeconds = &x
	case cpu != nil:
		x := float64(*cpu) / 1e3
		s.CPUSeconds = &x
	}
	var pages int64
	if cl.result.Stats != nil {
		pages = cl.result.Stats.PageCount
	}
	seen.direct, cl.result.DirectIO = b.direct, b.direct
	s.Cold, s.ColdReason = seen.verdict(pages, s.IOBytes)
	if p.dop != nil {
		cl.result.DOP = p.dop
	}
	if d := sizeDelta(a.sizes, b.sizes); d != nil {
		if cl.sizes == nil {
			cl.sizes = map[int64]int64{}
		}
		for bytes, n := range maps.All(d) {
			cl.sizes[bytes] += n
		}
	}
	cl.result.Scans = append(cl.result.Scans, s)
	return nil
}

// look gathers the proof of a cold cache.
func (r *runner) look(ctx context.Context, conn *sqlx.Conn, t target) before {
	b := before{embedded: r.spec.Engine == Embedded}
	var n int64
	if t.unitsErr != nil {
		b.residentErr = t.unitsErr
	} else if err := conn.GetContext(ctx, &n, fmt.Sprintf(residentQuery, t.units)); err != nil {
		b.residentErr = err
	} else {
		b.resident = &n
	}
	if r.spec.CachedPages != nil && len(t.paths) > 0 {
		sum := int64(0)
		for _, path := range t.paths {
			n, err := r.spec.CachedPages(path)
			if err != nil {
				b.cachedErr = err
				return b
			}
			sum += n
		}
		b.cached = &sum
	}
	return b
}

// finish computes what follows from all scans of the cell.
func (cl *cell) finish(notes []string) {
	res := &cl.result
	if m, ok := Median(res.Times()); ok {
		res.MedianSeconds = &m
	}
	reads, bytes := mean(res.Scans, func(s Scan) *int64 { return s.IOReads }), mean(res.Scans, func(s Scan) *int64 { return s.IOBytes })
	if reads != nil && bytes != nil && *reads > 0 {
		avg := *bytes / *reads
		res.AvgReadBytes = &avg
	}
	res.ReadSizes = histogram(cl.sizes)
	res.Notes = append(res.Notes, notes...)
	if res.Stats != nil {
		res.Why = physstats.Why(*res.Stats, res.reads(), nil, nil)
	}
	for _, s := range res.Scans {
		if s.Cold == nil || !*s.Cold {
			res.Notes = append(res.Notes, "not every scan is proven cold: "+s.ColdReason)
			break
		}
	}
}
