package sysviews

import (
	"encoding/binary"
	"fmt"

	"scanfrag/internal/page"
)

const pageHeader = "PAGE HEADER:"

func (d *pageDump) u16(at int) int { return int(binary.LittleEndian.Uint16(d.p[at:])) }

func placeText(id page.ID) string { return fmt.Sprintf("(%d:%d)", id.File(), id.No()) }

// header tells the header's fields in the order that SQL Server prints them.
func (d *pageDump) header() {
	p := d.p
	d.of(pageHeader, fmt.Sprintf("Page %s", placeText(p.ID())))
	d.field("m_pageId", "%s", placeText(p.ID()))
	d.field("m_headerVersion", "%d", p[0])
	d.field("m_type", "%d", p.Type())
	d.field("m_typeFlagBits", "0x%x", p[2])
	d.field("m_level", "%d", p.Level())
	d.field("m_flagBits", "0x%x", d.u16(4))
	d.field("m_objId (AllocUnitId.idObj)", "%d", p.ObjectID())
	d.field("m_indexId (AllocUnitId.idInd)", "%d", p.IndexID())
	unit := unitID(p.ObjectID(), int(p.IndexID()))
	d.field("Metadata: AllocUnitId", "%d", unit)
	d.field("Metadata: PartitionId", "%d", unit)
	d.field("Metadata: IndexId", "%d", p.IndexID())
	d.field("Metadata: ObjectId", "%d", p.ObjectID())
	d.field("m_prevPage", "%s", placeText(p.Prev()))
	d.field("m_nextPage", "%s", placeText(p.Next()))
	d.field("pminlen", "%d", p.MinLen())
	d.field("m_slotCnt", "%d", p.SlotCount())
	d.field("m_freeCnt", "%d", p.FreeCount())
	d.field("m_freeData", "%d", p.FreeData())
	d.field("m_reservedCnt", "%d", d.u16(38))
	d.field("m_lsn", "(%d:%d:%d)", binary.LittleEndian.Uint32(p[40:]), binary.LittleEndian.Uint32(p[44:]), d.u16(48))
	d.field("m_xactReserved", "%d", d.u16(50))
	d.field("m_xdesId", "(%d:%d)", d.u16(56), binary.LittleEndian.Uint32(p[52:]))
	d.field("m_ghostRecCnt", "%d", p.GhostCount())
	d.field("m_tornBits", "%d", int32(binary.LittleEndian.Uint32(p[60:])))
}

var fullness = [...]string{"0_PCT_FULL", "50_PCT_FULL", "80_PCT_FULL", "95_PCT_FULL", "100_PCT_FULL"}

// pfsText spells a PFS byte out.
func pfsText(b byte) string {
	s := ""
	for _, f := range []struct {
		bit  byte
		name string
	}{{page.PFSIAM, "IAM_PG "}, {page.PFSMixed, "MIXED_EXT "}, {page.PFSAllocated, "ALLOCATED "}, {page.PFSGhosts, "HAS_GHOST "}} {
		if b&f.bit != 0 {
			s += f.name
		}
	}
	if b&page.PFSAllocated == 0 {
		s += "NOT ALLOCATED "
	}
	if class := int(b & page.PFSClass); class < len(fullness) {
		return s + fullness[class]
	}
	return s + fmt.Sprintf("class %d", b&page.PFSClass)
}

// allocation tells what the maps say of the page.
func (d *pageDump) allocation(gam, sgam, pfs, diff, ml page.ID, allocated, mixed bool, b byte) {
	is := func(yes bool) string {
		if yes {
			return "ALLOCATED"
		}
		return "NOT ALLOCATED"
	}
	d.of(pageHeader, "Allocation Status")
	d.field("GAM "+placeText(gam), "%s", is(allocated))
	d.field("SGAM "+placeText(sgam), "%s", is(mixed))
	d.field("PFS "+placeText(pfs), "0x%x %s", b, pfsText(b))
	d.field("DIFF "+placeText(diff), "NOT CHANGED") // neither map is kept: there are no backups
	d.field("ML "+placeText(ml), "NOT MIN_LOGGED")
}
