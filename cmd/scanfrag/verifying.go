package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"scanfrag/internal/drive"
	"scanfrag/internal/oracle"
	"scanfrag/internal/report"
	"scanfrag/scan"
)

// verifying is verify under way.
type verifying struct {
	*verification
	e       env
	results []oracle.Result
	doc     verifyDocument
	noRoom  bool // a row was skipped for lack of space
}

func (u *verifying) embedded(ctx context.Context) (err error) {
	drives, err := chooseDrives(u.drives, false)
	if err != nil {
		return err
	}
	places, _, err := preparePlaces(u.e, drives, 0, "", false, u.quiet)
	if err != nil {
		return err
	}
	p := places[0]
	defer func() {
		if rerr := p.scratch.Remove(); rerr != nil {
			u.e.say("scanfrag: %v: remove it by hand or with scanfrag cleanup", rerr)
		}
	}()
	t, err := u.open(ctx, u.e, "", p.scratch.Dir)
	if err != nil {
		return err
	}
	d := p.facts
	d.Dir = p.scratch.Dir // where files go; reports name the drive's directory
	u.doc = newVerifyDocument(u.e, t)
	u.doc.Environment.Drives = []scan.Drive{p.facts}
	err = u.run(ctx, oracle.Server{DB: t.db, Engine: t.engine, Drive: d, ID: newRunID()}, func() *int64 { return drive.Inspect(d.Dir).FreeBytes })
	if cerr := t.close(); cerr != nil && err == nil {
		err = fmt.Errorf("stop the embedded engine: %w", cerr)
	}
	return err
}

func (u *verifying) onServer(ctx context.Context) error {
	if slices.ContainsFunc(u.results, func(r oracle.Result) bool { return r.Cold && r.Reason == "" }) {
		if err := u.e.confirm(u.yes, cacheWarning); err != nil {
			return err
		}
	}
	t, err := u.open(ctx, u.e, "", "")
	if err != nil {
		return err
	}
	defer t.close()
	drives, err := serverDrives(ctx, t, u.drives)
	if err != nil {
		return err
	}
	u.doc = newVerifyDocument(u.e, t)
	u.doc.Environment.Drives = drives
	return u.run(ctx, oracle.Server{DB: t.db, Engine: t.engine, Drive: drives[0], ID: newRunID()}, func() *int64 { return nil })
}

// run runs the rows that have no reason against it, then reports. free tells the free bytes, nil if unknown.
func (u *verifying) run(ctx context.Context, s oracle.Server, free func() *int64) error {
	if err := u.write(false); err != nil { // the files must be writable before minutes are spent
		return err
	}
	var failed error
	for i := range u.results {
		r := &u.results[i]
		switch room := free(); {
		case r.Reason != "":
			continue
		case failed != nil:
			r.Reason = "interrupted"
			continue
		case room != nil && *room < r.Bytes:
			r.Reason = fmt.Sprintf("it needs %s, %s are free", report.Bytes(r.Bytes), report.Bytes(*room))
			u.noRoom = true
			continue
		}
		if r.Full && !u.quiet {
			u.e.say("%s: %s", r.ID, r.What)
		}
		got, err := s.Run(ctx, r.Row)
		switch {
		case err == nil:
			*r = got
		case interrupted(err):
			r.Reason, failed = "interrupted", err
		default:
			return err
		}
		if err := u.write(false); err != nil {
			return err
		}
	}
	if err := u.report(verifyTable(u.results, u.doc.engine, true)); err != nil {
		return err
	}
	return u.outcome(failed)
}

func (u *verifying) outcome(failed error) error {
	var codes []int
	if failed != nil {
		codes = append(codes, exitInterrupted)
	}
	if slices.ContainsFunc(u.results, func(r oracle.Result) bool { return r.Verdict == oracle.Miss }) {
		codes = append(codes, exitFailure)
	}
	if u.noRoom {
		codes = append(codes, exitPartial)
	}
	return outcome(worst(codes...))
}

// write puts what there is into the files asked for.
func (u *verifying) write(last bool) error {
	return u.outputs.write(u.e.stdout, u.doc.formats(u.results, u.published), last)
}

func (u *verifying) report(t report.Table) error {
	return errors.Join(u.write(true), u.print(u.e, []report.Table{t}))
}
