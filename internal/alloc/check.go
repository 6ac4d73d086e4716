package alloc

import (
	"fmt"
	"math/bits"
	"slices"

	"scanfrag/internal/page"
)

// Check verifies that every page below the high-water mark is owned exactly once
// or free, and that GAM, SGAM, PFS and IAM pages and the counts in memory agree.
// Units are all allocation units of the database, dropped ones apart. One error per finding, naming
// the page; the walk goes on after each.
func (s *Space) Check(units []*Unit) []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := checker{s: s, owner: map[page.ID]*Unit{}, iams: map[page.ID]*Unit{}, singles: map[page.ID]*Unit{}}
	units = slices.Concat(units, s.deferred)
	for _, u := range units {
		c.unit(u)
	}
	for _, f := range s.files {
		if f != nil {
			c.file(f)
		}
	}
	for _, u := range units {
		c.counts(u)
	}
	return c.errs
}

type checker struct {
	s       *Space
	errs    []error
	owner   map[page.ID]*Unit // by extent
	iams    map[page.ID]*Unit
	singles map[page.ID]*Unit // claimed by a single-page slot
	sums    map[*Unit]*sums
	free    int64 // free extents of the file in hand
}

// sums are what the maps say about a unit.
type sums struct {
	extents, system, used, ghosts int64
	class                         [page.PFSClass + 1]int64
}

// find reports in the words of the server's message of that number.
func (c *checker) find(number int32, format string, args ...any) {
	c.errs = append(c.errs, &page.Finding{Number: number, Text: fmt.Sprintf(format, args...)})
}

// marked is message 8948 about a page's PFS byte.
func (c *checker) marked(id page.ID, v, want byte) {
	c.find(8948, "Database error: Page %v is marked with the wrong type in PFS page %v. PFS status 0x%x expected 0x%x.", id, pfsOf(id), v, want)
}

func (c *checker) failf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// unit walks a unit's IAM chain and claims its extents.
func (c *checker) unit(u *Unit) {
	if c.sums == nil {
		c.sums = map[*Unit]*sums{}
	}
	if u.dropped && !slices.Contains(c.s.deferred, u) {
		c.failf("object %d: its allocation unit was dropped", u.objID)
		return
	}
	n := &sums{}
	c.sums[u] = n
	for i, m := range u.iams {
		if o := c.iams[m.id]; o != nil {
			c.failf("IAM page %v belongs to object %d and to object %d", m.id, o.objID, u.objID)
			continue
		}
		c.iams[m.id] = u
		r, err := c.s.mapPage(m.id, page.TypeIAM)
		if err != nil {
			c.failf("object %d: %w", u.objID, err)
			continue
		}
		p := *r.Page
		r.Release()
		next := page.ID(0)
		if i+1 < len(u.iams) {
			next = u.iams[i+1].id
		}
		if p.ObjectID() != u.objID || p.IndexID() != u.indexID || p.StartPage() != m.start || p.Next() != next {
			c.failf("IAM page %v: object %d, index %d, start %v, next %v; expected %d, %d, %v, %v", m.id,
				p.ObjectID(), p.IndexID(), p.StartPage(), p.Next(), u.objID, u.indexID, m.start, next)
		}
		c.header(&p)
		c.slots(u, &p, m.id, i == 0)
		for bit := p.NextMapBit(0, true); bit >= 0; bit = p.NextMapBit(bit+1, true) {
			ext := m.start + page.ID(bit*page.ExtentPages)
			if o := c.owner[ext]; o != nil {
				c.find(8904, "Extent %v in database ID "+page.InDatabase+" is allocated by more than one allocation object.", ext)
				continue
			}
			if f := c.s.file(ext); f == nil || ext.No() >= f.high {
				c.find(8968, "Table error: IAM page %v (%s) is out of the range of this database: it has extent %v.", m.id, page.UnitText(u.objID, u.indexID), ext)
				continue
			}
			if c.s.file(ext).grp != u.group() {
				c.failf("extent %v of object %d lies outside its filegroup %s", ext, u.objID, u.grp.name)
			}
			c.owner[ext] = u
			n.extents++
			n.system += int64(bits.OnesCount8(systemMask(ext)))
		}
	}
}

// slots claims the single pages of an IAM page.
func (c *checker) slots(u *Unit, p *page.Page, iam page.ID, first bool) {
	for i := range page.SinglePages {
		id := p.SinglePage(i)
		want := page.ID(0)
		if first {
			want = u.singles[i]
		}
		if id != want || id != 0 && c.s.singles[id] != u {
			c.failf("IAM page %v: single-page slot %d has page %v, %v expected", iam, i, id, want)
		}
		if id == 0 {
			continue
		}
		if o := c.singles[id]; o != nil {
			c.failf("page %v belongs to object %d and to object %d", id, o.objID, u.objID)
			continue
		}
		c.singles[id] = u
	}
}

