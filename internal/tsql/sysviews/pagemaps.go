package sysviews

import (
	"fmt"

	"scanfrag/internal/page"
)

// maps tells what a map page says: of pages in a PFS page, of extents in the others, ranges of the same state together.
func (d *pageDump) maps() {
	p := d.p
	file := p.ID().File()
	span := func(from, to int) string { return fmt.Sprintf("(%d:%d) - (%d:%d)", file, from, file, to) }
	if p.Type() == page.TypePFS {
		first := int(p.ID().No()) / page.PFSInterval * page.PFSInterval
		d.of("PFS: Page Alloc Status", "")
		for i := 0; i < page.PFSInterval; {
			j := i + 1
			for j < page.PFSInterval && p.PFS(j) == p.PFS(i) {
				j++
			}
			d.field(span(first+i, first+j-1), "%s", pfsText(p.PFS(i)))
			i = j
		}
		return
	}
	names := map[page.Type][3]string{
		page.TypeGAM: {"GAM: Extent Alloc Status", "NOT ALLOCATED", "ALLOCATED"}, page.TypeSGAM: {"SGAM: Extent Alloc Status", "ALLOCATED", "NOT ALLOCATED"},
		page.TypeIAM: {"IAM: Extent Alloc Status", "ALLOCATED", "NOT ALLOCATED"}, page.TypeDiffMap: {"DIFF_MAP: Extent Alloc Status", "CHANGED", "NOT CHANGED"},
		page.TypeMLMap: {"ML_MAP: Extent Alloc Status", "MIN_LOGGED", "NOT MIN_LOGGED"},
	}[p.Type()]
	first := int(p.ID().No()) / page.GAMInterval * page.GAMInterval
	if p.Type() == page.TypeIAM {
		first = int(p.StartPage().No())
		file = p.StartPage().File()
		d.of("IAM: Single Page Allocations", "")
		for i := range page.SinglePages {
			d.field(fmt.Sprintf("Slot %d", i), "%s", placeText(p.SinglePage(i)))
		}
	}
	d.of(names[0], "")
	for i := 0; i < page.GAMExtents; {
		on := p.MapBit(i)
		j := p.NextMapBit(i, !on)
		if j < 0 {
			j = page.GAMExtents
		}
		state := names[2]
		if on {
			state = names[1]
		}
		d.field(span(first+i*page.ExtentPages, first+j*page.ExtentPages-1), "%s", state)
		i = j
	}
}
