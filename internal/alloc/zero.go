package alloc

import (
	"context"
	"fmt"
	"slices"

	"scanfrag/internal/page"
)

// ZeroUnwritten puts an empty page into the pool for every page of an allocated
// extent that nobody allocated and that may never have been written. CHECKPOINT calls it
// first, and the pages are written with all other dirty ones (merged with their neighbours).
// After an error, or when ctx ends, the rest is left for the next call.
//
// A page freed between this call and the end of the checkpoint is dealt with by
// the next one.
func (s *Space) ZeroUnwritten(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.touched)
	s.touched = slices.Compact(s.touched)
	for i, ext := range s.touched {
		err := ctx.Err()
		if err == nil {
			err = s.zeroExtent(ext)
		}
		if err != nil {
			s.touched = slices.Delete(s.touched, 0, i)
			return fmt.Errorf("write the unallocated pages of extent %v: %w", ext, err)
		}
	}
	s.touched = nil
	return nil
}

func (s *Space) zeroExtent(ext page.ID) error {
	if ext.No() >= s.file(ext).high {
		return nil // trimmed
	}
	gam, _ := mapsOf(ext)
	r, err := s.mapPage(gam, page.TypeGAM)
	if err != nil {
		return err
	}
	free := r.Page.MapBit(bitOf(ext))
	r.Release()
	if free {
		return nil
	}
	if r, err = s.pfs(ext); err != nil {
		return err
	}
	used := allocated(r.Page.PFSExtent(pfsIndex(ext))) | systemMask(ext)
	r.Release()
	for i := range page.ID(page.ExtentPages) {
		if used>>i&1 != 0 {
			continue
		}
		r, err := s.st.Fresh(ext + i)
		if err != nil {
			return err
		}
		r.Page.Init(page.TypeNone, 0, ext+i, 0, 0)
		r.Release()
	}
	return nil
}
