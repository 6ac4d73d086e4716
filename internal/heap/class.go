package heap

import (
	"fmt"

	"scanfrag/internal/page"
)

// The PFS fullness classes: used bytes, slots included, as a share of 8,096.
const (
	classEmpty = iota
	class50    // up to 50 %
	class80
	class95
	class100
)

// classOf is the PFS class of a page with so many used bytes.
func classOf(used int) uint8 {
	switch {
	case used == 0:
		return classEmpty
	case used*100 <= 50*page.Usable:
		return class50
	case used*100 <= 80*page.Usable:
		return class80
	case used*100 <= 95*page.Usable:
		return class95
	}
	return class100
}

// maxClass is the fullest class whose pages take a row of n bytes: a page is judged
// by its class alone, at the low end of the class's free range (80 % used: 20 %
// free). Derived from observations: a row of 2,011 bytes is refused by a page with
// 4,100 used; rows of 19 bytes close a page at 367, 95.2 %.
func maxClass(n int) (uint8, error) {
	need := n + page.SlotSize
	switch {
	case n < page.MinRecordLen:
		return 0, fmt.Errorf("place row: %d bytes are fewer than the smallest row's %d", n, page.MinRecordLen)
	case n > page.MaxRecord:
		return 0, fmt.Errorf("place row: %d bytes are more than the largest row's %d", n, page.MaxRecord)
	case need <= page.Usable*5/100:
		return class95, nil
	case need <= page.Usable*20/100:
		return class80, nil
	case need <= page.Usable*50/100:
		return class50, nil
	}
	return classEmpty, nil
}
