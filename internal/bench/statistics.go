package main

import (
	"math"
	"slices"
)

// summary of a sample: the median, and the least and most as its spread.
type summary struct {
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

// summarize needs at least one value.
func summarize(values []float64) summary {
	v := slices.Sorted(slices.Values(values))
	mid := len(v) / 2
	m := v[mid]
	if len(v)%2 == 0 {
		m = (v[mid-1] + v[mid]) / 2
	}
	return summary{Median: m, Min: v[0], Max: v[len(v)-1]}
}

// exponent is the slope of the least-squares line through (log x, log y): y grows
// as x to that power. It needs two different x; all values are above 0.
func exponent(x, y []float64) float64 {
	var mx, my float64
	for i := range x {
		mx += math.Log(x[i]) / float64(len(x))
		my += math.Log(y[i]) / float64(len(x))
	}
	var sxy, sxx float64
	for i := range x {
		dx := math.Log(x[i]) - mx
		sxy += dx * (math.Log(y[i]) - my)
		sxx += dx * dx
	}
	return sxy / sxx
}

// growth is the largest time per row over that of the smallest size: 1 is flat.
// Rows ascend.
func growth(rows, elapsed []float64) float64 {
	worst := 0.0
	for i := range rows {
		worst = max(worst, elapsed[i]/rows[i])
	}
	return worst / (elapsed[0] / rows[0])
}
