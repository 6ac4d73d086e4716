package btree

import (
	"bytes"
	"context"
	"errors"

	"scanfrag/internal/page"
)

// maxFindings ends a check of a badly damaged tree.
const maxFindings = 100

var errTooMany = errors.New("too many findings")

// checker holds what a check knows about each level while it walks the tree depth first.
type checker struct {
	t      *Tree
	ctx    context.Context
	errs   []error
	pages  int64
	chains [maxDepth]chain
	begun  [maxDepth]bool
	ahead  *walker // of the leaf level: reads ahead of the check; nil when it can read no further
	prev   []byte  // the leaf record before
	prevAt page.ID // its page
	up     place   // the entry that leads to the page in hand
	row    searchKey
}

// Check verifies the tree: levels, page chains against parents, keys in order and within
// their separators, uniquifiers, page structure, and that the unit's pages are exactly the tree's.
// One error per finding, at most 100; nil when there is none.
func (t *Tree) Check(ctx context.Context) []error {
	s := &Supplier{t: t, ctx: ctx, b: &bounds{}, workers: 1}
	c := &checker{t: t, ctx: ctx, ahead: s.walker(0)}
	err := c.visit(t.root, t.depth-1, nil, nil)
	if err == nil {
		for level := range t.depth {
			if err := c.chains[level].end(t); err != nil {
				c.find(8981, "The next pointer of %v refers to page %v. Neither %v nor its parent were encountered. Possible bad chain linkage.",
					c.chains[level].last, c.chains[level].next, c.chains[level].next)
			}
		}
		if len(t.orphans) > 0 {
			c.report("%d pages wait to be given back after a drive error", len(t.orphans))
		} else if n := t.unit.Pages(); n.Used-n.IAM != c.pages {
			c.report("%d pages are reached from the root, %d are allocated", c.pages, n.Used-n.IAM)
		}
	} else if !errors.Is(err, errTooMany) {
		c.errs = append(c.errs, err)
	}
	return c.errs
}

// place is an entry of a page above the leaf; zero above the root.
type place struct {
	page page.ID
	slot int
}

// find reports a contradiction in the words of the server's message of that number.
func (c *checker) find(number int32, format string, args ...any) {
	c.errs = append(c.errs, page.TableError(number, c.t.def.ObjID, c.t.def.IndexID, ". "+format, args...))
}

func (c *checker) report(format string, args ...any) {
	c.errs = append(c.errs, c.t.damaged(format, args...))
}

// visit checks a page and those below it; lo and hi are the entries that bound it (nil: open).
// An unreadable page is a finding, and its part of the tree is passed over.
func (c *checker) visit(id page.ID, level int, lo, hi []byte) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if len(c.errs) >= maxFindings {
		return errTooMany
	}
	c.pages++
	if level == 0 && c.ahead != nil {
		if _, more, err := c.ahead.next(); !more || err != nil { // what is wrong the check will find itself
			c.ahead = nil
		}
	}
	ref, err := c.t.get(id, level, nil)
	if err != nil {
		c.errs = append(c.errs, page.Findings(err, c.t.def.ObjID, c.t.def.IndexID)...)
		if c.up.page != 0 {
			c.find(8976, "Page %v was not seen in the scan although its parent %v and previous %v refer to it. Check any previous errors.", id, c.up.page, c.chains[level].last)
		}
		c.begun[level] = false
		return nil
	}
	defer ref.Release()
	p := ref.Page
	if err := p.Check(); err != nil {
		c.errs = append(c.errs, page.Findings(err, c.t.def.ObjID, c.t.def.IndexID)...)
		c.begun[level] = false
		return nil
	}
	if err := p.CheckUnused(); err != nil {
		c.errs = append(c.errs, err)
	}
	if class, err := c.t.sp.Fullness(id); err != nil {
		c.errs = append(c.errs, err)
	} else if class != 0 {
		c.report("page %v: PFS class %d, an index's pages have none", id, class)
	}
	ch := c.chains[level]
	if err := c.chains[level].follow(c.t, p, !c.begun[level]); err != nil {
		c.find(8936, "B-tree chain linkage mismatch. %v->next = %v, but %v->Prev = %v.", ch.last, ch.next, id, p.Prev())
		c.chains[level].last, c.chains[level].next = id, p.Next()
	}
	if !c.begun[level] && lo == nil && p.Prev() != 0 {
		c.find(8978, "Page %v is missing a reference from previous page %v. Possible chain linkage problem.", id, p.Prev())
	}
	c.begun[level] = true
	if level == 0 {
		c.leaf(p, lo, hi)
		return nil
	}
	return c.nonLeaf(p, level, lo, hi)
}

