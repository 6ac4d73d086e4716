package alloc

// Counts are allocations and deallocations since the space was opened.
type Counts struct{ PagesAllocated, PagesFreed, ExtentsAllocated, ExtentsFreed int64 }

// Counts reads them.
func (s *Space) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
