package main

import (
	"fmt"
	"strconv"
)

// Units of a work's figures.
const (
	seconds = "s"
	rate    = "MB/s" // 10^6 bytes
	perSec  = "iterations/s"
	times   = "x"
)

// Work is one line of the table. Floor and aim are about the ratio, or about our
// own figure when Absolute.
type Work struct {
	Name  string
	Title string
	Unit  string
	Peer  string // "" when there is none
	Needs []string
	Floor float64
	Aim   float64
	// Lower is set when less is better: the ratio is then ours over the peer's,
	// and floor and aim are upper limits that must not be reached.
	Lower bool
	// Absolute judges our figure, not the ratio.
	Absolute bool
	// Published is set when the limits hold at publishedRows only.
	Published bool
}

// Pair is one measurement of each side, in the work's unit. Peer is 0 when there is none.
type Pair struct {
	Ours float64 `json:"ours"`
	Peer float64 `json:"peer,omitempty"`
}

// ratio of a pair: how many times as fast we are, or with Lower how many times
// as long we take.
func (w Work) ratio(p Pair) float64 {
	if (w.Unit == seconds) != w.Lower {
		return p.Peer / p.Ours
	}
	return p.Ours / p.Peer
}

// Outcome is what became of a work. Skipped and Failed say why there are no (or
// too few) pairs.
type Outcome struct {
	Work    Work
	Pairs   []Pair
	Skipped string
	Failed  string
	Notes   []string
}

// figure is what floor and aim are held against: the ratios, or our own figures.
func (o Outcome) figures() []float64 {
	out := make([]float64, len(o.Pairs))
	for i, p := range o.Pairs {
		if out[i] = p.Ours; !o.Work.Absolute {
			out[i] = o.Work.ratio(p)
		}
	}
	return out
}

// Verdicts.
const (
	aimMet    = "aim met"
	floorMet  = "floor met"
	missed    = "FLOOR MISSED"
	notJudged = "not judged"
	skipped   = "skipped"
	failed    = "failed"
	stopped   = "interrupted"
)

// verdict judges the median figure.
func (o Outcome) verdict(rows int64) string {
	switch {
	case o.Failed == stopped:
		return stopped
	case o.Failed != "":
		return failed
	case o.Skipped != "":
		return skipped
	case len(o.Pairs) == 0:
		return failed
	case o.Work.Published && rows != publishedRows:
		return notJudged
	}
	m := summarize(o.figures()).Median
	if o.Work.Lower {
		switch {
		case m < o.Work.Aim:
			return aimMet
		case m < o.Work.Floor:
			return floorMet
		}
		return missed
	}
	switch {
	case m >= o.Work.Aim:
		return aimMet
	case m >= o.Work.Floor:
		return floorMet
	}
	return missed
}

// limit is a floor or an aim as the table shows it.
func (w Work) limit(v float64) string {
	s := number(v)
	if !w.Absolute || w.Unit == times {
		s = strconv.FormatFloat(v, 'f', -1, 64) + " x"
	}
	if w.Lower {
		return "< " + s
	}
	return s
}

// number has three significant digits at least, and separators between thousands.
func number(v float64) string {
	switch {
	case v >= 100:
		s := strconv.FormatFloat(v, 'f', 0, 64)
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + "," + s[i:]
		}
		return s
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f", v)
}
