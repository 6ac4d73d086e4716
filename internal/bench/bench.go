package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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

// scratch makes the directory of the run; remove deletes it. Leftovers of killed
// runs go first.
func (b *bench) scratch() (remove func() error, err error) {
	d := drive.Drive{Name: "bench", Dir: b.opt.dir}
	if b.opt.dir == "" {
		if d, err = drive.Default(); err != nil {
			return nil, err
		}
		if err := d.Ensure(); err != nil {
			return nil, err
		}
	}
	if d.Dir, err = filepath.Abs(d.Dir); err != nil {
		return nil, err
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	found, err := drive.List(d.Dir)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		if f.Alive {
			return nil, fmt.Errorf("another run is at work in %s: two at a time would spoil each other's figures", f.Dir)
		}
		if removed, err := drive.Clean(f); err != nil {
			return nil, err
		} else if removed {
			b.say("removed %s of a killed run", f.Dir)
		}
	}
	s, err := drive.NewScratch(d.Dir)
	if err != nil {
		return nil, err
	}
	b.dir = s.Dir
	return s.Remove, nil
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

// wantedPairs is how often a work is measured: the main job is long and has no peer.
func (b *bench) wantedPairs(w Work) int {
	if w.Name == mainWork || w.Name == growWork {
		return 1
	}
	return b.opt.pairs
}

// pairs measures both sides in turn; which of them begins alternates too. Peer is
// nil when there is none. Both return figures in the work's unit.
func (b *bench) pairs(ctx context.Context, name string, ours, peer func(context.Context) (float64, error)) error {
	o := b.outcomes[name]
	for i := range b.wantedPairs(o.Work) {
		var p Pair
		side := func(f func(context.Context) (float64, error), to *float64, who string) error {
			v, err := f(ctx)
			if err == nil && !(v > 0) {
				err = fmt.Errorf("%v %s is no measurement", v, o.Work.Unit)
			}
			if err != nil {
				return fmt.Errorf("%s, %s: %w", name, who, err)
			}
			*to = v
			return nil
		}
		steps := []func() error{func() error { return side(ours, &p.Ours, "ours") }}
		if peer != nil {
			steps = append(steps, func() error { return side(peer, &p.Peer, o.Work.Peer) })
		}
		if i%2 == 1 {
			slices.Reverse(steps)
		}
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		o.Pairs = append(o.Pairs, p)
		b.sayPair(o, i, p)
	}
	return nil
}

func (b *bench) sayPair(o *Outcome, i int, p Pair) {
	text := fmt.Sprintf("%s %d of %d: ours %s %s", o.Work.Name, i+1, b.wantedPairs(o.Work), number(p.Ours), o.Work.Unit)
	if p.Peer > 0 {
		text += fmt.Sprintf(", %s %s %s, ratio %.3f", o.Work.Peer, number(p.Peer), o.Work.Unit, o.Work.ratio(p))
	}
	b.say("%s", text)
}

// note adds a remark to a work's line, once.
func (b *bench) note(name, format string, args ...any) {
	o, text := b.outcomes[name], fmt.Sprintf(format, args...)
	if o != nil && !slices.Contains(o.Notes, text) {
		o.Notes = append(o.Notes, text)
	}
}

// subdir makes a directory in the scratch; remove deletes it with all in it.
func (b *bench) subdir(name string) (dir string, remove func() error, err error) {
	dir = filepath.Join(b.dir, name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", nil, fmt.Errorf("make a scratch directory: %w", err)
	}
	return dir, func() error { return os.RemoveAll(dir) }, nil
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
