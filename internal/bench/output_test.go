package main

import (
	"bytes"
	"strings"
	"testing"

	"scanfrag/internal/report"
)

// example is a finished run with one work of each kind.
func example() *bench {
	return &bench{
		opt:   options{rows: 200_000, pairs: 3, memory: 64 << 20},
		dir:   "/nowhere/scratch",
		order: []string{"a", "b", "c", "d"},
		outcomes: map[string]*Outcome{
			"a": {Work: Work{Name: "a", Title: "first", Unit: seconds, Peer: needSQLite, Floor: 1, Aim: 2}, Pairs: []Pair{{2, 3}, {1, 3}, {4, 4}}, Notes: []string{"a remark"}},
			"b": {Work: Work{Name: "b", Title: "second", Unit: perSec, Floor: 2e6, Aim: 10e6, Absolute: true}, Pairs: []Pair{{Ours: 1e6}, {Ours: 3e6}, {Ours: 1.5e6}}},
			"c": {Work: Work{Name: "c", Title: "third", Unit: rate, Peer: needFio, Floor: 0.8, Aim: 0.95}, Skipped: "fio is missing: no fio on the path"},
			"d": {Work: Work{Name: "d", Title: "fourth", Unit: seconds, Peer: "own scan", Floor: 2, Aim: 1, Lower: true}, Pairs: []Pair{{3, 2}}, Failed: "it broke"},
		},
	}
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	if err := report.Text(&out, example().mainTable()); err != nil {
		t.Fatal(err)
	}
	const want = `scanfrag against its peers: 200,000 rows, 3 pairs, 64 MiB of cache on either side
 work   | unit         |      ours | peer | against  | ratio |       min |       max |     floor |        aim | verdict
--------+--------------+-----------+------+----------+-------+-----------+-----------+-----------+------------+--------------
 first  | s            |      2.00 | 3.00 | SQLite   | 1.500 |     1.000 |     3.000 |       1 x |        2 x | floor met
 second | iterations/s | 1,500,000 |    - | -        |     - | 1,000,000 | 3,000,000 | 2,000,000 | 10,000,000 | FLOOR MISSED
 third  | MB/s         |         - |    - | fio      |     - |         - |         - |     0.8 x |     0.95 x | skipped
 fourth | s            |      3.00 | 2.00 | own scan | 1.500 |     1.500 |     1.500 |     < 2 x |      < 1 x | failed
ours and peer are medians; ratio is the median of the pairs' ratios, how many times as fast we are; min and max are its spread (of our figure where there is no ratio)
a floor or aim with < is a limit not to be reached: there the ratio is our time over the peer's
floors and aims are set for 4,000,000 rows: at 200,000 they are a hint
3 pairs are fewer than the five that the floors ask for
a: a remark
b missed its floor: 1,500,000, wanted 2,000,000
c skipped: fio is missing: no fio on the path
d failed: it broke
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestGrowthTable(t *testing.T) {
	g := growthTable{Parts: []growPart{{Name: "load"}, {Name: "scan"}}, Skipped: "4,000 rows and more: no room",
		Rows: []growthRow{{Rows: 1000, Seconds: []float64{1, 0.5}, Peak: 70e6}, {Rows: 2000, Seconds: []float64{4, 1}}}}
	var out bytes.Buffer
	if err := report.Text(&out, g.table(1<<30)); err != nil {
		t.Fatal(err)
	}
	const want = `how time grows with the rows, memory fixed at 1.00 GiB
     rows | load s |  us/row | scan s |  us/row | peak RSS MB
----------+--------+---------+--------+---------+-------------
    1,000 |   1.00 |   1,000 |  0.500 |     500 |        70.0
    2,000 |   4.00 |   2,000 |   1.00 |     500 |           -
 exponent |  2.000 |         |  1.000 |         |
   growth |        | 2.000 x |        | 1.000 x |
exponent: time grows as rows to that power (least squares of the logarithms), 1 is linear; growth: the worst time per row over that of the fewest rows
on the drive: the load and the CHECKPOINT after it; without it the sizes that fit in memory are compared with those that have to be written
skipped: 4,000 rows and more: no room
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestGrowSizes(t *testing.T) {
	got := growSizes(publishedRows)
	if len(got) != 7 || got[0] != 250_000 || got[6] != 16_000_000 {
		t.Errorf("%v", got)
	}
	if got := growSizes(minRows); len(got) != 3 || got[0] != 10_000 || got[2] != 40_000 {
		t.Errorf("%v", got)
	}
}

func TestMarkdown(t *testing.T) {
	var out bytes.Buffer
	if err := report.Markdown(&out, example().mainTable()); err != nil || !strings.Contains(out.String(), "| first | s | 2.00 | 3.00 | SQLite | 1.500 |") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
