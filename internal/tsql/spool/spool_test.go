package spool

import (
	"bytes"
	"fmt"
	"math/rand"
	"sort"
	"testing"
)

func TestSorterAgainstModel(t *testing.T) {
	for _, memory := range []int{100, 3000, 1 << 20} {
		rng := rand.New(rand.NewSource(int64(memory)))
		s := &Sorter{Dir: t.TempDir(), Memory: memory}
		type row struct{ k, p string }
		var want []row
		for i := range 2000 {
			r := row{fmt.Sprint(rng.Intn(300)), fmt.Sprint(i)}
			want = append(want, r)
			if err := s.Add([]byte(r.k), []byte(r.p)); err != nil {
				t.Fatal(err)
			}
		}
		sort.SliceStable(want, func(i, j int) bool { return want[i].k < want[j].k })
		i := 0
		err := s.Each(func(k, p []byte) error {
			if string(k) != want[i].k || string(p) != want[i].p {
				t.Fatalf("memory %d: row %d is %s/%s, want %v", memory, i, k, p, want[i])
			}
			i++
			return nil
		})
		if err != nil || i != len(want) {
			t.Fatalf("%d rows, err %v", i, err)
		}
		s.Close()
	}
}

func TestListReplays(t *testing.T) {
	l := &List{Dir: t.TempDir(), Memory: 50}
	defer l.Close()
	for i := range 100 {
		if err := l.Add(bytes.Repeat([]byte{byte(i)}, i)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		i := 0
		if err := l.Each(func(row []byte) error {
			if len(row) != i {
				t.Fatalf("row %d has %d bytes", i, len(row))
			}
			i++
			return nil
		}); err != nil || i != 100 {
			t.Fatal(i, err)
		}
	}
}
