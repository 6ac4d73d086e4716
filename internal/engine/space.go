package engine

import (
	"context"

	"scanfrag/internal/page"
)

// Space is sp_spaceused for one table, in pages; with reserved >= used >= data.
type Space struct{ Reserved, Used, Data int64 }

// Space counts the table's pages. Data are the leaf pages of the heap or clustered index. While a
// statement is changing the table, the number of pages above the leaf is the last one known.
func (t *Table) Space() Space {
	var sp Space
	for i, s := range t.st {
		n := s.unit().Pages()
		sp.Reserved += n.Reserved
		sp.Used += n.Used
		if i == 0 {
			s.recount(t.db.inst)
			sp.Data = s.levelPages().leaf
		}
	}
	return sp
}

// IndexSpace is Space of one index alone: Data are its leaf pages.
func (t *Table) IndexSpace(indexID int) Space {
	for i, ix := range t.Indexes {
		if ix.ID == indexID {
			s := t.st[i]
			s.recount(t.db.inst)
			n := s.unit().Pages()
			return Space{Reserved: n.Reserved, Used: n.Used, Data: s.levelPages().leaf}
		}
	}
	return Space{}
}

// levelPages are a storage's pages, IAM pages apart.
type levelPages struct{ leaf, nonLeaf int64 }

func (s *storage) levelPages() levelPages {
	n, above := s.unit().Pages(), s.nonLeaf.Load()
	return levelPages{max(0, n.Used-n.IAM-above), above}
}

// recount counts the pages above the leaf, unless a statement is changing the table.
func (s *storage) recount(i *Instance) {
	if s.tree == nil {
		return
	}
	tx := i.Begin()
	if tx.tryShared(&s.t.pages) {
		s.countNonLeaf()
		tx.EndStatement()
	}
}

// countNonLeaf counts the pages above the leaf by their entries in the levels above them, so that
// level 1, nearly all of them, need not be read. An unreadable page leaves the count as it was.
func (s *storage) countNonLeaf() {
	depth := s.tree.Meta().Depth
	n := int64(min(depth-1, 1)) // the root
	for level := depth - 1; level >= 2; level-- {
		err := s.tree.Walk(context.Background(), level, nil, func(_ page.ID, p *page.Page) error {
			n += int64(p.SlotCount())
			return nil
		})
		if err != nil {
			return
		}
	}
	s.nonLeaf.Store(n)
}
