package alloc

import "scanfrag/internal/page"

// sums are what the maps say about a unit.
type sums struct {
	extents, system, used, ghosts int64
	class                         [page.PFSClass + 1]int64
}

// page adds an allocated page with PFS byte v.
func (n *sums) page(v byte) {
	n.used++
	n.class[v&page.PFSClass]++
	if v&page.PFSGhosts != 0 {
		n.ghosts++
	}
}

// counts compares what the maps say with what is kept in memory.
func (c *checker) counts(u *Unit) {
	n := c.sums[u]
	if n == nil {
		return
	}
	for id, o := range c.iams {
		if o == u {
			c.failf("IAM page %v of object %d is not allocated in a mixed extent", id, u.objID)
		}
	}
	for id, o := range c.singles {
		if o == u {
			c.failf("page %v of object %d is in a single-page slot, but not allocated in a mixed extent", id, u.objID)
		}
	}
	if u.dropped { // only what it holds back still counts
		n.class, n.ghosts = u.rooms.total, u.rooms.ghosts
	}
	if n.extents != u.extents || n.system != u.system || n.used != u.used || n.class != u.rooms.total {
		c.failf("object %d: %d extents, %d system pages in them, %d pages, %v by class; counted %d, %d, %d, %v", u.objID,
			u.extents, u.system, u.used, u.rooms.total, n.extents, n.system, n.used, n.class)
	}
	var byClass [page.PFSClass + 1]int64
	ghosts := int64(0)
	for _, r := range u.rooms.intervals {
		ghosts += int64(r.ghosts)
		for i, k := range r.count {
			byClass[i] += int64(k)
		}
	}
	if byClass != u.rooms.total {
		c.failf("object %d: %v pages by class in all, %v by interval", u.objID, u.rooms.total, byClass)
	}
	if n.ghosts != u.rooms.ghosts || n.ghosts != ghosts {
		c.failf("object %d: %d pages with ghost records by their PFS bytes, %d kept count of, %d by interval", u.objID, n.ghosts, u.rooms.ghosts, ghosts)
	}
}
