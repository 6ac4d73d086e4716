package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"scanfrag/internal/drive"
	"scanfrag/internal/report"
	"scanfrag/scan"
)

// running is one experiment under way.
type running struct {
	x         *experiment
	e         env
	spec      scan.Spec
	estimates []estimate
	doc       scan.Document
	failed    int                 // loads that did not finish
	finished  int                 // loads that did
	skipped   []string            // drives, and files of a folder, with the reason
	kept      map[string][]string // databases by drive
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
	r.skipped = append(r.skipped, skipped...)
	defer func() {
		for _, p := range places {
			if r.spec.Keep && r.finished > 0 {
				if kerr := p.scratch.Keep(); kerr != nil {
					r.e.say("scanfrag: keep the databases of drive %s: %v", p.drive.Name, kerr)
				} else {
					r.sayKept(p)
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
	if !r.spec.ValidateOnly {
		if err := r.e.confirm(r.x.yes, cacheWarning); err != nil {
			return err
		}
	}
	t, err := r.x.open(ctx, r.e, "", "")
	if err != nil {
		return err
	}
	defer t.close()
	if t.engine == scan.Embedded {
		return usageError(errors.New("that server is scanfrag's own embedded engine: leave out --server and use --drive"))
	}
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
	told := false
	runErr := scan.Run(ctx, t.db, t.facts, r.spec, func(ev scan.Event) {
		switch ev := ev.(type) {
		case scan.Started:
			p.start(ev)
		case scan.Said:
			// An error ends the load and is told as its reason.
			if !r.x.quiet && ev.Message.Severity <= 10 {
				p.said("%s: %s", ev.Loader, ev.Message)
			}
		case scan.Noted:
			if t.named() { // an embedded run tells at its end how to read them
				p.line("%s: %s", ev.Loader, ev.Text)
			}
		case scan.Finished:
			r.take(ev, p)
			if err := r.x.outputs.document(r.e.stdout, r.doc, r.tables(), false); err != nil && !told {
				told = true
				p.line("scanfrag: %v; it is tried again after every load", err)
			}
		}
	})
	p.stop()
	if interrupted(runErr) {
		r.doc.Environment.Notes = append(r.doc.Environment.Notes, "interrupted: what is here was finished before")
	}
	if err := r.report(); err != nil {
		return err
	}
	return r.outcome(runErr)
}

func (r *running) take(ev scan.Finished, p *progress) {
	r.doc.Results = append(r.doc.Results, ev.Results...)
	switch {
	case ev.Err == nil:
		r.finished++
		for _, d := range r.spec.Drives {
			if d.Name == ev.Drive && r.spec.Keep {
				r.kept[d.Name] = append(r.kept[d.Name], r.spec.DatabaseName(d, ev.Loader))
			}
		}
	case interrupted(ev.Err):
	default:
		if !slices.ContainsFunc(ev.Results, scan.Result.BreaksRule) { // a text that breaks rule 5 counts as that
			r.failed++
		}
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
	err := r.x.outputs.document(r.e.stdout, r.doc, tables, true)
	judged := slices.ContainsFunc(r.doc.Results, func(res scan.Result) bool {
		return res.BreaksRule() || r.spec.ValidateOnly && len(res.Rules) > 0
	})
	if r.finished == 0 && !judged {
		return err // why was told when it happened
	}
	return errors.Join(r.x.outputs.print(r.e, tables), err) // what was measured is shown whatever became of the files
}

func (r *running) outcome(runErr error) error {
	var codes []int
	switch {
	case interrupted(runErr):
		r.e.say("scanfrag: interrupted: %d load%s finished before", r.finished, plural(int64(r.finished)))
		codes = append(codes, exitInterrupted)
	case runErr != nil:
		return runErr
	}
	if r.failed > 0 && r.finished == 0 {
		codes = append(codes, exitFailure)
	} else if r.failed > 0 || len(r.skipped) > 0 {
		codes = append(codes, exitPartial)
	}
	told := map[string]bool{}
	for _, res := range r.doc.Results {
		switch name := res.Drive + ": " + res.Loader; {
		case res.Valid != nil && !*res.Valid:
			codes = append(codes, exitBrokenRule)
		case res.Valid == nil && len(res.Rules) > 0 && res.Error == "" && !told[name]:
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
	r.doc.Environment.Notes = append(r.doc.Environment.Notes, r.skipped...)
}

func interrupted(err error) bool {
	return errors.Is(err, errInterrupted) || errors.Is(err, context.Canceled)
}
