package oracle

import (
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// Verdict is what became of a row.
type Verdict string

const (
	Match       Verdict = "match"
	Miss        Verdict = "MISS"
	Defined     Verdict = "definition" // met, by definition only
	NotPossible Verdict = "not reproducible"
	NotRun      Verdict = "not run"
)

// Result is a row and what was measured.
type Result struct {
	Row
	Ours    [][]float64 // by figure; nil where nothing was measured
	Verdict Verdict
	Reason  string // why not run, or the error of a load or measure that failed
}

// Unmeasured is the result of a row that is not run, or not yet.
func Unmeasured(row Row) Result {
	r := Result{Row: row, Ours: make([][]float64, len(row.Figures)), Verdict: NotRun}
	if row.Class == NotReproducible {
		r.Verdict = NotPossible
	}
	return r
}

// judge compares what was measured.
func (r *Result) judge() {
	r.Verdict = Match
	if r.Class == Definition {
		r.Verdict = Defined
	}
	for i, f := range r.Figures {
		if !f.Meets(r.Ours[i]) {
			r.Verdict = Miss
		}
	}
}

// Meets reports whether values, rounded to the figure's decimals, are what is wanted.
func (f Figure) Meets(values []float64) bool {
	if len(values) != len(f.Want) {
		return false
	}
	scale := math.Pow10(f.Decimals)
	for i, v := range values {
		// Half a unit of a further digit absorbs the binary form of the bounds.
		v, slack := math.Round(v*scale)/scale, 0.05/scale
		if !(v >= f.Want[i].Low-slack && v <= f.Want[i].High+slack) {
			return false
		}
	}
	return true
}

// PublishedText is the published value as the table shows it.
func (f Figure) PublishedText() string {
	s := withUnit(f.Published, f.Unit)
	if f.Derived {
		s += " (derived)"
	}
	return s
}

// OursText is a measured value as the table shows it; a missed one is marked.
func (f Figure) OursText(values []float64) string {
	if values == nil {
		return "-"
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = number(v, f.Decimals)
	}
	s := withUnit(strings.Join(parts, " + "), f.Unit)
	if !f.Meets(values) {
		s += " (!)"
	}
	return s
}

// number has separators between thousands.
func number(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	whole, rest, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return s
	}
	whole = humanize.Comma(n)
	if rest == "" {
		return whole
	}
	return whole + "." + rest
}

func withUnit(s, unit string) string {
	if unit == "" {
		return s
	}
	return s + " " + unit
}

// Join puts the figures of a row into one cell: a semicolon where the load went on in between.
func (r Row) Join(text func(i int) string) string {
	var b strings.Builder
	for i, f := range r.Figures {
		switch {
		case i == 0:
		case f.Stage != r.Figures[i-1].Stage:
			b.WriteString("; ")
		default:
			b.WriteString(", ")
		}
		if f.Stage != "" && (i == 0 || f.Stage != r.Figures[i-1].Stage) {
			b.WriteString(f.Stage + ": ")
		}
		b.WriteString(text(i))
	}
	return b.String()
}
