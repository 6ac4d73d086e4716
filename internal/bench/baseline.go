package main

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"scanfrag/loaders"
)

// baselineDB is the database of the stage's table.
const baselineDB = "baseline"

// runBaseline loads baseline once and holds its cold readings against the peers.
func runBaseline(ctx context.Context, b *bench, want []string) (err error) {
	dir, remove, err := b.subdir(baselineDB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	wants := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(want, n) })
	}
	if err := b.prepared(ctx, dir, loaders.Baseline, baselineDB); err != nil {
		return err
	}
	path := filepath.Join(dir, baselineDB+".mdf")
	var leaf stretch
	if wants(scanFioWork, statsWork) {
		if leaf, err = b.leafStretch(ctx, dir); err != nil {
			return err
		}
	}
	s, err := b.serve(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	t, err := openTable(ctx, s.db, baselineDB, path, b.opt.rows)
	if err != nil {
		return err
	}
	defer t.close()

	sequential := func(ctx context.Context) (float64, error) {
		r, err := b.fioSequential(ctx, path, leaf)
		return r.rate(), err
	}
	if wants(scanFioWork) {
		ours := func(ctx context.Context) (float64, error) { r, err := t.count(ctx, 1); return r.rate(), err }
		if err := b.pairs(ctx, scanFioWork, ours, sequential); err != nil {
			return err
		}
	}
	if wants(scanSerialWork, scanParWork) {
		if err := b.againstPostgres(ctx, dir, t, wants); err != nil {
			return err
		}
	}
	if wants(statsWork) {
		ours := func(ctx context.Context) (float64, error) { r, err := t.detailed(ctx); return r.rate(), err }
		if err := b.pairs(ctx, statsWork, ours, sequential); err != nil {
			return err
		}
	}
	if wants(rulesWork) {
		return b.rulesInScans(ctx, t)
	}
	return nil
}

// prepared loads a built-in load into a database of dir and shuts the server down,
// so that a helper can open it.
func (b *bench) prepared(ctx context.Context, dir, load, database string) (err error) {
	b.say("loading %s, %s rows", load, number(float64(b.opt.rows)))
	s, err := b.serve(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	_, err = s.load(ctx, load, b.opt.rows, database)
	return err
}

// leafStretch finds where the leaf level lies, from the reads of a scan. What fio
// reads besides (pages of no use to the scan) is told.
func (b *bench) leafStretch(ctx context.Context, dir string) (stretch, error) {
	t, _, err := b.trace(ctx, dir, baselineDB, b.opt.rows)
	if err != nil {
		return stretch{}, err
	}
	if t.Length == 0 {
		return stretch{}, errors.New("the scan of baseline made no read of 64 KB: more --rows are needed")
	}
	for _, n := range []string{scanFioWork, statsWork} {
		if share := float64(t.Large) / float64(t.Length); share < 0.95 {
			b.note(n, "fio reads the whole stretch of the file that the scan reads %.0f %% of", 100*share)
		}
	}
	return stretch{t.Offset, t.Length}, nil
}

// againstPostgres compares cold counts of the same rows. PostgreSQL's table is
// vacuumed, so that its count writes nothing; its server is down during our scans.
func (b *bench) againstPostgres(ctx context.Context, dir string, t *table, wants func(...string) bool) (err error) {
	p, err := b.newPostgres(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.remove()) }()
	if err := p.start(ctx); err != nil {
		return err
	}
	if _, err := p.fill(ctx, b.opt.rows); err != nil {
		return err
	}
	workers := max(2, runtime.NumCPU())
	if _, err := p.ask(ctx, "VACUUM (FREEZE, ANALYZE) test;", "ALTER TABLE test SET (parallel_workers = "+strconv.Itoa(workers)+");", "CHECKPOINT;"); err != nil {
		return err
	}
	if err := p.stop(); err != nil {
		return err
	}
	for _, w := range []struct {
		name            string
		degree, workers int
	}{{scanSerialWork, 1, 0}, {scanParWork, 0, workers}} {
		if !wants(w.name) {
			continue
		}
		ours := func(ctx context.Context) (float64, error) { r, err := t.count(ctx, w.degree); return r.seconds, err }
		peer := func(ctx context.Context) (float64, error) { return p.coldCount(ctx, b.opt.rows, w.workers) }
		if err := b.pairs(ctx, w.name, ours, peer); err != nil {
			return err
		}
	}
	b.note(scanParWork, "MAXDOP %d; PostgreSQL with its backend and %d workers", t.degree[0], workers)
	return nil
}

// rulesInScans holds all nine rules against a cold scan with all schedulers, which
// the rules' own queries have too.
func (b *bench) rulesInScans(ctx context.Context, t *table) error {
	p, err := plan(loaders.Baseline, b.opt.rows)
	if err != nil {
		return err
	}
	return b.pairs(ctx, rulesWork,
		func(ctx context.Context) (float64, error) { r, err := t.rules(ctx, p); return r.seconds, err },
		func(ctx context.Context) (float64, error) { r, err := t.count(ctx, 0); return r.seconds, err })
}
