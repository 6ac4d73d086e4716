package btree

import (
	"slices"
	"testing"
)

// The build agrees with the model too, whatever the key types and the number of workers.
func TestBuild_model(t *testing.T) {
	for i, k := range slices.Concat(modelKinds(), modelKinds()) {
		opt, name := BuildOptions{Scratch: t.TempDir(), MemPages: 128, FillFactor: 80, PadIndex: true}, k.name
		if i >= len(modelKinds()) {
			opt.Workers, opt.MemPages, name = 4, 512, name+", parallel"
		}
		t.Run(name, func(t *testing.T) {
			rnd := seedRand(t)
			var rows []*modelRow
			for range 3000 {
				r := k.random(rnd)
				r.payload = r.payload[:min(len(r.payload), 300)]
				rows = append(rows, r)
			}
			if k.tb.def.Unique {
				slices.SortFunc(rows, k.compare)
				rows = slices.CompactFunc(rows, func(a, b *modelRow) bool { return k.compareKey(a, b) == 0 })
				rnd.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			}
			i := 0
			tree, err := Build(t.Context(), newSpace(t, 32), k.tb.def, opt, func() ([]byte, error) {
				if i == len(rows) {
					return nil, nil
				}
				i++
				return k.record(rows[i-1]), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			slices.SortStableFunc(rows, k.compareKey)
			for i := 1; i < len(rows); i++ {
				if k.compareKey(rows[i-1], rows[i]) == 0 {
					rows[i].uniq = rows[i-1].uniq + 1
				}
			}
			k.verify(t, tree, rows)
			for range 300 { // and can be written to
				rows = k.insertRow(t, tree, rows, k.random(rnd))
			}
			k.verify(t, tree, rows)
			for _, r := range rows[:len(rows)/2] { // the first parts of a copy have no rows
				var key Key
				tree.KeyOf(&key, k.clean(r))
				if ok, err := tree.Delete(key, nil); !ok || err != nil {
					t.Fatal(ok, err)
				}
			}
			rows = rows[len(rows)/2:]
			k.verify(t, copyOf(t, tree, 4, opt), rows)
		})
	}
}

// copyOf builds a tree again from so many parts.
func copyOf(t *testing.T, tree *Tree, parts int, opt BuildOptions) *Tree {
	t.Helper()
	ranges, err := tree.Divide(t.Context(), parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(ranges) != parts {
		t.Errorf("%d parts, %d wanted", len(ranges), parts)
	}
	var sources []Source
	for _, r := range ranges {
		s, err := tree.NewSupplier(t.Context(), r, 1, ScanOptions{})
		if err != nil {
			t.Fatal(err)
		}
		sc := s.NewScan()
		defer sc.Close()
		sources = append(sources, func() ([]byte, error) {
			if !sc.Next() {
				return nil, sc.Err()
			}
			return sc.Record(), nil
		})
	}
	opt.Copy = true
	again, err := Build(t.Context(), newSpace(t, 32), tree.def, opt, sources...)
	if err != nil {
		t.Fatal(err)
	}
	return again
}