// nonLeaf checks that entries ascend within the page's bounds, and the pages they lead to. The
// first entry's key counts for nothing: lo bounds its child.
func (c *checker) nonLeaf(p *page.Page, level int, lo, hi []byte) error {
	s := c.t.sh
	n := p.SlotCount()
	for i := range n {
		below, above := lo, hi
		if i > 0 {
			below = p.Record(i)
			s.fromEntry(&c.row, below)
			switch {
			case i > 1 && s.cmpEntry(&c.row, p.Record(i-1), 0) <= 0,
				i == 1 && lo != nil && s.cmpEntry(&c.row, lo, 0) <= 0:
				c.find(2511, "Keys out of order on page %v, slots %d and %d.", p.ID(), i-1, i)
			case hi != nil && s.cmpEntry(&c.row, hi, 0) >= 0:
				c.find(8934, "The high key value on page %v (level %d) is not less than the low key value in the parent %v, slot %d of the next page %v.", p.ID(), level, c.up.page, c.up.slot+1, p.Next())
			}
		}
		if i+1 < n {
			above = p.Record(i + 1)
		}
		here := c.up
		c.up = place{p.ID(), i}
		if err := c.visit(p.Child(i), level-1, below, above); err != nil {
			return err
		}
		c.up = here
	}
	return nil
}

func (c *checker) leaf(p *page.Page, lo, hi []byte) {
	s, n := c.t.sh, p.SlotCount()
	if n == 0 && c.t.depth > 1 && (p.Prev() != 0 || p.Next() != 0) {
		c.errs = append(c.errs, c.t.emptyLeaf(p))
	}
	if p.Prev() == 0 && p.ID() != c.t.first {
		c.report("page %v is the first leaf, page %v was expected", p.ID(), c.t.first)
	}
	if p.GhostCount() > 0 {
		if ids, err := c.t.unit.MayHaveGhosts([]page.ID{p.ID()}); err != nil {
			c.errs = append(c.errs, err)
		} else if len(ids) == 0 {
			c.report("page %v has %d ghost records, its PFS byte says none", p.ID(), p.GhostCount())
		}
	}
	for i := range n {
		rec := p.Record(i)
		s.fromLeaf(&c.row, rec, true)
		if lo != nil && i == 0 && s.cmpEntry(&c.row, lo, 0) < 0 {
			c.find(8933, "The low key value on page %v (level 0) is not >= the key value in the parent %v slot %d.", p.ID(), c.up.page, c.up.slot)
		}
		if hi != nil && i == n-1 && s.cmpEntry(&c.row, hi, 0) >= 0 {
			c.find(8934, "The high key value on page %v (level 0) is not less than the low key value in the parent %v, slot %d of the next page %v.", p.ID(), c.up.page, c.up.slot+1, p.Next())
		}
		if c.prev != nil && s.cmpLeaf(&c.row, c.prev, 0) <= 0 {
			if c.prevAt == p.ID() {
				c.find(2511, "Keys out of order on page %v, slots %d and %d.", p.ID(), i-1, i)
			} else {
				c.report("page %v: row %d is not above the row before it (page %v)", p.ID(), i, c.prevAt)
			}
		}
		c.prev, c.prevAt = rec, p.ID()
	}
	c.prev = bytes.Clone(c.prev) // the page is unpinned when the next one is visited
}
