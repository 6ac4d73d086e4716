package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"scanfrag/scan"
)

// progress shows how far a run is: a bar with elapsed time and ETA on a
// terminal, a line per phase otherwise, nothing when quiet. The bar counts
// estimated milliseconds; within a phase it creeps up to the phase's estimate.
type progress struct {
	w      io.Writer
	bar    *progressbar.ProgressBar
	quiet  bool
	byName map[string]estimate
	clock  func() time.Time
	events chan any
	done   chan struct{}
}

// newProgress starts the display for a run of spec.
func newProgress(e env, es []estimate, spec scan.Spec, quiet bool) *progress {
	p := &progress{w: e.stderr, quiet: quiet, byName: map[string]estimate{}, clock: time.Now}
	var total time.Duration
	scans := len(spec.Order())
	if spec.ValidateOnly {
		scans = 0
	}
	for _, x := range es {
		p.byName[x.loader] = x
		total += x.total(scans)
	}
	total *= time.Duration(len(spec.Drives))
	if quiet || !isTerminal(e.stderr) {
		return p
	}
	p.bar = progressbar.NewOptions64(max(total.Milliseconds(), 1),
		progressbar.OptionSetWriter(e.stderr), progressbar.OptionSetWidth(20), progressbar.OptionFullWidth(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetTheme(progressbar.ThemeASCII))
	p.events, p.done = make(chan any), make(chan struct{})
	go p.animate()
	return p
}

// animate owns the bar: it moves it between events too.
func (p *progress) animate() {
	defer close(p.done)
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	var base, cur time.Duration // estimated time of finished phases; of this one
	var since time.Time
	for {
		select {
		case ev, ok := <-p.events:
			if !ok {
				_ = p.bar.Finish()
				return
			}
			switch ev := ev.(type) {
			case scan.Started:
				base, cur, since = base+cur, p.estimate(ev), p.clock()
				p.bar.Describe(describe(ev))
				_ = p.bar.Set64(min(base.Milliseconds(), p.bar.GetMax64()-1))
			case func():
				_ = p.bar.Clear()
				ev()
			}
		case <-tick.C:
			if cur > 0 {
				_ = p.bar.Set64(min((base + min(p.clock().Sub(since), cur)).Milliseconds(), p.bar.GetMax64()-1))
			}
		}
	}
}

func (p *progress) estimate(s scan.Started) time.Duration {
	e := p.byName[s.Loader]
	switch s.Phase {
	case scan.PhaseLoad:
		return e.load
	case scan.PhaseRules:
		return e.check
	case scan.PhaseScan:
		return e.one
	}
	return 0
}

func describe(s scan.Started) string {
	if s.Phase == scan.PhaseScan {
		return fmt.Sprintf("%s %s: scan %d, MAXDOP %d", s.Drive, s.Loader, s.Run, s.Maxdop)
	}
	return fmt.Sprintf("%s %s: %s", s.Drive, s.Loader, s.Phase)
}

// start begins a phase.
func (p *progress) start(s scan.Started) {
	switch {
	case p.quiet:
	case p.bar != nil:
		p.events <- s
	case s.Phase != scan.PhaseDrop && s.Phase != scan.PhaseCreate:
		fmt.Fprintf(p.w, "%s  %s\n", p.clock().Format(clockLayout), describe(s))
	}
}

// line prints a line above the bar.
func (p *progress) line(format string, args ...any) {
	if p.bar != nil {
		printed := make(chan struct{})
		p.events <- func() { fmt.Fprintf(p.w, format+"\n", args...); close(printed) }
		<-printed
		return
	}
	fmt.Fprintf(p.w, format+"\n", args...)
}

// said prints what a load says, with the time where phases have it too.
func (p *progress) said(format string, args ...any) {
	if p.bar == nil {
		format = p.clock().Format(clockLayout) + "  " + format
	}
	p.line(format, args...)
}

// clockLayout is how phases and messages tell the time of day.
const clockLayout = "15:04:05"

// stop ends the display.
func (p *progress) stop() {
	if p.bar != nil {
		close(p.events)
		<-p.done
		p.bar = nil
	}
}
