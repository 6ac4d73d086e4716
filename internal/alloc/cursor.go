package alloc

import (
	"fmt"
	"math/bits"

	"scanfrag/internal/page"
)

// Cursor is a private source of consecutive pages for an index build: it owns one extent
// at a time, so that each level stays contiguous. Not safe for concurrent use with itself.
type Cursor struct {
	u     *Unit
	last  places
	ext   page.ID // 0: none yet
	ready uint8
}

// NewCursor makes a cursor, which must be closed.
func (u *Unit) NewCursor() *Cursor { return &Cursor{u: u} }

// NewPage is the next page of the cursor's extent, or the first of a new one: the
// lowest free extent above the cursor's last in that file, at first above the unit's. The
// single pages of a unit without extents come before.
func (c *Cursor) NewPage() (page.ID, error) {
	u := c.u
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	id, err := c.newPage()
	if err != nil {
		return 0, fmt.Errorf("allocate a page for object %d: %w", u.objID, err)
	}
	return id, nil
}

func (c *Cursor) newPage() (page.ID, error) {
	u := c.u
	if u.dropped {
		return 0, errDropped
	}
	if c.ready == 0 {
		if id, err := u.singlePage(); id != 0 || err != nil {
			return id, err
		}
		ext, err := u.newExtent(c.last)
		if err != nil {
			return 0, err
		}
		c.last.set(ext)
		if err := c.leave(); err != nil {
			return 0, err
		}
		u.busy[ext] = true
		c.ext, c.ready = ext, ^systemMask(ext)
		if ext > u.last.in(u.s.file(ext)) {
			u.last.set(ext)
		}
	}
	id := c.ext + page.ID(bits.TrailingZeros8(c.ready))
	if err := u.take(id); err != nil {
		return 0, err
	}
	c.ready &= c.ready - 1
	return id, nil
}

// leave gives the cursor's extent over to the unit.
func (c *Cursor) leave() error {
	if c.ext == 0 {
		return nil
	}
	delete(c.u.busy, c.ext)
	return c.u.settle(c.ext)
}

// Close leaves the rest of the cursor's extent to Unit.NewPage.
func (c *Cursor) Close() error {
	u := c.u
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	if u.dropped {
		return nil
	}
	err := c.leave()
	c.ext, c.ready = 0, 0
	if err != nil {
		return fmt.Errorf("close an allocation cursor of object %d: %w", u.objID, err)
	}
	return nil
}
