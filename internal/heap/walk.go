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
	report := func(err error) { errs = append(errs, page.Findings(err, h.u.ObjectID(), h.u.IndexID())...) }
	for len(errs) < maxFindings {
		if !s.advance() {
			if s.err == nil || ctx.Err() != nil {
				break
			}
			report(s.err) // and on with the next page
			s.err = nil
			continue
		}
		if err := s.p.Check(); err != nil {
			report(err)
			continue
		}
		if err := unlinked(s.p); err != nil {
			report(err)
		}
		class, err := h.sp.Fullness(s.id)
		if want := classOf(s.p.Used()); err == nil && class != want {
			err = &page.Finding{Number: 8914, Text: fmt.Sprintf("Incorrect PFS free space information for page %v in %s. Expected value %s, actual value %s.",
				s.id, page.UnitText(h.u.ObjectID(), h.u.IndexID()), className(want), className(class))}
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
					errs = append(errs, h.stubFinding(s.RID(), page.StubTarget(s.p.Raw(s.slot)), err))
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

// stubFinding words what is wrong with a stub: a row there that points elsewhere (to a stub that points to it: one row has two), or none.
func (h *Heap) stubFinding(home, to page.RID, err error) error {
	if r, gerr := h.get(to.Page, nil); gerr == nil {
		defer r.Release()
		if int(to.Slot) < r.Page.SlotCount() && r.Page.Record(int(to.Slot)) != nil {
			if back, ok := page.BackPointer(r.Page.Record(int(to.Slot))); ok {
				unit := page.UnitID(h.u.ObjectID(), int(h.u.IndexID()))
				if h.stubPointsTo(back, to) {
					return &page.Finding{Number: 8972, Text: fmt.Sprintf(
						"Forwarded row referenced by more than one row. Object ID %d, partition ID %d, alloc unit ID %d (type In-row data), page %v, slot %d incorrectly points to the forwarded row page %v, slot %d, which correctly refers back to page %v, slot %d.",
						h.u.ObjectID(), unit, unit, home.Page, home.Slot, to.Page, to.Slot, back.Page, back.Slot)}
				}
				return &page.Finding{Number: 8971, Text: fmt.Sprintf(
					"Forwarded row mismatch: Object ID %d, partition ID %d, alloc unit ID %d (type In-row data) page %v, slot %d points to forwarded row page %v, slot %d; the forwarded row points back to page %v, slot %d",
					h.u.ObjectID(), unit, unit, home.Page, home.Slot, to.Page, to.Slot, back.Page, back.Slot)}
			}
		}
	}
	var damage *page.DamageError
	if !errors.As(err, &damage) {
		return err
	}
	return &page.Finding{Number: 8993, Text: fmt.Sprintf(
		"Object ID %d, forwarding row page %v, slot %d points to page %v, slot %d. Did not encounter forwarded row. Possible allocation error.",
		h.u.ObjectID(), home.Page, home.Slot, to.Page, to.Slot)}
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
				errs = append(errs, &page.Finding{Number: 8994, Text: fmt.Sprintf(
					"Object ID %d, forwarded row page %v, slot %d should be pointed to by forwarding row page %v, slot %d. Did not encounter forwarding row. Possible allocation error.",
					h.u.ObjectID(), id, i, home.Page, home.Slot)})
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
