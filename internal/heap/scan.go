package heap

import (
	"fmt"

	"scanfrag/internal/page"
)

// Scan is one worker's cursor. A stub is followed at once (a single-page read when not
// cached); a forwarded record met in its own page is skipped: so no row is seen
// twice or missed when rows move. Logical reads = pages + stubs. With ScanOptions.InPlace it is the
// other way round, and logical reads = pages. Not safe for concurrent use.
type Scan struct {
	pages
	slot  int      // of the current row; -1 before the page's first
	moved []byte   // the current row's forwarded record; nil when it is a primary one
	home  page.RID // of moved
	chase chaser
	buf   []byte
	ready bool // buf holds the current row
	count int64
}

// Next moves to the next row; false at the end or on an error (see Err). Record and RID (the
// row's home) are valid until the next call. The caller may Update or Delete the current row.
func (s *Scan) Next() bool {
	for {
		if s.p != nil {
			for s.slot++; s.slot < s.p.SlotCount(); s.slot++ {
				st, ok := s.p.Status(s.slot)
				if !ok {
					continue
				}
				switch st >> 1 & 7 {
				case page.KindPrimary:
					s.moved = nil
					return true
				case page.KindStub:
					if s.s.opt.InPlace {
						continue
					}
					s.home = page.RID{Page: s.id, Slot: uint16(s.slot)}
					s.moved, s.err = s.follow()
				case page.KindForwarded:
					if !s.s.opt.InPlace {
						continue
					}
					s.moved = s.p.Record(s.slot)
					s.home, s.err = s.origin(s.moved)
				default:
					s.err = s.unknown(st)
				}
				if s.err != nil {
					s.leave()
					return false
				}
				s.ready = false
				return true
			}
		}
		s.slot = -1
		if !s.advance() {
			s.chase.leave()
			return false
		}
	}
}

// follow chases the stub in the current slot.
func (s *Scan) follow() ([]byte, error) {
	s.count++
	return s.chase.row(s.s, page.RID{Page: s.id, Slot: uint16(s.slot)}, page.StubTarget(s.p.Raw(s.slot)))
}

// origin is the home of a forwarded record in the current slot.
func (s *Scan) origin(rec []byte) (page.RID, error) {
	home, ok := page.BackPointer(rec)
	if !ok {
		return home, &page.DamageError{Page: s.id, What: fmt.Sprintf("the forwarded row in slot %d has no back pointer", s.slot)}
	}
	return home, nil
}

func (s *Scan) unknown(status byte) error {
	return &page.DamageError{Page: s.id, What: fmt.Sprintf("slot %d holds a record of type %d, which heaps do not have", s.slot, status>>1&7)}
}

// Record is the current row as a primary record.
func (s *Scan) Record() []byte {
	if s.moved == nil {
		return s.p.Record(s.slot)
	}
	if !s.ready {
		s.buf = page.AppendUnforwarded(s.buf[:0], s.moved)
		s.ready = true
	}
	return s.buf
}

// RID is the current row's home.
func (s *Scan) RID() page.RID {
	if s.moved != nil {
		return s.home
	}
	return page.RID{Page: s.id, Slot: uint16(s.slot)}
}

// Err is what ended the scan early; nil at its regular end.
func (s *Scan) Err() error { return s.err }

// Forwarded is the number of stubs followed so far.
func (s *Scan) Forwarded() int64 { return s.count }

// Count consumes the rest and returns the number of rows: COUNT(*) without touching columns
// (each stub is still chased).
func (s *Scan) Count() (int64, error) {
	var rows int64
	for s.p != nil || s.advance() {
		n := s.p.SlotCount()
		for s.slot++; s.slot < n; s.slot++ {
			st, ok := s.p.Status(s.slot)
			if !ok {
				continue
			}
			switch st >> 1 & 7 {
			case page.KindPrimary:
				rows++
			case page.KindStub:
				if s.s.opt.InPlace {
					continue
				}
				if _, s.err = s.follow(); s.err != nil {
					s.Close()
					return 0, s.err
				}
				rows++
			case page.KindForwarded:
				if s.s.opt.InPlace {
					rows++
				}
			default:
				s.err = s.unknown(st)
				s.Close()
				return 0, s.err
			}
		}
		s.slot = -1
		s.leave()
	}
	s.Close()
	if s.err != nil {
		return 0, s.err
	}
	return rows, nil
}

// Close unpins what the scan holds. It may be called more than once.
func (s *Scan) Close() {
	s.leave()
	s.chase.leave()
	s.run.Want, s.queue = 0, nil
}
