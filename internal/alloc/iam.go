package alloc

import (
	"scanfrag/internal/page"
)

type iam struct{ id, start page.ID }

// addIAM appends an IAM page for the interval that starts at start.
func (u *Unit) addIAM(start page.ID) error {
	id, err := u.s.mixedPage(u.grp, page.PFSAllocated|page.PFSMixed|page.PFSIAM)
	if err != nil {
		return u.full(err)
	}
	r, err := u.s.st.Fresh(id)
	if err != nil {
		return err
	}
	r.Page.InitMap(page.TypeIAM, id, u.objID, u.indexID, start)
	n := len(u.iams)
	if n > 0 {
		r.Page.SetPrev(u.iams[n-1].id)
	}
	r.Release()
	if n > 0 {
		err := u.s.edit(u.iams[n-1].id, page.TypeIAM, func(p *page.Page) { p.SetNext(id) })
		if err != nil {
			return err
		}
	}
	u.iams = append(u.iams, iam{id, start})
	return nil
}

// iamOf is the IAM page for ext's interval, made when missing.
func (u *Unit) iamOf(ext page.ID) (page.ID, error) {
	start := intervalOf(ext)
	for i := len(u.iams) - 1; i >= 0; i-- {
		if u.iams[i].start == start {
			return u.iams[i].id, nil
		}
	}
	if len(u.iams) == 1 && u.extents == 0 { // it describes nothing yet
		m := &u.iams[0]
		err := u.s.edit(m.id, page.TypeIAM, func(p *page.Page) { p.SetStartPage(start) })
		if err == nil {
			m.start = start
		}
		return m.id, err
	}
	if err := u.addIAM(start); err != nil {
		return 0, err
	}
	return u.iams[len(u.iams)-1].id, nil
}
