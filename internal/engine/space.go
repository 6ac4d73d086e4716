package engine

// Space is sp_spaceused for one table, in pages; with reserved >= used >= data.
type Space struct{ Reserved, Used, Data int64 }

// Space counts the table's pages. Data are the leaf pages of the heap or clustered index.
func (t *Table) Space() Space {
	var sp Space
	for i, s := range t.st {
		if s == nil {
			continue
		}
		n := s.unit().Pages()
		sp.Reserved += n.Reserved
		sp.Used += n.Used
		if i == 0 {
			sp.Data = s.leafPages()
		}
	}
	return sp
}

// IndexSpace is Space of one index alone: Data are its leaf pages.
func (t *Table) IndexSpace(indexID int) Space {
	for i, ix := range t.Indexes {
		if ix.ID == indexID && t.st[i] != nil {
			s := t.st[i]
			n := s.unit().Pages()
			return Space{Reserved: n.Reserved, Used: n.Used, Data: s.leafPages()}
		}
	}
	return Space{}
}

// leafPages are a storage's pages without IAM pages and those above the leaf.
func (s *storage) leafPages() int64 {
	n := s.unit().Pages()
	if s.tree == nil {
		return n.Used - n.IAM
	}
	return n.Used - n.IAM - s.tree.Counts().NonLeaf
}
