package main

import "testing"

func TestRatio(t *testing.T) {
	for _, tt := range []struct {
		w    Work
		p    Pair
		want float64
	}{
		{Work{Unit: seconds}, Pair{Ours: 2, Peer: 3}, 1.5},
		{Work{Unit: rate}, Pair{Ours: 900, Peer: 1000}, 0.9},
		{Work{Unit: seconds, Lower: true}, Pair{Ours: 3, Peer: 2}, 1.5},
	} {
		if got := tt.w.ratio(tt.p); got != tt.want {
			t.Errorf("%+v of %+v: %v, want %v", tt.w, tt.p, got, tt.want)
		}
	}
}

func TestVerdict(t *testing.T) {
	higher := Work{Unit: seconds, Floor: 1, Aim: 2}
	lower := Work{Unit: seconds, Floor: 2, Aim: 1, Lower: true}
	absolute := Work{Unit: perSec, Floor: 100, Aim: 200, Absolute: true}
	job := Work{Unit: seconds, Floor: 600, Aim: 300, Lower: true, Absolute: true, Published: true}
	one := func(ours, peer float64) []Pair { return []Pair{{ours, peer}} }
	for _, tt := range []struct {
		o    Outcome
		rows int64
		want string
	}{
		{Outcome{Work: higher, Pairs: one(1, 2)}, 10, aimMet},
		{Outcome{Work: higher, Pairs: one(1, 1)}, 10, floorMet},
		{Outcome{Work: higher, Pairs: one(1, 0.99)}, 10, missed},
		{Outcome{Work: lower, Pairs: one(0.5, 1)}, 10, aimMet},
		{Outcome{Work: lower, Pairs: one(1, 1)}, 10, floorMet}, // the limit itself is not under it
		{Outcome{Work: lower, Pairs: one(2, 1)}, 10, missed},
		{Outcome{Work: absolute, Pairs: one(200, 0)}, 10, aimMet},
		{Outcome{Work: absolute, Pairs: one(99, 0)}, 10, missed},
		{Outcome{Work: job, Pairs: one(299, 0)}, publishedRows, aimMet},
		{Outcome{Work: job, Pairs: one(601, 0)}, publishedRows, missed},
		{Outcome{Work: job, Pairs: one(1, 0)}, 10, notJudged},
		{Outcome{Work: job, Skipped: "x"}, 10, skipped},
		{Outcome{Work: higher, Pairs: one(1, 2), Failed: "x"}, 10, failed},
		{Outcome{Work: higher, Failed: stopped}, 10, stopped},
		{Outcome{Work: higher}, 10, failed},
		// The median of the ratios 0.5, 3, 1.5 decides, not that of the times.
		{Outcome{Work: higher, Pairs: []Pair{{2, 1}, {1, 3}, {4, 6}}}, 10, floorMet},
	} {
		if got := tt.o.verdict(tt.rows); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.o, got, tt.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0.0123: "0.012", 1.234: "1.23", 56.78: "56.8", 999.6: "1,000", 123: "123", 4e6: "4,000,000", 1234567: "1,234,567"} {
		if got := number(v); got != want {
			t.Errorf("number(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestLimit(t *testing.T) {
	for _, tt := range []struct {
		w    Work
		want string
	}{
		{Work{Unit: seconds, Floor: 0.85}, "0.85 x"},
		{Work{Unit: seconds, Floor: 2, Lower: true}, "< 2 x"},
		{Work{Unit: perSec, Floor: 2e6, Absolute: true}, "2,000,000"},
		{Work{Unit: seconds, Floor: 600, Absolute: true, Lower: true}, "< 600"},
		{Work{Unit: times, Floor: 1.5, Absolute: true, Lower: true}, "< 1.5 x"},
	} {
		if got := tt.w.limit(tt.w.Floor); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.w, got, tt.want)
		}
	}
}
