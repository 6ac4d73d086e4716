package extsort

import (
	"cmp"
	"slices"
	"sort"

	"scanfrag/internal/page"
)

// bound divides ranges: records equal to it belong to the upper one.
type bound struct {
	prefix uint64
	rec    []byte
}

// compare orders two bounds.
func (s *Sorter) compare(a, b bound) int {
	if r := cmp.Compare(a.prefix, b.prefix); r != 0 || s.opt.Compare == nil {
		return r
	}
	return s.opt.Compare(a.rec, b.rec)
}

func (s *Sorter) below(rec []byte, b *bound) bool {
	return s.compare(bound{s.opt.Prefix(rec), rec}, *b) < 0
}

// leastSamples is the number of samples from memory for each range.
const leastSamples = 16

// cuts are the bounds between at most n ranges of the runs and the last arena, by samples: the marks of the runs, and
// as many records of the arena for its size. The lowest record of all is a sample, so that each range begins with a record.
func (s *Sorter) cuts(last *arena, n int) []bound {
	if n <= 1 {
		return nil
	}
	var list []bound
	for _, r := range s.runs {
		for _, m := range r.marks {
			list = append(list, bound{s.opt.Prefix(m.rec), m.rec})
		}
	}
	if last != nil {
		samples := max(len(last.frames)*page.Size/markBytes, leastSamples*n)
		for i := 0; i < len(last.index); i += max(1, len(last.index)/samples) {
			e := last.index[i]
			list = append(list, bound{e.prefix, last.record(e.at)})
		}
	}
	slices.SortFunc(list, s.compare)
	var cuts []bound
	for i := 1; i < n && len(list) > 0; i++ {
		b, before := list[i*len(list)/n], list[0]
		if len(cuts) > 0 {
			before = cuts[len(cuts)-1]
		}
		if s.compare(before, b) < 0 {
			cuts = append(cuts, b)
		}
	}
	return cuts
}

// seek is the place of the last mark of a run below lo: what is before it is below lo, too.
func (s *Sorter) seek(r run, lo *bound) int64 {
	if lo == nil {
		return 0
	}
	i := sort.Search(len(r.marks), func(i int) bool { return !s.below(r.marks[i].rec, lo) })
	if i == 0 {
		return 0
	}
	return r.marks[i-1].at
}

// from is the first record of a sorted arena that is not below lo.
func (s *Sorter) from(a *arena, lo *bound) int {
	if lo == nil {
		return 0
	}
	return sort.Search(len(a.index), func(i int) bool {
		e := a.index[i]
		return s.compare(bound{e.prefix, a.record(e.at)}, *lo) >= 0
	})
}

// rest is a source without its records below lo.
type rest struct {
	source
	s  *Sorter
	lo *bound // nil once they are passed
}

func (r *rest) next() ([]byte, error) {
	for r.lo != nil {
		rec, err := r.source.next()
		if rec == nil || err != nil {
			return nil, err
		}
		if !r.s.below(rec, r.lo) {
			r.lo = nil
			return rec, nil
		}
	}
	return r.source.next()
}
