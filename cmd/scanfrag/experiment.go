package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"scanfrag/internal/drive"
	"scanfrag/internal/report"
	"scanfrag/loaders"
	"scanfrag/scan"
)

// experiment is what run and validate have in common.
type experiment struct {
	where
	outputs
	drives   []string
	loaders  []string
	rows     int64
	runs     int
	maxdop   []int
	twins    bool
	keep     bool
	dryRun   bool
	yes      bool
	timeout  time.Duration
	validate bool
}

func (x *experiment) addFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&x.drives, "drive", nil, "drive to test, as `NAME=DIR`; repeatable (default: default=$XDG_CACHE_HOME/scanfrag)")
	fs.StringArrayVar(&x.loaders, "loader", nil, "load to run: a `NAME`, a .sql file or a folder of them; repeatable (default: the five built in)")
	fs.Int64Var(&x.rows, "rows", loaders.PublishedRows, "rows of the table")
	if !x.validate {
		fs.IntVar(&x.runs, "runs", 3, "scans of each load at each MAXDOP; 6 are needed for significance")
		fs.IntSliceVar(&x.maxdop, "maxdop", []int{1, 0}, "degrees of parallelism to scan with; 0 is all schedulers")
		fs.BoolVar(&x.twins, "twins", false, "run the good twin of each load too: the same rows, well laid out")
	}
	x.where.addFlags(fs, false)
	x.outputs.addFlags(fs)
	fs.DurationVar(&x.timeout, "timeout", 0, "stop a load that takes longer, such as 30m (default: never)")
	fs.BoolVar(&x.keep, "keep", false, "keep the databases")
	fs.BoolVar(&x.dryRun, "dry-run", false, "print every statement instead of running it")
	fs.BoolVar(&x.yes, "yes", false, "do not ask before emptying a named server's cache")
}

// plans resolves --loader and reads the scripts.
func (x *experiment) plans() ([]loaders.Plan, error) {
	args := x.loaders
	if len(args) == 0 {
		args = loaders.Names()
	}
	var out []loaders.Plan
	add := func(l loaders.Loader) error {
		for _, p := range out {
			if p.Loader.Name() == l.Name() {
				return usageError(fmt.Errorf("loader %s is given twice", l.Name()))
			}
		}
		p, err := loaders.Prepare(l, x.rows)
		if err == nil {
			out = append(out, p)
		}
		return err
	}
	for _, a := range args {
		found, err := loaders.Find(a)
		if err != nil {
			if _, serr := os.Stat(a); serr != nil {
				return nil, usageError(err)
			}
			return nil, err
		}
		for _, l := range found {
			if err := add(l); err != nil {
				return nil, err
			}
			if t, ok := loaders.TwinOf(l); ok && x.twins {
				if err := add(t); err != nil {
					return nil, err
				}
			}
		}
	}
	return out, nil
}

func (x *experiment) check() error {
	if x.rows < 1 {
		return usageError(fmt.Errorf("--rows %d: at least 1 is needed", x.rows))
	}
	if x.rows > 1<<31-1 {
		return usageError(fmt.Errorf("--rows %d: the first column is an int, %d is the most", x.rows, 1<<31-1))
	}
	if !x.validate && x.runs < 1 {
		return usageError(fmt.Errorf("--runs %d: at least 1 is needed", x.runs))
	}
	if x.timeout < 0 {
		return usageError(fmt.Errorf("--timeout %v is negative", x.timeout))
	}
	if err := x.outputs.check(); err != nil {
		return err
	}
	return x.where.check()
}

// do carries the experiment out from flags to exit code.
func (x *experiment) do(ctx context.Context, e env) error {
	if err := x.check(); err != nil {
		return err
	}
	plans, err := x.plans()
	if err != nil {
		return err
	}
	var id [3]byte
	rand.Read(id[:])
	spec := scan.Spec{Engine: scan.Embedded, Plans: plans, Maxdop: x.maxdop, Runs: x.runs, Timeout: x.timeout, ValidateOnly: x.validate,
		Keep: x.keep, ID: time.Now().UTC().Format("0102") + hex.EncodeToString(id[:])}
	if x.server != "" {
		spec.Engine = scan.SQLServer
	}
	probe := spec // of the flags alone, before any drive is touched
	probe.Drives = []scan.Drive{{}}
	if err := probe.Check(); err != nil {
		return usageError(err)
	}
	if x.dryRun {
		return x.dry(e, spec)
	}
	var estimates []estimate
	for _, p := range plans {
		estimates = append(estimates, estimateLoad(p))
	}
	r := &running{x: x, e: e, spec: spec, estimates: estimates}
	if x.server != "" {
		return r.onServer(ctx)
	}
	return r.embedded(ctx)
}

