package extsort

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"sync"
	"testing"
)

// The ranges, consumed side by side, hold together what one sort gives, and a key is in one of them.
func TestSorter_ranges(t *testing.T) {
	rnd := seedRand(t)
	for _, c := range []struct {
		name   string
		n      int
		keys   uint64
		ranges int
		want   int // ranges made, at least
	}{
		{"none", 0, 1, 4, 1},
		{"one record", 1, 1, 4, 1},
		{"one key", 20000, 1, 4, 1},
		{"few keys", 20000, 3, 3, 2},
		{"in memory", 500, 1 << 60, 4, 4},
		{"runs", 20000, 1 << 60, 3, 3},
		{"more than the memory has room for", 20000, 1 << 60, 64, 1},
		{"one", 20000, 1 << 60, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			opt := options(t, newPool(t), 512)
			opt.Divided = true
			s := New(context.Background(), opt)
			defer s.Close()
			var want [][]byte
			for i := range c.n {
				rec := record(nil, rnd.Uint64N(c.keys), uint64(i), 16+rnd.IntN(300))
				want = append(want, rec)
				if err := s.Add(rec); err != nil {
					t.Fatal(err)
				}
			}
			slices.SortStableFunc(want, func(a, b []byte) int { return bytes.Compare(a[:8], b[:8]) })
			all, err := s.SortRanges(c.ranges)
			if err != nil {
				t.Fatal(err)
			}
			parts := make([][][]byte, len(all))
			var wg sync.WaitGroup
			for i, o := range all {
				wg.Go(func() {
					defer o.Close()
					for {
						rec, err := o.Next()
						if err != nil {
							t.Error(err)
						}
						if rec == nil || err != nil {
							return
						}
						parts[i] = append(parts[i], bytes.Clone(rec))
					}
				})
			}
			wg.Wait()
			if len(all) < c.want || len(all) > c.ranges {
				t.Errorf("%d ranges, %d to %d wanted", len(all), c.want, c.ranges)
			}
			for i, p := range parts {
				if len(p) == 0 && c.n > 0 || c.keys > 1000 && len(p) > 2*c.n/len(all)+1 {
					t.Errorf("range %d of %d has %d of %d records", i, len(all), len(p), c.n)
				}
				if i > 0 && binary.BigEndian.Uint64(parts[i-1][len(parts[i-1])-1]) >= binary.BigEndian.Uint64(p[0]) {
					t.Errorf("range %d begins with the key that range %d ends with", i, i-1)
				}
			}
			if !slices.EqualFunc(slices.Concat(parts...), want, bytes.Equal) {
				t.Error("the ranges are not the sorted records")
			}
		})
	}
}
