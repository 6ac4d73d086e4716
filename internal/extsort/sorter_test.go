package extsort

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/testseed"
)

func seedRand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(uint64(testseed.Of(t)), 2))
}

func newPool(t testing.TB) *bufpool.Pool {
	p, err := bufpool.New(bufpool.MinBytes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil { // fails when frames were not returned
			t.Error(err)
		}
	})
	return p
}

// Records of the tests: key (8, big endian), arrival number (8), filler.
func record(dst []byte, key, seq uint64, n int) []byte {
	dst = binary.BigEndian.AppendUint64(dst[:0], key)
	dst = binary.BigEndian.AppendUint64(dst, seq)
	for len(dst) < n {
		dst = append(dst, byte(seq))
	}
	return dst
}

func options(t testing.TB, p *bufpool.Pool, frames int) Options {
	return Options{
		Pool: p, Frames: frames, Scratch: t.TempDir(),
		Prefix:  func(rec []byte) uint64 { return binary.BigEndian.Uint64(rec) >> 4 },
		Compare: func(a, b []byte) int { return bytes.Compare(a[:8], b[:8]) },
	}
}

func collect(t *testing.T, s *Sorter) [][]byte {
	t.Helper()
	o, err := s.Sort()
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	var got [][]byte
	for {
		rec, err := o.Next()
		if err != nil {
			t.Fatal(err)
		}
		if rec == nil {
			return got
		}
		got = append(got, bytes.Clone(rec))
	}
}

func TestSorter_matchesStableSort(t *testing.T) {
	rnd := seedRand(t)
	for _, c := range []struct {
		name          string
		n, most       int
		keys          uint64
		frames        int
		runs, atLeast int // exact when >= 0
		ascending     bool
		ordered       bool
	}{
		{name: "empty", n: 0, most: 20, keys: 5, frames: 128, ordered: true},
		{name: "in memory", n: 2000, most: 100, keys: 1 << 60, frames: 128},
		{name: "in memory, few keys", n: 2000, most: 100, keys: 7, frames: 128},
		{name: "runs and a last arena", n: 12000, most: 200, keys: 1 << 60, frames: 128, runs: -1, atLeast: 2},
		{name: "equal keys over many runs", n: 30000, most: 200, keys: 3, frames: 128, runs: -1, atLeast: 2},
		{name: "merge passes", n: 60000, most: 300, keys: 1 << 60, frames: 128, runs: -1, atLeast: 2},
		{name: "long records", n: 900, most: MaxRecord, keys: 1 << 20, frames: 128, runs: -1, atLeast: 2},
		{name: "ascending over many runs", n: 30000, most: 200, keys: 1 << 60, frames: 128, runs: -1, atLeast: 2, ascending: true, ordered: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := New(context.Background(), options(t, newPool(t), c.frames))
			defer s.Close()
			var want [][]byte
			for i := range c.n {
				key := rnd.Uint64N(c.keys)
				if c.ascending {
					key = uint64(i / 3)
				}
				rec := record(nil, key, uint64(i), 16+rnd.IntN(c.most-15))
				want = append(want, rec)
				if err := s.Add(rec); err != nil {
					t.Fatal(err)
				}
			}
			if s.Ordered() != c.ordered {
				t.Errorf("Ordered() = %v", s.Ordered())
			}
			slices.SortStableFunc(want, func(a, b []byte) int { return bytes.Compare(a[:8], b[:8]) })
			got := collect(t, s)
			if len(got) != len(want) {
				t.Fatalf("%d records, %d wanted", len(got), len(want))
			}
			for i := range want {
				if !bytes.Equal(got[i], want[i]) {
					t.Fatalf("record %d is key %x number %x, key %x number %x wanted", i, got[i][:8], got[i][8:16], want[i][:8], want[i][8:16])
				}
			}
			if c.runs >= 0 && s.Runs() != c.runs || s.Runs() < c.atLeast {
				t.Errorf("%d runs", s.Runs())
			}
			if left, _ := os.ReadDir(s.opt.Scratch); len(left) > 0 && s.file != nil && s.file.path == "" {
				t.Errorf("the scratch file still has a name: %v", left)
			}
		})
	}
}

func TestSorter_addRunComesFirstAmongEquals(t *testing.T) {
	s := New(context.Background(), options(t, newPool(t), 128))
	defer s.Close()
	i := uint64(0)
	err := s.AddRun(func() ([]byte, error) {
		if i == 5000 {
			return nil, nil
		}
		i++
		return record(nil, i/10, i, 40), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for j := range uint64(5000) {
		if err := s.Add(record(nil, (5000-j)/10, 10000+j, 40)); err != nil {
			t.Fatal(err)
		}
	}
	got := collect(t, s)
	if len(got) != 10000 {
		t.Fatalf("%d records", len(got))
	}
	for i := 1; i < len(got); i++ {
		a, b := got[i-1], got[i]
		if bytes.Compare(a[:16], b[:16]) >= 0 {
			t.Fatalf("record %d: %x after %x", i, b[:16], a[:16])
		}
	}
}

func TestSorter_drainReturnsArrivalOrderAndMemory(t *testing.T) {
	p := newPool(t)
	s := New(context.Background(), options(t, p, 128))
	for i := range uint64(100) {
		if err := s.Add(record(nil, i, i, 50)); err != nil {
			t.Fatal(err)
		}
	}
	n := uint64(0)
	if err := s.Drain(func(rec []byte) error {
		if binary.BigEndian.Uint64(rec) != n {
			return fmt.Errorf("key %x, %x wanted", rec[:8], n)
		}
		n++
		return nil
	}); err != nil || n != 100 {
		t.Fatal(n, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestSorter_badInput(t *testing.T) {
	p := newPool(t)
	fill := func(s *Sorter) error {
		defer s.Close()
		for i := range uint64(20000) {
			if err := s.Add(record(nil, i*7919%20000, i, 300)); err != nil {
				return err
			}
		}
		_, err := s.Sort()
		return err
	}
	opt := options(t, p, 128)
	opt.Scratch = ""
	if err := fill(New(context.Background(), opt)); err != nil {
		t.Errorf("in memory: %v", err)
	}
	opt.Scratch = opt.Scratch + "/missing-directory"
	if err := fill(New(context.Background(), opt)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing directory: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := New(ctx, options(t, p, 128))
	cancel()
	if err := fill(s); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s = New(context.Background(), options(t, p, 128))
	defer s.Close()
	if err := s.Add(make([]byte, MaxRecord+1)); err == nil {
		t.Error("a record longer than a page was taken")
	}
}

func BenchmarkSorter(b *testing.B) {
	for _, size := range []int{100, 1000} {
		b.Run(fmt.Sprintf("%d-byte records", size), func(b *testing.B) {
			p := newPool(b)
			rnd := rand.New(rand.NewPCG(1, 1))
			b.SetBytes(int64(size))
			s := New(context.Background(), options(b, p, 1000))
			defer s.Close()
			rec := record(nil, 0, 0, size)
			for b.Loop() {
				binary.BigEndian.PutUint64(rec, rnd.Uint64())
				if err := s.Add(rec); err != nil {
					b.Fatal(err)
				}
			}
			o, err := s.Sort()
			if err != nil {
				b.Fatal(err)
			}
			for rec, err = o.Next(); rec != nil && err == nil; rec, err = o.Next() {
			}
			o.Close()
		})
	}
}
