package heap

import (
	"fmt"

	"scanfrag/internal/page"
)

// The PFS fullness classes.
const (
	classEmpty = iota
	class50    // up to 50 % used
	class80
	class95
	class100
)

// Room that a page of each class is sure to have for a row, in bytes of the row: the low end of the class's free range, as
// a share of the largest row (observed: a page 81 to 95 % full takes a row of 403 bytes and refuses one of 404; 20 % are
// published as 1,612 bytes).
const (
	room50 = page.MaxRecord * 50 / 100
	room80 = page.MaxRecord * 20 / 100
	room95 = page.MaxRecord * 5 / 100
)

// classOf is the PFS class of a page with so many used bytes, slots included: that of the room it has but for one slot.
// Published: pages close at 367 rows of 19 bytes (7,707 used) and at 385 of 18 (7,700), not a row before; one with 6,486
// used takes a row of 1,031 yet.
func classOf(used int) uint8 {
	switch room := page.Usable - used + page.SlotSize; {
	case used == 0:
		return classEmpty
	case room >= room50:
		return class50
	case room >= room80:
		return class80
	case room >= room95:
		return class95
	}
	return class100
}

// maxClass is the fullest class whose pages take a row of n bytes: a page is judged by its class alone. Observed: a row
// of 2,011 bytes is refused by a page with 4,100 used; rows of 19 bytes close a page at 367, 95.2 %.
func maxClass(n int) (uint8, error) {
	switch {
	case n < page.MinRecordLen:
		return 0, fmt.Errorf("place row: %d bytes are fewer than the smallest row's %d", n, page.MinRecordLen)
	case n > page.MaxRecord:
		return 0, fmt.Errorf("place row: %d bytes are more than the largest row's %d", n, page.MaxRecord)
	case n <= room95:
		return class95, nil
	case n <= room80:
		return class80, nil
	case n <= room50:
		return class50, nil
	}
	return classEmpty, nil
}

// className is a class as DBCC names it.
func className(class uint8) string {
	return [...]string{"0_PCT_FULL", "50_PCT_FULL", "80_PCT_FULL", "95_PCT_FULL", "100_PCT_FULL"}[min(class, class100)]
}