// running is one experiment under way.
type running struct {
	x         *experiment
	e         env
	spec      scan.Spec
	estimates []estimate
	doc       scan.Document
	failed    int // loads that did not finish
	finished  int // loads that did
	skipped   int // drives
}

func (r *running) embedded(ctx context.Context) (err error) {
	drives, err := chooseDrives(r.x.drives, false)
	if err != nil {
		return err
	}
	want, by := needed(r.estimates, r.spec.Keep)
	places, skipped, err := preparePlaces(r.e, drives, want, by, !r.spec.ValidateOnly, r.x.quiet)
	if err != nil {
		return err
	}
	r.skipped = skipped
	defer func() {
		for _, p := range places {
			if r.spec.Keep && r.finished > 0 {
				if kerr := p.scratch.Keep(); kerr != nil {
					r.e.say("scanfrag: keep the databases of drive %s: %v", p.drive.Name, kerr)
				} else {
					r.e.say("kept: %s (read it with --dir)", p.scratch.Dir)
				}
			} else if rerr := p.scratch.Remove(); rerr != nil {
				r.e.say("scanfrag: %v: remove it by hand or with scanfrag cleanup", rerr)
			}
		}
	}()
	for _, p := range places {
		d := p.facts
		d.Dir = p.scratch.Dir // where files go; reports name the drive's directory
		r.spec.Drives = append(r.spec.Drives, d)
		r.doc.Environment.Drives = append(r.doc.Environment.Drives, p.facts)
	}
	r.spec.CachedPages = cachedPages()
	t, err := r.x.open(ctx, r.e, "", "")
	if err != nil {
		return err
	}
	err = r.run(ctx, t)
	if cerr := t.close(); cerr != nil && err == nil {
		err = fmt.Errorf("stop the embedded engine: %w", cerr)
	}
	return err
}

// cachedPages is the census of the kernel's page cache, nil where it cannot be
// taken.
func cachedPages() func(string) (int64, error) {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	if _, err := drive.CachedPages(self); err != nil {
		return nil
	}
	return drive.CachedPages
}

func (r *running) onServer(ctx context.Context) error {
	if err := r.e.confirm(r.x.yes, cacheWarning); err != nil {
		return err
	}
	t, err := r.x.open(ctx, r.e, "", "")
	if err != nil {
		return err
	}
	defer t.close()
	if r.spec.Drives, err = serverDrives(ctx, t, r.x.drives); err != nil {
		return err
	}
	r.doc.Environment.Drives = r.spec.Drives
	return r.run(ctx, t)
}

// run prints the estimate, runs the spec and reports.
func (r *running) run(ctx context.Context, t *target) error {
	r.document(t)
	if !r.x.quiet {
		for _, line := range estimateText(r.estimates, r.spec) {
			r.e.say("%s", line)
		}
	}
	// The files must be writable before hours are spent.
	if err := r.x.outputs.document(r.e.stdout, r.doc, nil, false); err != nil {
		return err
	}
	p := newProgress(r.e, r.estimates, r.spec, r.x.quiet)
	var writeErr error
	runErr := scan.Run(ctx, t.db, t.facts, r.spec, func(ev scan.Event) {
		switch ev := ev.(type) {
		case scan.Started:
			p.start(ev)
		case scan.Said:
			if !r.x.quiet {
				p.line("%s: %s", ev.Loader, ev.Message)
			}
		case scan.Noted:
			p.line("%s: %s", ev.Loader, ev.Text)
		case scan.Finished:
			r.take(ev, p)
			if writeErr == nil {
				writeErr = r.x.outputs.document(r.e.stdout, r.doc, r.tables(), false)
			}
		}
	})
	p.stop()
	if writeErr != nil {
		r.e.say("scanfrag: %v", writeErr)
	}
	if err := r.report(); err != nil {
		return err
	}
	return r.outcome(runErr, writeErr)
}

