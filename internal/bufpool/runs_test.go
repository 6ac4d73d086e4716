package bufpool

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"scanfrag/internal/page"
)

// TestRuns runs scripts:
//
//	runs max=N        page numbers (or file:page), any order; prints the reads
//	extents max=N     first page and mask (8 digits, page 0 first) a line; prints the reads
//
// A read prints as first+pages, with its wanted pages when it does not want all.
func TestRuns(t *testing.T) {
	datadriven.RunTest(t, "testdata/runs", func(t *testing.T, d *datadriven.TestData) string {
		var most int
		d.ScanArgs(t, "max", &most)
		var out []Run
		switch d.Cmd {
		case "runs":
			var ids []page.ID
			for _, w := range strings.Fields(d.Input) {
				var file, no int = 1, 0
				if _, err := fmt.Sscanf(w, "%d:%d", &file, &no); err != nil {
					file = 1
					fmt.Sscanf(w, "%d", &no)
				}
				ids = append(ids, page.MakeID(uint16(file), uint32(no)))
			}
			out = Runs(ids, most, nil)
		case "extents":
			var ext []Extent
			for _, line := range strings.Split(strings.TrimSpace(d.Input), "\n") {
				var no int
				var mask string
				fmt.Sscanf(line, "%d %s", &no, &mask)
				e := Extent{First: id1(no)}
				for i, c := range mask {
					if c == '1' {
						e.Mask |= 1 << i
					}
				}
				ext = append(ext, e)
			}
			out = ExtentRuns(ext, most, nil)
		}
		var b strings.Builder
		for _, r := range out {
			fmt.Fprintf(&b, "%d:%d+%d", r.First.File(), r.First.No(), r.N)
			if bits.OnesCount64(r.Want) != r.N {
				b.WriteString(" want ")
				for i := range r.N {
					fmt.Fprint(&b, r.Want>>i&1)
				}
			}
			b.WriteByte('\n')
		}
		return b.String()
	})
}

// TestRunsRandom: every page wanted exactly once, reads ascending, apart or full, and short enough.
func TestRunsRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed(t), 0))
	for range 2000 {
		var ids []page.ID
		for range rng.IntN(100) {
			ids = append(ids, page.MakeID(uint16(1+rng.IntN(2)), uint32(rng.IntN(150))))
		}
		want := slices.Clone(ids)
		slices.Sort(want)
		want = slices.Compact(want)
		most := 1 + rng.IntN(64)
		var got []page.ID
		runs := Runs(ids, most, nil)
		for i, r := range runs {
			if r.N < 1 || r.N > most || bits.OnesCount64(r.Want) != r.N {
				t.Fatalf("run %+v of at most %d", r, most)
			}
			if i > 0 {
				if end := runs[i-1].First + page.ID(runs[i-1].N); r.First < end || r.First == end && runs[i-1].N < most {
					t.Fatalf("runs %+v, %+v of at most %d", runs[i-1], r, most)
				}
			}
			for k := range r.N {
				got = append(got, r.First+page.ID(k))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("pages %v, want %v", got, want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		name     string
		runs     []Run
		gap, max int
		want     []Run
	}{
		{"none", nil, 8, 64, nil},
		{"across a page", []Run{{10, 2, 3}, {13, 1, 1}}, 8, 64, []Run{{10, 4, 0b1011}}},
		{"gap at its limit", []Run{{10, 1, 1}, {19, 1, 1}}, 8, 64, []Run{{10, 10, 1<<9 | 1}}},
		{"gap over it", []Run{{10, 1, 1}, {20, 1, 1}}, 8, 64, []Run{{10, 1, 1}, {20, 1, 1}}},
		{"as long as allowed", []Run{{10, 2, 3}, {13, 1, 1}, {15, 1, 1}}, 8, 4, []Run{{10, 4, 0b1011}, {15, 1, 1}}},
		{"full ones apart", []Run{{10, 64, 1<<64 - 1}, {74, 2, 3}}, 8, 64, []Run{{10, 64, 1<<64 - 1}, {74, 2, 3}}},
		{"other file", []Run{{page.MakeID(1, 5), 1, 1}, {page.MakeID(2, 6), 1, 1}}, 8, 64, []Run{{page.MakeID(1, 5), 1, 1}, {page.MakeID(2, 6), 1, 1}}},
	} {
		if got := Join(slices.Clone(c.runs), c.gap, c.max); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
