package engine

// Operational counters of one index since the table was attached or last rebuilt (sys.dm_db_index_operational_stats).
// A heap's allocations are its growth.
type Operational struct {
	LeafInserts, LeafDeletes, LeafUpdates          int64
	NonLeafInserts, NonLeafDeletes, NonLeafUpdates int64
	LeafGhosts                                     int64 // deletes that left a ghost; LeafDeletes are the others
	LeafAllocations, NonLeafAllocations            int64
	LeafMerges, NonLeafMerges                      int64 // pages that left the index, emptied
	RangeScans, SingletonLookups                   int64
	ForwardedFetches                               int64
}

// Operational reads the counters of an index; zero for one the table does not have.
func (t *Table) Operational(indexID int) Operational {
	for i, ix := range t.Indexes {
		if ix.ID != indexID || t.st[i] == nil {
			continue
		}
		s := t.st[i]
		op := Operational{
			LeafInserts: s.inserts.Load(), LeafDeletes: s.deletes.Load(), LeafUpdates: s.updates.Load(), LeafGhosts: s.ghosts.Load(),
			RangeScans: s.rangeScans.Load(), SingletonLookups: s.lookups.Load(), ForwardedFetches: s.forwarded.Load(),
		}
		if s.tree != nil {
			n := s.tree.Counts()
			op.LeafAllocations, op.NonLeafAllocations = n.LeafAllocations, n.NonLeafAllocations
			op.LeafMerges, op.NonLeafMerges = n.LeafMerges, n.NonLeafMerges
			op.NonLeafInserts, op.NonLeafDeletes, op.NonLeafUpdates = n.NonLeafInserts, n.NonLeafDeletes, n.NonLeafUpdates
		} else {
			op.LeafAllocations = s.leafPages() - s.base
		}
		return op
	}
	return Operational{}
}
