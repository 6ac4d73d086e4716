package extsort

import (
	"scanfrag/internal/page"
)

// source yields records in order, each valid until the next call; nil at the end.
type source interface {
	next() ([]byte, error)
}

// arenaSource is a sorted arena as a source.
type arenaSource struct {
	a *arena
	i int
}

func (m *arenaSource) next() ([]byte, error) {
	if m.i == len(m.a.index) {
		return nil, nil
	}
	m.i++
	return m.a.record(m.a.index[m.i-1].at), nil
}

// merger merges sources with a loser tree: node i holds the loser of the match between its two
// subtrees, node 0 the winner. On equal keys the lower source wins, which is the earlier one.
type merger struct {
	sources []source
	heads   []head
	tree    []int // losers; tree[0] the winner
	prefix  func([]byte) uint64
	compare func(a, b []byte) int
	begun   bool
	close   func()
}

type head struct {
	prefix uint64
	rec    []byte // nil: exhausted
}

func (m *merger) load(i int) error {
	rec, err := m.sources[i].next()
	if err != nil {
		return err
	}
	m.heads[i] = head{rec: rec}
	if rec != nil {
		m.heads[i].prefix = m.prefix(rec)
	}
	return nil
}

// before tells whether source i's head comes before source j's.
func (m *merger) before(i, j int) bool {
	a, b := &m.heads[i], &m.heads[j]
	switch {
	case a.rec == nil || b.rec == nil:
		return a.rec != nil || b.rec == nil && i < j
	case a.prefix != b.prefix:
		return a.prefix < b.prefix
	}
	if m.compare != nil {
		if r := m.compare(a.rec, b.rec); r != 0 {
			return r < 0
		}
	}
	return i < j
}

// next is the smallest record, valid until the next call; nil at the end.
func (m *merger) next() ([]byte, error) {
	k := len(m.sources)
	switch {
	case k == 0:
		return nil, nil
	case k == 1:
		return m.sources[0].next()
	case !m.begun:
		if err := m.begin(); err != nil {
			return nil, err
		}
	default:
		w := m.tree[0]
		if m.heads[w].rec == nil {
			return nil, nil
		}
		if err := m.load(w); err != nil {
			return nil, err
		}
		m.replay(w)
	}
	return m.heads[m.tree[0]].rec, nil
}

// begin plays all matches: leaf i of the tree is node k+i.
func (m *merger) begin() error {
	k := len(m.sources)
	m.begun = true
	m.heads = make([]head, k)
	m.tree = make([]int, k)
	for i := range k {
		if err := m.load(i); err != nil {
			return err
		}
	}
	winners := make([]int, 2*k)
	for i := 2*k - 1; i > 0; i-- {
		if i >= k {
			winners[i] = i - k
			continue
		}
		a, b := winners[2*i], winners[2*i+1]
		if m.before(b, a) {
			a, b = b, a
		}
		winners[i], m.tree[i] = a, b
	}
	m.tree[0] = winners[1]
	return nil
}

// replay lets source w, whose head changed, play its way to the top.
func (m *merger) replay(w int) {
	for i := (w + len(m.sources)) / 2; i > 0; i /= 2 {
		if m.before(m.tree[i], w) {
			w, m.tree[i] = m.tree[i], w
		}
	}
	m.tree[0] = w
}

// openMerge makes a merger over runs read through frames, and the last arena if it is not nil, from lo on.
func (s *Sorter) openMerge(runs []run, last *arena, frames []*page.Page, lo *bound) *merger {
	m := &merger{prefix: s.opt.Prefix, compare: s.opt.Compare, close: func() {}}
	var readers []*runReader
	if len(runs) > 0 {
		each := min(2*runBuffer, len(frames)/len(runs)) &^ 1
		for i, r := range runs {
			d := newRunReader(s.file, r, s.seek(r, lo), frames[i*each:(i+1)*each])
			readers = append(readers, d)
			if lo == nil {
				m.sources = append(m.sources, d)
			} else {
				m.sources = append(m.sources, &rest{d, s, lo})
			}
		}
	}
	if last != nil {
		m.sources = append(m.sources, &arenaSource{a: last, i: s.from(last, lo)})
	}
	m.close = func() {
		for _, d := range readers {
			d.close()
		}
	}
	return m
}