// file walks all extents of a file.
func (c *checker) file(f *file) {
	c.free = 0
	defer func() {
		if c.free != f.free {
			c.failf("file %d: %d extents are free, %d by its count", f.no, c.free, f.free)
		}
	}()
	c.fixed(f)
	for no := uint32(0); no < f.high; {
		start := f.id(no)
		gamID, sgamID := mapsOf(start)
		gam, err := c.s.mapPage(gamID, page.TypeGAM)
		if err != nil {
			c.failf("extents from %v on: %w", start, err)
			no += page.GAMInterval
			continue
		}
		sgam, err := c.s.mapPage(sgamID, page.TypeSGAM)
		if err != nil {
			gam.Release()
			c.failf("extents from %v on: %w", start, err)
			no += page.GAMInterval
			continue
		}
		for end := min(no+page.GAMInterval, f.high); no < end; no += page.ExtentPages {
			ext := f.id(no)
			r, err := c.s.pfs(ext)
			if err != nil {
				c.failf("extent %v: %w", ext, err)
				continue
			}
			b := r.Page.PFSExtent(pfsIndex(ext))
			r.Release()
			c.extent(f, ext, gam.Page.MapBit(bitOf(ext)), sgam.Page.MapBit(bitOf(ext)), b)
		}
		gam.Release()
		sgam.Release()
	}
}

func (c *checker) extent(f *file, ext page.ID, free, room bool, b uint64) {
	sys := systemMask(ext)
	for i := range uint32(page.ExtentPages) {
		if sys>>i&1 != 0 && byte(b>>(8*i)) != f.systemByte(ext.No()+i) {
			c.marked(ext+page.ID(i), byte(b>>(8*i)), f.systemByte(ext.No()+i))
		}
	}
	used := allocated(b) &^ sys
	u := c.owner[ext]
	if o := f.owner(ext); o != u && (o == nil || c.sums[o] != nil) {
		c.failf("extent %v: the IAM pages and the owner in memory differ", ext)
	}
	switch {
	case u != nil:
		if free || room {
			c.failf("extent %v of object %d: GAM bit %v, SGAM bit %v, both expected off", ext, u.objID, free, room)
		}
		c.uniform(u, ext, used, b)
	case free:
		c.free++
		if room {
			gam, sgam := mapsOf(ext)
			c.find(8903, "Extent %v in database ID "+page.InDatabase+" is allocated in both GAM %v and SGAM %v.", ext, gam, sgam)
		}
		if used != 0 {
			c.failf("extent %v is free, but its PFS bytes have pages 0x%02x allocated", ext, used)
		}
	case ext.No() == 0:
		if room {
			c.failf("extent %v: SGAM bit on for the system's extent", ext)
		}
	default:
		c.mixed(ext, sys, used, room, b)
	}
}

func (c *checker) uniform(u *Unit, ext page.ID, used uint8, b uint64) {
	n := c.sums[u]
	for i := range page.ExtentPages {
		v := byte(b >> (8 * i))
		if systemMask(ext)>>i&1 != 0 {
			continue
		}
		switch {
		case used>>i&1 == 0 && v != 0:
			c.marked(ext+page.ID(i), v, 0)
		case used>>i&1 != 0:
			n.used++
			n.class[v&page.PFSClass]++
			if v&page.PFSGhosts != 0 {
				n.ghosts++
			}
			if v&^(page.PFSClass|page.PFSGhosts) != page.PFSAllocated {
				c.marked(ext+page.ID(i), v, v&(page.PFSClass|page.PFSGhosts)|page.PFSAllocated)
			}
		}
	}
	if used == 0 && !u.busy[ext] {
		c.failf("extent %v of object %d has no allocated page", ext, u.objID)
	}
}

func (c *checker) mixed(ext page.ID, sys, used uint8, room bool, b uint64) {
	if full := used|sys == 0xff; full == room {
		c.failf("extent %v: SGAM bit %v, pages 0x%02x allocated", ext, room, used|sys)
	}
	if used == 0 && !isBoot(ext) {
		c.find(8905, "Extent %v in database ID "+page.InDatabase+" is marked allocated in the GAM, but no SGAM or IAM has allocated it.", ext)
	}
	for i := range page.ExtentPages {
		id, v := ext+page.ID(i), byte(b>>(8*i))
		switch {
		case sys>>i&1 != 0 || used>>i&1 == 0:
		case v&page.PFSIAM == 0:
			c.single(id, v)
		case v != page.PFSAllocated|page.PFSMixed|page.PFSIAM:
			c.marked(id, v, page.PFSAllocated|page.PFSMixed|page.PFSIAM)
		case c.iams[id] == nil:
			c.failf("page %v is allocated as an IAM page, but is in no chain", id)
		default:
			delete(c.iams, id)
		}
	}
}

// single judges a page of a mixed extent that is no IAM page.
func (c *checker) single(id page.ID, v byte) {
	u := c.singles[id]
	switch {
	case v&^(page.PFSClass|page.PFSGhosts) != page.PFSAllocated|page.PFSMixed:
		c.marked(id, v, v&(page.PFSClass|page.PFSGhosts)|page.PFSAllocated|page.PFSMixed)
	case u == nil:
		c.failf("page %v is allocated in a mixed extent, but in no single-page slot", id)
	default:
		delete(c.singles, id)
		n := c.sums[u]
		n.used++
		n.class[v&page.PFSClass]++
		if v&page.PFSGhosts != 0 {
			n.ghosts++
		}
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
