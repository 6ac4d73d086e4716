package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"scanfrag/internal/drive"
	"scanfrag/internal/report"
)

// bench is a running benchmark.
type bench struct {
	opt      options
	stderr   io.Writer
	dir      string // scratch on the drive under test; a stage removes what it makes there
	scanfrag string // the binary under test
	tools    tools
	outcomes map[string]*Outcome
	order    []string
	grown    *growthTable
	peakRSS  int64 // largest resident memory of a scanfrag process, bytes
	peakOf   string
}

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.stderr, format+"\n", args...) }

// spare is kept free on the drive beside what a stage needs.
const spare = 512 << 20

// measure runs the stages and prints what they gave.
func measure(ctx context.Context, opt options, stdout, stderr io.Writer) (code int, err error) {
	b := &bench{opt: opt, stderr: stderr, outcomes: map[string]*Outcome{}}
	remove, err := b.scratch()
	if err != nil {
		return exitFailure, err
	}
	defer func() {
		if rerr := remove(); rerr != nil {
			code, err = max(code, exitFailure), errors.Join(err, rerr)
		}
	}()
	if err := b.build(ctx); err != nil {
		if ctx.Err() != nil {
			return exitInterrupted, errInterrupted
		}
		return exitFailure, err
	}
	b.tools = findTools(ctx, b.dir)
	started := time.Now()
	for _, s := range stages() {
		if ctx.Err() != nil {
			break
		}
		b.stage(ctx, s)
	}
	b.judgeMemory()
	if err := b.print(ctx, started, stdout); err != nil {
		return exitFailure, err
	}
	return b.code(ctx), nil
}

// stage measures the wanted works of s that can be measured, and records for the
// others why not.
func (b *bench) stage(ctx context.Context, s stage) {
	var want []string
	for _, w := range s.works {
		if !b.opt.wants(w.Name) {
			continue
		}
		o := &Outcome{Work: w}
		b.outcomes[w.Name] = o
		b.order = append(b.order, w.Name)
		if o.Skipped = b.tools.missing(w.Needs); o.Skipped == "" {
			want = append(want, w.Name)
		}
	}
	if len(want) == 0 {
		return
	}
	if s.disk != nil {
		if why := tooSmall(s.disk(b.opt.rows, want)+spare, drive.Inspect(b.dir).FreeBytes, filepath.Dir(b.dir)); why != "" {
			for _, n := range want {
				b.outcomes[n].Skipped = why
			}
			return
		}
	}
	err := s.run(ctx, b, want)
	if err == nil && ctx.Err() == nil {
		return
	}
	for _, n := range want {
		o := b.outcomes[n]
		switch {
		case o.Skipped != "" || len(o.Pairs) == b.wantedPairs(o.Work):
		case ctx.Err() != nil:
			o.Failed = stopped
		default:
			o.Failed = err.Error()
		}
	}
	if ctx.Err() == nil {
		b.say("failed: %v", err)
	}
}

// tooSmall says why a stage cannot run for want of disk, or "". Unknown free space
// is taken for enough: a full drive then fails by its own error.
func tooSmall(need int64, free *int64, dir string) string {
	if free == nil || *free >= need {
		return ""
	}
	return fmt.Sprintf("the drive of %s is too small: %s are needed, %s are free", dir, report.Bytes(need), report.Bytes(*free))
}

// note adds a remark to a work's line, once.
func (b *bench) note(name, format string, args ...any) {
	o, text := b.outcomes[name], fmt.Sprintf(format, args...)
	if o != nil && !slices.Contains(o.Notes, text) {
		o.Notes = append(o.Notes, text)
	}
}

// code is the exit code: the first that holds of interrupted, failure, partial.
func (b *bench) code(ctx context.Context) int {
	if ctx.Err() != nil {
		return exitInterrupted
	}
	code := exitOK
	for _, o := range b.outcomes {
		switch o.verdict(b.opt.rows) {
		case failed:
			return exitFailure
		case skipped:
			code = exitPartial
		}
	}
	if code == exitOK && b.grown != nil && b.grown.Skipped != "" {
		code = exitPartial
	}
	return code
}
