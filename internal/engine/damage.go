package engine

import (
	"fmt"

	"scanfrag/internal/page"
)

// damaged is an error about pages of s that contradict each other.
func (s *storage) damaged(format string, args ...any) error {
	u := s.unit()
	return &page.DamageError{What: fmt.Sprintf("index %d of object %d is damaged: ", u.IndexID(), u.ObjectID()) + fmt.Sprintf(format, args...)}
}

// owned says that page p is none of s's, which its maps say it is.
func (s *storage) owned(p *page.Page) error {
	u := s.unit()
	if t := p.Type(); p.ObjectID() == u.ObjectID() && p.IndexID() == u.IndexID() && (t == page.TypeData || t == page.TypeIndex && s.tree != nil) {
		return nil
	}
	return s.damaged("page %v is allocated to it, but is of type %d of object %d, index %d", p.ID(), p.Type(), p.ObjectID(), p.IndexID())
}
