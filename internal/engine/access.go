package engine

import (
	"sync"

	"scanfrag/internal/alloc"
)

// AccessMethods are events of all tables of an instance since it started: the performance object of that name. Tables that
// are gone keep their share; one that a transaction is dropping is left out until that ends.
type AccessMethods struct {
	FullScans, RangeScans        int64 // started without and with a key range
	Probes                       int64 // single rows looked up
	IndexSearches                int64 // range scans and probes of indexes
	ForwardedRecords, PageSplits int64
	alloc.Counts
}

func (a *AccessMethods) add(b AccessMethods) {
	a.FullScans += b.FullScans
	a.RangeScans += b.RangeScans
	a.Probes += b.Probes
	a.IndexSearches += b.IndexSearches
	a.ForwardedRecords += b.ForwardedRecords
	a.PageSplits += b.PageSplits
	a.PagesAllocated += b.PagesAllocated
	a.PagesFreed += b.PagesFreed
	a.ExtentsAllocated += b.ExtentsAllocated
	a.ExtentsFreed += b.ExtentsFreed
}

// retired are the events of storages and databases that are gone.
type retired struct {
	mu sync.Mutex
	AccessMethods
}

func (r *retired) retire(a AccessMethods) {
	if r == nil {
		return
	}
	r.mu.Lock()
	r.add(a)
	r.mu.Unlock()
}

func (s *storage) access() AccessMethods {
	full := s.fullScans.Load()
	a := AccessMethods{FullScans: full, RangeScans: s.rangeScans.Load() - full, Probes: s.lookups.Load(), ForwardedRecords: s.forwarded.Load()}
	if s.tree != nil {
		a.IndexSearches = a.RangeScans + a.Probes
		a.PageSplits = s.tree.Counts().Splits
	}
	return a
}

func (d *Database) access() (a AccessMethods) {
	for _, t := range d.Tables() {
		for _, s := range t.st {
			if s != nil {
				a.add(s.access())
			}
		}
	}
	if sp := d.space.Load(); sp != nil {
		a.add(AccessMethods{Counts: sp.Counts()})
	}
	return a
}

// AccessMethods adds the events up.
func (i *Instance) AccessMethods() (a AccessMethods) {
	i.gone.mu.Lock()
	a = i.gone.AccessMethods
	i.gone.mu.Unlock()
	for _, d := range i.Databases() {
		a.add(d.access())
	}
	return a
}
