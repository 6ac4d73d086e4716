package page

import (
	"fmt"
	"hash/crc32"
)

// flagChecksum in m_flagBits: m_tornBits holds a page checksum.
const (
	flagChecksum = 0x200
	offFlagBits  = 4
	offTornBits  = 60
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	noChecksum [4]byte
)

// DamageError says that a page's bytes cannot be right (SQL Server's error 824). Page is zero when several pages contradict
// each other; What then names them.
type DamageError struct {
	Page ID
	What string

	number int32 // of the message that a check reports; 0: none
	detail string
}

func (e *DamageError) Error() string {
	if e.Page == 0 {
		return e.What
	}
	return fmt.Sprintf("page %v is damaged: %s", e.Page, e.What)
}

func damaged(id ID, format string, args ...any) *DamageError {
	return &DamageError{Page: id, What: fmt.Sprintf(format, args...)}
}

// checksum is CRC-32C over the page with the checksum field zero. SQL Server's
// own checksum is another function; this one has hardware support everywhere.
func (p *Page) checksum() uint32 {
	c := crc32.Update(0, castagnoli, p[:offTornBits])
	c = crc32.Update(c, castagnoli, noChecksum[:])
	return crc32.Update(c, castagnoli, p[offTornBits+4:])
}

// Seal writes the page checksum into m_tornBits and sets flag 0x200.
func (p *Page) Seal() {
	p.put16(offFlagBits, p.u16(offFlagBits)|flagChecksum)
	p.put32(offTornBits, p.checksum())
}

// Verify checks a page just read: that its checksum is right, that it is page
// id, and that its structure lets no accessor reach out of it (Check). It
// returns a *DamageError that names id.
func (p *Page) Verify(id ID) error {
	if p.u16(offFlagBits)&flagChecksum == 0 {
		if *p == (Page{}) {
			return damaged(id, "it was never written (all bytes zero)").as(8909, "contains an incorrect page ID in its page header. The PageId in the page header = %v.", ID(0))
		}
		return damaged(id, "it carries no checksum (flag bits 0x%x)", p.u16(offFlagBits))
	}
	if found, want := p.u32(offTornBits), p.checksum(); found != want {
		return damaged(id, "checksum 0x%08x expected, 0x%08x found in its header", want, found).as(8939, ". Test (checksum) failed. Values are %d and %d.", want, found)
	}
	if p.ID() != id {
		return damaged(id, "its header says page %v", p.ID()).as(8909, "contains an incorrect page ID in its page header. The PageId in the page header = %v.", p.ID())
	}
	if err := p.Check(); err != nil {
		return err
	}
	return nil
}
