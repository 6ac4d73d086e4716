package system

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestQueryStatsFindTheirBatch(t *testing.T) {
	var q QueryStats
	batch := "-- é\nSELECT 1 FROM t;\nSELECT 2 FROM t;"
	q.Add(&StatementStats{Text: "SELECT 2 FROM t", Batch: batch, DOP: 2, Tables: []TableIO{{Logical: 5, Physical: 1, ReadAhead: 3}}})
	q.Add(&StatementStats{Text: "SELECT 2 FROM t", Batch: batch, DOP: 1, Tables: []TableIO{{Logical: 2}}})
	list := q.List()
	if len(list) != 1 {
		t.Fatalf("%d entries", len(list))
	}
	e := list[0]
	// In UTF-16 bytes; the end is the offset of the last character, as SQL Server gives it.
	start := 2 * len([]rune("-- é\nSELECT 1 FROM t;\n"))
	if e.Start != start || e.End != start+2*len("SELECT 2 FROM t")-2 {
		t.Errorf("offsets %d to %d, want from %d", e.Start, e.End, start)
	}
	if e.Count != 2 || e.LastDOP != 1 || e.MaxDOP != 2 || e.MinDOP != 1 {
		t.Errorf("%+v", e)
	}
	if text, ok := q.Text(e.BatchHash); !ok || text != batch {
		t.Errorf("text %q, %v", text, ok)
	}
	q.Clear()
	if _, ok := q.Text(e.BatchHash); ok {
		t.Error("the text outlives Clear")
	}
	if got, want := q.Totals(), (IOTotals{Logical: 7, Physical: 1, ReadAhead: 3}); got != want {
		t.Errorf("totals %+v, want %+v", got, want)
	}
}

func TestQueryStatsAreBounded(t *testing.T) {
	var q QueryStats
	long := strings.Repeat("x", maxBatchText+1)
	start := time.Unix(0, 0)
	for i := range maxQueryStats + 10 {
		q.Add(&StatementStats{Text: fmt.Sprint(i), Batch: long, Started: start.Add(time.Duration(i))})
	}
	list := q.List()
	if len(list) != maxQueryStats || list[0].Text != fmt.Sprint(maxQueryStats+9) || list[len(list)-1].Text != "10" {
		t.Errorf("%d entries from %s to %s", len(list), list[len(list)-1].Text, list[0].Text)
	}
	if list[0].Batch != list[0].Text || list[0].End != -1 {
		t.Error("a batch too long is kept")
	}
}

func TestSetFlag(t *testing.T) {
	a := SetFlag(nil, 652, true)
	b := SetFlag(SetFlag(a, 10, true), 652, true)
	c := SetFlag(b, 652, false)
	if !slices.Equal(a, []int{652}) || !slices.Equal(b, []int{10, 652}) || !slices.Equal(c, []int{10}) || !slices.Equal(b, []int{10, 652}) {
		t.Errorf("%v %v %v", a, b, c)
	}
}
