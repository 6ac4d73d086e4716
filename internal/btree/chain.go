package btree

import "scanfrag/internal/page"

// chain checks, page by page, that the pages of a level as the level above lists them are
// neighbours in the page chain as well.
type chain struct {
	last, next page.ID // the page before, and which one it says comes next in the direction of the walk
	backward   bool
}

// follow takes the next page; first means that nothing is known about what comes before it.
func (c *chain) follow(t *Tree, p *page.Page, first bool) error {
	next, prev := p.Next(), p.Prev()
	if c.backward {
		next, prev = prev, next
	}
	if !first {
		switch {
		case c.next != p.ID():
			return t.damaged("page %v is followed by page %v in the chain, by page %v in the level above", c.last, c.next, p.ID())
		case prev != c.last:
			return t.damaged("page %v follows page %v, but its chain leads back to page %v", p.ID(), c.last, prev)
		}
	}
	c.last, c.next = p.ID(), next
	return nil
}

// end is called when the level above has no more pages and the walk was not bounded at its end.
func (c *chain) end(t *Tree) error {
	if c.last != 0 && c.next != 0 {
		return t.damaged("page %v is followed by page %v in the chain, which the level above does not list", c.last, c.next)
	}
	return nil
}
