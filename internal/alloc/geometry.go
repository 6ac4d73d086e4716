package alloc

import "scanfrag/internal/page"

// Fixed pages of a file. From the second interval on, a map page stands at the
// interval's start: PFS at every multiple of 8,088; GAM, SGAM, DCM and BCM at
// offsets 0, 1, 6 and 7 of every 511,232 pages.
const (
	headerPage = 0
	pfsPage    = 1
	gamPage    = 2
	sgamPage   = 3
	dcmPage    = 6
	bcmPage    = 7
	bootPage   = 9

	systemPages = 8  // extent 0 belongs to the system
	firstPages  = 16 // extent 1 of file 1 is mixed from the start: it holds the boot page

	// At the first page that would have to be both PFS and GAM, 3.85 TB into a
	// file, growth ends.
	maxPages = page.PFSInterval * page.GAMExtents
)

// pfsOf is the PFS page that describes page id.
func pfsOf(id page.ID) page.ID {
	no := id.No() / page.PFSInterval * page.PFSInterval
	if no == 0 {
		no = pfsPage
	}
	return page.MakeID(id.File(), no)
}

// mapsOf are the GAM and SGAM page of the interval id lies in.
func mapsOf(id page.ID) (gam, sgam page.ID) {
	no := id.No() / page.GAMInterval * page.GAMInterval
	if no == 0 {
		return page.MakeID(id.File(), gamPage), page.MakeID(id.File(), sgamPage)
	}
	return page.MakeID(id.File(), no), page.MakeID(id.File(), no+1)
}

// intervalOf is the first page of id's GAM interval.
func intervalOf(id page.ID) page.ID {
	return page.MakeID(id.File(), id.No()/page.GAMInterval*page.GAMInterval)
}

// bitOf is the number of id's extent within its GAM interval.
func bitOf(id page.ID) int { return int(id.No() % page.GAMInterval / page.ExtentPages) }

// pfsIndex is the number of page id within its PFS interval. An extent never
// straddles two, since 8,088 is a multiple of 8.
func pfsIndex(id page.ID) int { return int(id.No() % page.PFSInterval) }

// systemMask has bit i set when page i of the extent is a fixed page or a map:
// such a page is allocated from the start and never a table's.
func systemMask(first page.ID) uint8 {
	no := first.No()
	if no == 0 {
		return 0xff
	}
	var m uint8
	if no%page.PFSInterval == 0 {
		m |= 1
	}
	if no%page.GAMInterval == 0 {
		m |= 1<<0 | 1<<1 | 1<<dcmPage | 1<<bcmPage
	}
	if isBoot(first) {
		m |= 1 << (bootPage & 7)
	}
	return m
}

// isSystem reports a fixed page or a map.
func isSystem(id page.ID) bool { return systemMask(id.Extent())>>(id.No()&7)&1 != 0 }

// isBoot reports the extent of the boot page, which is never free.
func isBoot(ext page.ID) bool { return ext == page.MakeID(1, bootPage&^7) }
