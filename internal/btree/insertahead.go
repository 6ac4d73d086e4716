package btree

import (
	"context"
	"slices"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// maxGap pages are read in vain when that joins two reads ahead of an insertion point.
const maxGap = page.ExtentPages

// minParents level-1 pages are known, and were read ahead, before the one whose leaves are listed: with the
// longest keys they list a window of leaves.
const minParents = 16

// readAhead follows the insertion point that descended to h's leaf, which is entry slot of its
// level-1 page, and reads ahead of it once it has moved on twice. All that move are read ahead at one time:
// where they were written side by side, their leaves lie side by side too.
//
// It changes no page and counts no logical reads. What it cannot read is left for
// the insert to meet. That SQL Server reads ahead of inserts is not known; what is timed are scans, not loads.
func (t *Tree) readAhead(h *hint, slot int, io *bufpool.IO) {
	c := t.courses.step(h.leaf)
	if c == nil {
		t.startCourse(h, slot, io)
		return
	}
	most := min(lastLimit, t.store.Pool().Frames()/32)
	if !c.due(most) {
		return
	}
	t.aheadIDs = t.aheadIDs[:0]
	for i := range t.courses.list {
		if c := &t.courses.list[i]; t.courses.live(c) {
			for len(c.ahead) < c.limit && t.lookOn(c, io) {
			}
			t.aheadIDs = c.issue(t.aheadIDs)
		}
	}
	t.readPages(t.aheadIDs, io)
}

func (t *Tree) readPages(ids []page.ID, io *bufpool.IO) {
	t.aheadRuns = bufpool.Join(bufpool.Runs(ids, pagefile.MaxRun, t.aheadRuns[:0]), maxGap, pagefile.MaxRun)
	for _, r := range t.aheadRuns {
		t.store.ReadAhead(context.Background(), r, io)
	}
}

// startCourse begins to follow an insertion point that came from a neighbouring leaf.
func (t *Tree) startCourse(h *hint, slot int, io *bufpool.IO) {
	ref, err := t.getQuietly(h.path[0], 1, io)
	if err != nil {
		return
	}
	defer ref.Release()
	var before, after page.ID
	if slot > 0 {
		before = ref.Page.Child(slot - 1)
	}
	if slot+1 < ref.Page.SlotCount() {
		after = ref.Page.Child(slot + 1)
	}
	down, ok := direction(t.hints.list[:], h.leaf, before, after)
	if !ok {
		return
	}
	c := t.courses.start(h.leaf, down)
	c.ahead = childrenFrom(c.ahead, ref.Page, slot, down)
	if t.depth == 2 {
		return
	}
	up, err := t.getQuietly(h.path[1], 2, io)
	if err != nil {
		return
	}
	defer up.Release()
	for i := range up.Page.SlotCount() {
		if up.Page.Child(i) == h.path[0] {
			c.parents.ids = childrenFrom(c.parents.ids, up.Page, i, down)
			c.parents.next = beside(up.Page, down)
			break
		}
	}
}

// lookOn adds the leaves of the next level-1 page to a course; false: there is none. The
// level-1 pages are read ahead themselves, as many as a level-2 page lists: with long keys
// they have few leaves each.
func (t *Tree) lookOn(c *course, io *bufpool.IO) bool {
	ps := &c.parents
	if len(ps.ids) <= minParents && ps.next != 0 {
		id := ps.next
		ps.next = 0
		if ref, err := t.getQuietly(id, 2, io); err == nil {
			n := len(ps.ids)
			from := -1
			if c.down {
				from = ref.Page.SlotCount()
			}
			ps.ids = childrenFrom(ps.ids, ref.Page, from, c.down)
			ps.next = beside(ref.Page, c.down)
			ref.Release()
			t.readPages(slices.Clone(ps.ids[n:]), io)
		}
	}
	if len(ps.ids) == 0 {
		return false
	}
	ref, err := t.getQuietly(ps.ids[0], 1, io)
	if err != nil {
		*ps = level1s{}
		return false
	}
	ps.ids = ps.ids[1:]
	from := -1
	if c.down {
		from = ref.Page.SlotCount()
	}
	c.ahead = childrenFrom(c.ahead, ref.Page, from, c.down)
	ref.Release()
	return true
}

// childrenFrom appends the children after entry slot of a non-leaf page to dst, in the direction of movement.
func childrenFrom(dst []page.ID, p *page.Page, slot int, down bool) []page.ID {
	if down {
		for i := slot - 1; i >= 0; i-- {
			dst = append(dst, p.Child(i))
		}
		return dst
	}
	for i := slot + 1; i < p.SlotCount(); i++ {
		dst = append(dst, p.Child(i))
	}
	return dst
}

func beside(p *page.Page, down bool) page.ID {
	if down {
		return p.Prev()
	}
	return p.Next()
}
