package alloc

import (
	"slices"

	"scanfrag/internal/page"
)

// rooms counts a unit's pages by PFS class, and those with the ghost bit, in all and per PFS interval, so that
// FindRoom and FindGhosts look only where there is something to find.
type rooms struct {
	total     [page.PFSClass + 1]int64
	ghosts    int64
	intervals []room // ascending
	last      int    // index looked up last
}

type room struct {
	pfs    page.ID
	count  [page.PFSClass + 1]int32
	ghosts int32
}

func (c *rooms) add(id page.ID, class, n int) {
	c.total[class] += int64(n)
	c.interval(id).count[class] += int32(n)
}

func (c *rooms) addGhost(id page.ID, n int) {
	c.ghosts += int64(n)
	c.interval(id).ghosts += int32(n)
}

// interval is the entry of the PFS interval id lies in, made when missing.
func (c *rooms) interval(id page.ID) *room {
	at := pfsOf(id)
	if c.last >= len(c.intervals) || c.intervals[c.last].pfs != at {
		i, ok := c.find(at)
		if !ok {
			c.intervals = slices.Insert(c.intervals, i, room{pfs: at})
		}
		c.last = i
	}
	return &c.intervals[c.last]
}

func (c *rooms) find(at page.ID) (int, bool) {
	return slices.BinarySearchFunc(c.intervals, at, func(r room, id page.ID) int {
		return int(int64(r.pfs) - int64(id))
	})
}

func (r *room) upTo(class uint8) bool {
	for _, n := range r.count[:class+1] {
		if n > 0 {
			return true
		}
	}
	return false
}