func (r *running) take(ev scan.Finished, p *progress) {
	r.doc.Results = append(r.doc.Results, ev.Results...)
	switch {
	case ev.Err == nil:
		r.finished++
	case errors.Is(ev.Err, errInterrupted), errors.Is(ev.Err, context.Canceled):
	default:
		r.failed++
		p.line("scanfrag: drive %s: %v", ev.Drive, ev.Err)
	}
}

// tables are what people read: verdicts for validate, rankings for run.
func (r *running) tables() []report.Table {
	if r.spec.ValidateOnly {
		return report.Verdicts(r.doc.Results)
	}
	return report.Rankings(r.doc)
}

func (r *running) report() error {
	tables := r.tables()
	if err := r.x.outputs.document(r.e.stdout, r.doc, tables, true); err != nil {
		return err
	}
	return r.x.outputs.print(r.e, tables)
}

func (r *running) outcome(runErr, writeErr error) error {
	var codes []int
	switch {
	case errors.Is(runErr, errInterrupted), errors.Is(runErr, context.Canceled):
		r.e.say("scanfrag: interrupted: %d loads were finished", r.finished)
		codes = append(codes, exitInterrupted)
	case runErr != nil:
		return runErr
	}
	if writeErr != nil {
		codes = append(codes, exitFailure)
	}
	if r.failed > 0 && r.finished == 0 {
		codes = append(codes, exitFailure)
	} else if r.failed > 0 || r.skipped > 0 {
		codes = append(codes, exitPartial)
	}
	told := map[string]bool{}
	for _, res := range r.doc.Results {
		switch name := res.Drive + ": " + res.Loader; {
		case res.Valid != nil && !*res.Valid:
			codes = append(codes, exitBrokenRule)
		case res.Valid == nil && len(res.Rules) > 0 && !told[name]:
			told[name] = true
			r.e.say("scanfrag: drive %s: a rule could not be judged: its note says why", name)
			codes = append(codes, exitFailure)
		}
	}
	return outcome(worst(codes...))
}

// document fills in everything of the result document but the results.
func (r *running) document(t *target) {
	drives := r.doc.Environment.Drives
	r.doc = newDocument(r.e, t)
	r.doc.Environment.Drives = drives
}

// newDocument is a document without results.
func newDocument(e env, t *target) scan.Document {
	commit, driver := buildFacts()
	args := make([]string, len(e.args))
	for i, a := range e.args {
		args[i] = redactArg(a)
	}
	env := scan.Environment{
		StartedAt: time.Now().UTC().Truncate(time.Second), Command: args, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Server: t.address, ServerVersion: t.facts.Version, Edition: t.facts.Edition, Schedulers: t.facts.Schedulers, PoolBytes: t.facts.PoolBytes,
		Drives: []scan.Drive{}, Notes: []string{},
	}
	if ram := physicalMemory(); ram > 0 && t.engine == scan.Embedded {
		env.MemoryBytes = &ram
	}
	return scan.Document{Schema: scan.Schema, Tool: scan.Tool{Name: "scanfrag", Version: version, Commit: commit, Go: runtime.Version(), Driver: driver},
		Environment: env, Results: []scan.Result{}}
}

// dry prints every statement in the order it would run.
func (x *experiment) dry(e env, spec scan.Spec) error {
	dirs := []scan.Drive{}
	if spec.Engine == scan.Embedded {
		ds, err := chooseDrives(x.drives, true)
		if err != nil {
			return err
		}
		for _, d := range ds {
			dirs = append(dirs, scan.Drive{Name: d.Name, Dir: filepath.Join(d.Dir, "scanfrag-run-...")})
		}
	} else {
		ds, err := drive.ParseAll(x.drives)
		if err != nil {
			return usageError(err)
		}
		for _, d := range ds {
			dirs = append(dirs, scan.Drive{Name: d.Name, Dir: d.Dir})
		}
		if len(dirs) == 0 {
			dirs = []scan.Drive{{Name: drive.DefaultName, Dir: "<the server's data path>"}}
		}
	}
	spec.Drives = dirs
	_, err := fmt.Fprint(e.stdout, scan.DryRun(spec))
	return err
}
