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
		if s.tree != nil && i == 0 {
			s.countNonLeaf(t.db.inst)
		}
		n := s.unit().Pages()
		sp.Reserved += n.Reserved
		sp.Used += n.Used
		if i == 0 {
			sp.Data = max(0, n.Used-n.IAM-s.nonLeaf.Load())
		}
	}
	return sp
}

// countNonLeaf counts the pages above the leaf by their entries in the levels above them, so that
// level 1, nearly all of them, need not be read. An unreadable page leaves the count as it was.
func (s *storage) countNonLeaf(i *Instance) {
	tx := i.Begin()
	if !tx.tryShared(&s.t.pages) {
		return
	}
	defer tx.EndStatement()
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
