package btree

import (
	"context"

	"scanfrag/internal/page"
)

// compact moves the window over the next leaves; done at the end of the level.
func (r *Reorganizer) compact(ctx context.Context) (done bool, err error) {
	for n := 0; n < r.step; n++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if err := r.fill(); err != nil {
			return false, err
		}
		if len(r.window) < 2 {
			r.Scanned += int64(len(r.window))
			return true, nil
		}
		emptied, err := r.emptyOne()
		if err != nil {
			return false, err
		}
		if !emptied {
			r.window[0].Release()
			r.window = r.window[1:]
			r.Scanned++
		}
	}
	p := r.window[0].Page
	r.from = r.t.AppendKey(r.from[:0], p.Record(0))
	return false, nil
}

// emptyOne empties the last of as few pages of the window as makes that possible, and takes it out of the tree.
func (r *Reorganizer) emptyOne() (bool, error) {
	for n := 2; n <= len(r.window); n++ {
		if r.window[n-1].Page.GhostCount() > 0 || r.window[n-2].Page.GhostCount() > 0 {
			return false, nil // their clean-up comes first
		}
		if begin, ok := r.packing(n); ok {
			return r.merge(begin)
		}
	}
	return false, nil
}

// merge moves rows of the window's first pages to the left so that page i begins at begin[i], takes the page behind them,
// which is empty then, out of the tree, and sets the separators that changed. Done is false when a page above
// has no room for longer ones. What can fail comes before the first change: afterwards only pinned pages are touched.
func (r *Reorganizer) merge(begin []rowAt) (done bool, err error) {
	t, n := r.t, len(begin)
	last := r.window[n].Page
	var pins pinned
	defer pins.release()
	grow := map[page.ID]int{}
	var marks []separator
	for i := 1; i < n; i++ {
		if at := begin[i]; at != (rowAt{i, 0}) {
			marks = append(marks, t.separator(r.window[i].Page, r.window[at.page].Page.Record(at.slot)))
		}
	}
	gone := spot{h: &hint{}, ref: r.window[n]}
	var k searchKey
	t.sh.fromLeaf(&k, last.Record(0), true)
	slot, err := t.descend(gone.h, &k, nil)
	if err != nil {
		return false, err
	}
	if slot == 0 && last.Next() != 0 {
		// The next leaf inherits the range of the one that goes, whose rows go the other way.
		ref, err := pins.get(t, last.Next(), 0)
		if err != nil {
			return false, err
		}
		if ref.Page.SlotCount() == 0 {
			return false, nil
		}
		m := t.separator(ref.Page, ref.Page.Record(0))
		marks = append(marks, m)
		if ok, err := t.separatorFits(&k, m.ent, grow, &pins); !ok {
			return false, err
		}
	}
	for i := range marks {
		if ok, err := t.separatorFits(&marks[i].was, marks[i].ent, grow, &pins); !ok {
			return false, err
		}
	}
	var u unlinking
	defer u.release()
	if err := t.unlinkLeaf(&u, &gone, &k, nil); err != nil {
		return false, err
	}
	for i := range marks {
		if err := t.setSeparator(&marks[i], &pins); err != nil {
			return false, err
		}
	}
	r.pull(begin)
	r.window[n].Release()
	r.window = append(r.window[:n], r.window[n+1:]...)
	u.release()
	for level, id := range u.freed {
		t.free(id, level)
	}
	r.Removed++
	return true, nil
}

// pull moves the rows; those of the page that goes are only copied.
func (r *Reorganizer) pull(begin []rowAt) {
	n := len(begin)
	var rest []int // rows of each page from its new beginning on to the window's end
	for _, at := range begin {
		rows := -at.slot
		for _, ref := range r.window[at.page : n+1] {
			rows += ref.Page.SlotCount()
		}
		rest = append(rest, rows)
	}
	rest = append(rest, 0)
	copied := 0
	for i := range n {
		r.window[i].Dirty()
		to := r.window[i].Page
		for from := i + 1; to.SlotCount() < rest[i]-rest[i+1]; {
			switch p := r.window[from].Page; {
			case from == n:
				to.Insert(to.SlotCount(), p.Record(copied))
				copied++
			case p.SlotCount() == 0:
				from++
			default:
				r.window[from].Dirty()
				to.Insert(to.SlotCount(), p.Record(0))
				p.Remove(0)
			}
		}
	}
}
