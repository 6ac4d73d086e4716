package alloc

import (
	"math/bits"
	"slices"

	"scanfrag/internal/page"
)

// unit walks a unit's IAM chain and claims what its pages own.
func (c *checker) unit(u *Unit) {
	if u.dropped && !slices.Contains(c.s.deferred, u) {
		c.failf("object %d: its allocation unit was dropped", u.objID)
		return
	}
	c.sums[u] = &sums{}
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
		c.extents(u, &p, m)
	}
}

// slots claims the single pages of IAM page iam, which only the first of a chain has.
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

// extents claims the extents of IAM page m.
func (c *checker) extents(u *Unit, p *page.Page, m iam) {
	n := c.sums[u]
	for bit := p.NextMapBit(0, true); bit >= 0; bit = p.NextMapBit(bit+1, true) {
		ext := m.start + page.ID(bit*page.ExtentPages)
		if o := c.owner[ext]; o != nil {
			c.find(8904, "Extent %v in database ID "+page.InDatabase+" is allocated by more than one allocation object.", ext)
			continue
		}
		f := c.s.file(ext)
		if f == nil || ext.No() >= f.high {
			c.find(8968, "Table error: IAM page %v (%s) is out of the range of this database: it has extent %v.", m.id, page.UnitText(u.objID, u.indexID), ext)
			continue
		}
		if f.grp != u.group() {
			c.failf("extent %v of object %d lies outside its filegroup %s", ext, u.objID, u.grp.name)
		}
		c.owner[ext] = u
		n.extents++
		n.system += int64(bits.OnesCount8(systemMask(ext)))
	}
}
