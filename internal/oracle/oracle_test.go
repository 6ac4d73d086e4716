package oracle

import (
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestRowsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	used := map[string]bool{}
	for _, r := range Rows() {
		if seen[r.ID] {
			t.Errorf("%s is there twice", r.ID)
		}
		seen[r.ID] = true
		if s, ok := Sources[r.Source]; !ok || s.Where == "" || s.Short == "" {
			t.Errorf("%s: source %q", r.ID, r.Source)
		}
		if r.What == "" || len(r.Figures) == 0 {
			t.Errorf("%s: nothing to show", r.ID)
		}
		switch r.Class {
		case Layout:
			if (r.Load == "") == (r.Loader == "") || r.Bytes == 0 {
				t.Errorf("%s: one load and its size are wanted", r.ID)
			}
			used[r.Load] = true
			stages, err := r.stages()
			if err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
			for _, f := range r.Figures {
				if f.measure == nil || !slices.ContainsFunc(stages, func(s stage) bool { return s.name == f.Stage }) {
					t.Errorf("%s: figure %s has no measure, or its load no stage %q", r.ID, f.PublishedText(), f.Stage)
				}
			}
		case Definition:
			if r.compute == nil {
				t.Errorf("%s computes nothing", r.ID)
			}
		case NotReproducible:
			if r.Note == "" {
				t.Errorf("%s gives no reason", r.ID)
			}
		}
	}
	loads, err := fs.ReadDir(files, "sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range loads {
		if !used[l.Name()] {
			t.Errorf("no row uses %s", l.Name())
		}
	}
}

// The text that people read and the range that is compared are written apart: the first number of the one lies in the other.
func TestPublishedTextAgreesWithRange(t *testing.T) {
	first := regexp.MustCompile(`[\d,]*\d(\.\d+)?`)
	for _, r := range Rows() {
		for _, f := range r.Figures {
			text := first.FindString(f.Published)
			if r.Class == NotReproducible || text == "" {
				continue
			}
			v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(f.Published, "just under") {
				v--
			}
			if w := f.Want[0]; strings.Contains(f.Published, " are ") == (v >= w.Low && v <= w.High) {
				t.Errorf("%s: published %q, compared with %v", r.ID, f.Published, w)
			}
			if w := f.Want[0]; w.Low != w.High && !regexp.MustCompile(`±|to|\+|>|under|about`).MatchString(f.Published) {
				t.Errorf("%s: published %q does not tell that %v is allowed", r.ID, f.Published, w)
			}
		}
	}
}

func TestMeets(t *testing.T) {
	for _, c := range []struct {
		f    Figure
		ours []float64
		want bool
	}{
		{Figure{Want: is(99.9755), Decimals: 4}, []float64{100 * 4083.0 / 4084}, true},
		{Figure{Want: is(99.9511), Decimals: 4}, []float64{100 * 2041.0 / 2042}, false},
		{Figure{Want: is(0.1 + 0.2), Decimals: 1}, []float64{0.3}, true},
		{Figure{Want: off(85, 1), Decimals: 1}, []float64{86.04}, true},
		{Figure{Want: off(85, 1), Decimals: 1}, []float64{86.06}, false},
		{Figure{Want: is(3, 5)}, []float64{3, 5}, true},
		{Figure{Want: is(3, 5)}, []float64{5, 3}, false},
		{Figure{Want: is(3, 5)}, []float64{3}, false},
		{Figure{Want: is(3)}, nil, false},
		{Figure{Want: within(80, 89)}, []float64{math.NaN()}, false},
	} {
		if got := c.f.Meets(c.ours); got != c.want {
			t.Errorf("%v of %v: %v", c.ours, c.f.Want, got)
		}
	}
}

func TestFind(t *testing.T) {
	rows, err := Find([]string{"o1B", " P1", "O1b"})
	if err != nil || len(rows) != 2 || rows[0].ID != "O1b" || rows[1].ID != "P1" {
		t.Errorf("%v, %v", rows, err)
	}
	if _, err := Find([]string{"O99"}); err == nil || !strings.Contains(err.Error(), `no row "O99": the rows are O1 O1b`) {
		t.Error(err)
	}
}

func TestStages(t *testing.T) {
	text := "a\nGO\nb\n--> one\n\nc\nGO 2\n--> two\n--> three\nd\n"
	stages, err := split(text, "x.sql", nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range stages {
		line := s.name
		for _, b := range s.batches {
			line += " " + strings.TrimSpace(b.Text) + "*" + strconv.FormatInt(b.Count, 10) + "@" + strconv.Itoa(s.line+b.Line-1)
		}
		got = append(got, line)
	}
	want := []string{"one a*1@1 b*1@3", "two c*2@5", "three", " d*1@10"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestDefinitions(t *testing.T) {
	for _, r := range definitionRows() {
		ours, err := r.compute()
		if err != nil || len(ours) != len(r.Figures) {
			t.Fatalf("%s: %d values for %d figures, %v", r.ID, len(ours), len(r.Figures), err)
		}
		for i, f := range r.Figures {
			if !f.Meets(ours[i]) {
				t.Errorf("%s: %s, published %s", r.ID, f.OursText(ours[i]), f.PublishedText())
			}
		}
	}
}
