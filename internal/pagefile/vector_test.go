//go:build linux || darwin

package pagefile

import (
	"slices"
	"testing"
)

// TestAdvance: what is left to move after a call that was cut short.
func TestAdvance(t *testing.T) {
	bufs := func(ns ...int) (out [][]byte) {
		for _, n := range ns {
			out = append(out, make([]byte, n))
		}
		return out
	}
	for _, c := range []struct {
		n    int
		want []int
	}{
		{0, []int{4, 8, 2}}, {3, []int{1, 8, 2}}, {4, []int{8, 2}}, {11, []int{1, 2}}, {13, []int{1}}, {14, nil},
	} {
		var got []int
		for _, b := range advance(bufs(4, 8, 2), c.n) {
			got = append(got, len(b))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("after %d bytes: %v left, want %v", c.n, got, c.want)
		}
	}
}
