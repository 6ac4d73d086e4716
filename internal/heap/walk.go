package heap

import (
	"context"
	"errors"
	"fmt"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Walk calls fn for every allocated page in IAM order, pinned (physical statistics,
// checks), with the reads of a scan. It ends with fn's error or ctx's.
func (h *Heap) Walk(ctx context.Context, io *bufpool.IO, fn func(id page.ID, p *page.Page) error) error {
	sup, err := h.NewSupplier(ctx, ScanOptions{IO: io})
	if err != nil {
		return err
	}
	s := sup.NewScan()
	defer s.Close()
	for s.advance() {
		if err := fn(s.id, s.p); err != nil {
			return err
		}
	}
	return s.err
}

// maxFindings ends a check that finds more.
const maxFindings = 100

var errEnough = errors.New("further findings are not listed")

// Check verifies the heap: pages well formed and of this heap, every stub matched by
// a forwarded record that points back and the other way round, PFS classes right.
// One error per finding, naming page and slot, at most about a hundred.
func (h *Heap) Check(ctx context.Context) []error {
	var errs []error
	sup, err := h.NewSupplier(ctx, ScanOptions{ChaseAhead: true})
	if err != nil {
		return []error{err}
	}
	s := sup.NewScan()
	defer s.Close()
	var stubs, moved int64
	for s.advance() && len(errs) < maxFindings {
		if err := s.p.Check(); err != nil {
			errs = append(errs, err)
			continue
		}
		if err := unlinked(s.p); err != nil {
			errs = append(errs, err)
		}
		class, err := h.sp.Fullness(s.id)
		if want := classOf(s.p.Used()); err == nil && class != want {
			err = fmt.Errorf("page %v: PFS class %d, %d expected with %d bytes used", s.id, class, want, s.p.Used())
		}
		if err != nil {
			errs = append(errs, err)
		}
		for s.slot = 0; s.slot < s.p.SlotCount(); s.slot++ {
			st, ok := s.p.Status(s.slot)
			if !ok {
				continue
			}
			switch st >> 1 & 7 {
			case page.KindPrimary:
			case page.KindForwarded:
				moved++
			case page.KindStub:
				if _, err := s.follow(); err != nil {
					if ctx.Err() != nil {
						return append(errs, ctx.Err())
					}
					errs = append(errs, err)
					continue
				}
				stubs++
			default:
				errs = append(errs, s.unknown(st))
			}
		}
	}
	if s.err != nil {
		errs = append(errs, s.err)
	}
	// Sound stubs have targets of their own; more forwarded records are nobody's.
	if moved != stubs && len(errs) < maxFindings {
		errs = append(errs, h.orphans(ctx)...)
	}
	if len(errs) >= maxFindings {
		errs = append(errs, errEnough)
	}
	return errs
}

// unlinked checks what a heap's pages do not use: links, and the header's spare bytes.
func unlinked(p *page.Page) error {
	if p.Prev() != 0 || p.Next() != 0 {
		return &page.DamageError{Page: p.ID(), What: fmt.Sprintf("a heap's page that is linked to pages %v and %v", p.Prev(), p.Next())}
	}
	return p.CheckUnused()
}

// orphans are the forwarded records whose home has no stub pointing to them.
func (h *Heap) orphans(ctx context.Context) []error {
	var errs []error
	err := h.Walk(ctx, nil, func(id page.ID, p *page.Page) error {
		for i := range p.SlotCount() {
			rec := p.Record(i)
			if rec == nil || page.RecordKind(rec) != page.KindForwarded {
				continue
			}
			self := page.RID{Page: id, Slot: uint16(i)}
			home, ok := page.BackPointer(rec)
			if ok {
				ok = h.stubPointsTo(home, self)
			}
			if !ok {
				errs = append(errs, &page.DamageError{Page: id, What: fmt.Sprintf("the forwarded row in slot %d has no stub at its home %v", i, home)})
			}
		}
		if len(errs) >= maxFindings {
			return errEnough
		}
		return nil
	})
	if err != nil && err != errEnough {
		errs = append(errs, err)
	}
	return errs
}

func (h *Heap) stubPointsTo(home, to page.RID) bool {
	r, err := h.get(home.Page, nil)
	if err != nil {
		return false
	}
	defer r.Release()
	rec, err := homeRecord(r.Page, home)
	return err == nil && page.RecordKind(rec) == page.KindStub && page.StubTarget(rec) == to
}
