package btree

import (
	"slices"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

func TestBridges_join(t *testing.T) {
	var b bridges
	for _, id := range []page.ID{13, 13, 21, 22, 23, 24, 25, 26, 27, 28, 40, 41, 42, 43, 44, 45, 46, 47, 48} {
		b.add(id)
	}
	run := func(first, n int) bufpool.Run {
		return bufpool.Run{First: page.ID(first), N: n, Want: 1<<n - 1}
	}
	for _, c := range []struct {
		name     string
		max      int
		in, want []bufpool.Run
	}{
		{"a known page between", 64, []bufpool.Run{run(10, 3), run(14, 2)}, []bufpool.Run{{First: 10, N: 6, Want: 0b110111}}},
		{"an unknown page between", 64, []bufpool.Run{run(9, 2), run(12, 1)}, []bufpool.Run{run(9, 2), run(12, 1)}},
		{"an extent of known pages", 64, []bufpool.Run{run(20, 1), run(29, 1)}, []bufpool.Run{{First: 20, N: 10, Want: 0b1000000001}}},
		{"more than an extent", 64, []bufpool.Run{run(39, 1), run(49, 1)}, []bufpool.Run{run(39, 1), run(49, 1)}},
		{"too long together", 5, []bufpool.Run{run(10, 3), run(14, 2)}, []bufpool.Run{run(10, 3), run(14, 2)}},
		{"runs cut by their length stay cut", 64, []bufpool.Run{run(100, 4), run(104, 4)}, []bufpool.Run{run(100, 4), run(104, 4)}},
		{"three in a row", 64, []bufpool.Run{run(12, 1), run(14, 7), run(29, 1)}, []bufpool.Run{{First: 12, N: 18, Want: 1 | 0b1111111<<2 | 1<<17}}},
		{"none", 64, nil, nil},
	} {
		if got := b.join(slices.Clone(c.in), c.max); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, %+v wanted", c.name, got, c.want)
		}
	}
}

// Only the latest pages count.
func TestBridges_forget(t *testing.T) {
	var b bridges
	for i := range page.ID(maxKnown + 10) {
		b.add(1000 + 2*i)
	}
	for i, want := range map[page.ID]bool{0: false, 9: false, 10: true, maxKnown + 9: true} {
		if got := b.known(1000 + 2*i); got != want {
			t.Errorf("page number %d of %d is known: %v", i, maxKnown+10, got)
		}
	}
	if len(b.set) != maxKnown || len(b.ring) != maxKnown {
		t.Errorf("%d and %d pages are kept", len(b.set), len(b.ring))
	}
}
