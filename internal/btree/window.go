package btree

import "scanfrag/internal/page"

// windowPages is how many neighbouring leaves are looked at together: when their rows fit in one page less, one is
// emptied. The bound keeps a little room at the front from moving all rows of the tree up by one page.
const windowPages = 8

func (r *Reorganizer) unpin() {
	for _, ref := range r.window {
		ref.Release()
	}
	r.window = nil
}

// fill makes the window as long as it may be.
func (r *Reorganizer) fill() error {
	t := r.t
	if len(r.window) == 0 {
		id := t.first
		if r.from != nil {
			key, err := t.ParseKey(r.from)
			if err != nil {
				return err
			}
			var k searchKey
			t.sh.fromKey(&k, &key)
			h := &hint{}
			slot, err := t.descend(h, &k, nil)
			if err != nil {
				return err
			}
			id = h.leaf
			r.readOn(h.path[0], slot)
		}
		ref, err := t.get(id, 0, nil)
		if err != nil {
			return err
		}
		r.window = append(r.window, ref)
	}
	for len(r.window) < windowPages {
		last := r.window[len(r.window)-1].Page
		if last.Next() == 0 {
			return nil
		}
		ref, err := t.get(last.Next(), 0, nil)
		if err != nil {
			return err
		}
		r.window = append(r.window, ref)
		if ref.Page.Prev() != last.ID() {
			return t.damaged("page %v follows page %v, but its chain leads back to page %v", ref.Page.ID(), last.ID(), ref.Page.Prev())
		}
	}
	return nil
}

// readOn reads the leaves of a step ahead: those after entry slot of a level-1 page and the pages beside it.
func (r *Reorganizer) readOn(id page.ID, slot int) {
	var ids []page.ID
	for len(ids) < r.step+windowPages && id != 0 {
		ref, err := r.t.get(id, 1, nil)
		if err != nil {
			return // the window meets it
		}
		ids = childrenFrom(ids, ref.Page, slot-1, false)
		id, slot = ref.Page.Next(), 0
		ref.Release()
	}
	r.t.readPages(ids[:min(len(ids), r.step+windowPages)], nil)
}

// rowAt is a row of the window: its page and slot.
type rowAt struct{ page, slot int }

// packing tells, for the first pages of the window, at which row each would begin if all took rows from those to
// their right as long as the fill rule lets them; ok when the last of them would be empty. A page that is fuller than
// the rule says stays so.
func (r *Reorganizer) packing(pages int) (begin []rowAt, ok bool) {
	room := 0
	for _, ref := range r.window[:pages-1] {
		if p := ref.Page; !r.rule.full(p.SlotCount(), p.Used(), 0) {
			room += p.FreeCount()
		}
	}
	if room < r.window[pages-1].Page.Used() {
		return nil, false
	}
	at := rowAt{}
	for i := range pages - 1 {
		if at.page < pages && at.slot == r.window[at.page].Page.SlotCount() {
			at = rowAt{at.page + 1, 0}
		}
		begin = append(begin, at)
		rows, used := 0, 0
		for at.page < pages {
			p := r.window[at.page].Page
			if at.slot == p.SlotCount() {
				at = rowAt{at.page + 1, 0}
				continue
			}
			n := len(p.Record(at.slot))
			if at.page > i && r.rule.full(rows, used, n) {
				break
			}
			rows, used = rows+1, used+n+page.SlotSize
			at.slot++
		}
	}
	return begin, at.page == pages
}
