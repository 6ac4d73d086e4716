package engine

// Operational counters of one index since the table was attached or last rebuilt (sys.dm_db_index_operational_stats).
// Allocations are net of pages that were freed meanwhile: exact for tables that only grow.
type Operational struct {
	LeafInserts, LeafDeletes, LeafUpdates int64
	LeafAllocations, NonLeafAllocations   int64
	RangeScans, SingletonLookups          int64
	ForwardedFetches                      int64
}

// Operational reads the counters of an index; zero for one the table does not have.
func (t *Table) Operational(indexID int) Operational {
	for i, ix := range t.Indexes {
		if ix.ID != indexID {
			continue
		}
		s := t.st[i]
		op := Operational{
			LeafInserts: s.inserts.Load(), LeafDeletes: s.deletes.Load(), LeafUpdates: s.updates.Load(),
			RangeScans: s.rangeScans.Load(), SingletonLookups: s.lookups.Load(), ForwardedFetches: s.forwarded.Load(),
		}
		s.recount(t.db.inst)
		now := s.levelPages()
		op.LeafAllocations, op.NonLeafAllocations = max(0, now.leaf-s.base.leaf), max(0, now.nonLeaf-s.base.nonLeaf)
		return op
	}
	return Operational{}
}
