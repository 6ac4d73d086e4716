package bufpool

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"scanfrag/internal/page"
)

// TestReadAhead runs scripts of the machine:
//
//	leaves|level1|extents frames=N    a new machine
//	new batch=N window=N frames=N
//	need consumed=N [short=N]         the owner's loop: Need until 0, Issued each; the n-th batch
//	                                  comes out short by the pages given, which ends the scan
//	consume step=N until=N            need at every step pages; prints the steps that issue
func TestReadAhead(t *testing.T) {
	var a *Ahead
	datadriven.RunTest(t, "testdata/readahead", func(t *testing.T, d *datadriven.TestData) string {
		arg := func(name string) (n int) {
			if d.HasArg(name) {
				d.ScanArgs(t, name, &n)
			}
			return n
		}
		issue := func(consumed, have int) (out []string) {
			for n := a.Need(consumed); n > 0; n = a.Need(consumed) {
				got := n
				if have > 0 {
					got = min(n, have-a.issued)
				}
				a.Issued(got)
				if out = append(out, fmt.Sprint(got)); got < n {
					a.End()
				}
			}
			return out
		}
		switch d.Cmd {
		case "leaves":
			a = Leaves(arg("frames"))
		case "extents":
			a = Extents(arg("frames"))
		case "new":
			a = NewAhead(arg("batch"), arg("window"), arg("frames"))
		case "need":
			return fmt.Sprintf("issue [%s]\n%v\n", strings.Join(issue(arg("consumed"), arg("pages")), " "), a)
		case "consume":
			var b strings.Builder
			for c := a.consumed; c <= arg("until"); c += arg("step") {
				if out := issue(c, arg("pages")); len(out) > 0 {
					fmt.Fprintf(&b, "at %d issue [%s]: %v\n", c, strings.Join(out, " "), a)
				}
			}
			return b.String()
		default:
			d.Fatalf(t, "unknown command %s", d.Cmd)
		}
		return a.String() + "\n"
	})
}

// TestFit holds batch, sort and merge against the read sizes of the layouts published:
// pages of a key-ordered scan over n pages whose physical order is given.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		name    string
		pages   int
		place   func(i int) int
		batch   int
		atLeast float64 // KB a read
		atMost  float64
	}{
		{"forward, full batches", 54_000, func(i int) int { return i }, LeafBatch, 430, 433},
		{"reverse", 54_000, func(i int) int { return 53_999 - i }, LeafBatch, 430, 433},
		// As after a descending load: a half-full non-leaf page of 300 children lies between the leaves.
		{"reverse with non-leaf pages", 54_000, func(i int) int { n := 53_999 - i; return n + n/300 }, LeafBatch, 350, 375},
		{"reverse, 8 a batch", 54_000, func(i int) int { return 53_999 - i }, 8, 64, 64},
		{"two interleaved", 54_000, func(i int) int { return i%2*100_000 + i/2 }, LeafBatch, 216, 216},
		{"scattered", 54_000, func(i int) int { return i * 7919 % 108_001 }, LeafBatch, 8, 8.1},
	} {
		var ids []page.ID
		var runs []Run
		reads, pages := 0, 0
		for i := range c.pages {
			ids = append(ids, page.MakeID(1, uint32(c.place(i))))
			if len(ids) == c.batch || i == c.pages-1 {
				runs = Runs(ids, 64, runs[:0])
				reads += len(runs)
				for _, r := range runs {
					pages += r.N
				}
				ids = ids[:0]
			}
		}
		if pages != c.pages {
			t.Errorf("%s: %d pages in runs, want %d", c.name, pages, c.pages)
		}
		if kb := float64(pages) * 8 / float64(reads); kb < c.atLeast || kb > c.atMost {
			t.Errorf("%s: %.1f KB a read, want %v to %v", c.name, kb, c.atLeast, c.atMost)
		}
	}
}
