package main

import (
	"math"
	"testing"
)

func TestSummarize(t *testing.T) {
	for _, tt := range []struct {
		in   []float64
		want summary
	}{
		{[]float64{3}, summary{3, 3, 3}},
		{[]float64{4, 1}, summary{2.5, 1, 4}},
		{[]float64{5, 1, 2}, summary{2, 1, 5}},
		{[]float64{8, 1, 2, 4}, summary{3, 1, 8}},
	} {
		if got := summarize(tt.in); got != tt.want {
			t.Errorf("summarize(%v) = %v, want %v", tt.in, got, tt.want)
		}
	}
}

func TestExponent(t *testing.T) {
	// y = 3 x^1.5 lies on a line of slope 1.5 exactly.
	x := []float64{250, 500, 1000, 2000}
	var y, flat []float64
	for _, v := range x {
		y = append(y, 3*math.Pow(v, 1.5))
		flat = append(flat, 7*v)
	}
	if got := exponent(x, y); math.Abs(got-1.5) > 1e-9 {
		t.Errorf("exponent %v, want 1.5", got)
	}
	if got := exponent(x, flat); math.Abs(got-1) > 1e-9 {
		t.Errorf("exponent %v, want 1", got)
	}
	// Least squares of (0,0), (1,2), (2,1) in logarithms to base 2: slope 1/2.
	if got := exponent([]float64{1, 2, 4}, []float64{1, 4, 2}); math.Abs(got-0.5) > 1e-9 {
		t.Errorf("exponent %v, want 0.5", got)
	}
}

func TestGrowth(t *testing.T) {
	rows := []float64{10, 20, 40}
	for _, tt := range []struct {
		elapsed []float64
		want    float64
	}{
		{[]float64{1, 2, 4}, 1},
		{[]float64{1, 3, 5}, 1.5}, // worst in the middle
		{[]float64{2, 3, 4}, 1},   // cheaper with size
	} {
		if got := growth(rows, tt.elapsed); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("growth of %v is %v, want %v", tt.elapsed, got, tt.want)
		}
	}
}
