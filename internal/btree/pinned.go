package btree

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// pinned is a set of pages that are going to be changed together.
type pinned struct{ refs []bufpool.Ref }

func (s *pinned) get(t *Tree, id page.ID, level int) (bufpool.Ref, error) {
	ref, err := t.get(id, level, nil)
	if err == nil {
		s.refs = append(s.refs, ref)
	}
	return ref, err
}

func (s *pinned) dirty() {
	for _, r := range s.refs {
		r.Dirty()
	}
}

func (s *pinned) release() {
	for _, r := range s.refs {
		r.Release()
	}
	s.refs = nil
}
