package btree

import (
	"bytes"
	"errors"
	"fmt"

	"scanfrag/internal/page"
)

// errOrder is returned by filler.add for a row below the one before it.
var errOrder = errors.New("rows are not in key order")

// add places the next row. It does not change or keep rec.
func (f *filler) add(rec []byte) error {
	t, sh, l := f.t, f.t.sh, f.levels[0]
	own := sh.leafUniq(rec)
	uniq := uint32(0)
	if f.opt.Copy {
		uniq = own
	}
	p := l.ref.Page
	if n := p.SlotCount(); n > 0 {
		last := p.Raw(n - 1)
		r := f.compare(last, rec)
		switch {
		case r > 0 || r == 0 && f.opt.Copy && own <= sh.leafUniq(last):
			return errOrder
		case r == 0 && sh.unique:
			return &DuplicateKey{bytes.Clone(rec)}
		case r == 0 && !f.opt.Copy:
			sh.fromLeaf(&f.key, rec, false)
			var err error
			if uniq, err = t.uniquifierAfter(&f.key, last); err != nil {
				return err
			}
		}
	}
	if f.low == nil {
		if err := f.setLow(rec, uniq); err != nil {
			return err
		}
	}
	if uniq != own {
		var v []byte
		if uniq != 0 {
			v = le.AppendUint32(t.x.uniq[:0], uniq)
		}
		f.rec = page.WithVar(f.rec[:0], rec, 0, v, false)
		rec = f.rec
	}
	if len(rec) > page.MaxRecord {
		return fmt.Errorf("build index %d of object %d: a row of %d bytes exceeds %d", t.def.IndexID, t.def.ObjID, len(rec), page.MaxRecord)
	}
	if l.full(len(rec)) {
		if err := f.open(0); err != nil {
			return err
		}
		sh.fromLeaf(&f.key, rec, false)
		f.key.uniq, f.key.exact = uniq, !sh.unique
		if err := t.checkKey(&f.key, rec); err != nil {
			return err
		}
		if err := f.addEntry(1, l.ref.Page.ID()); err != nil {
			return err
		}
		p = l.ref.Page
	}
	n := p.SlotCount()
	p.Insert(n, rec)
	if !sh.unique {
		page.SetNull(p.Raw(n), sh.uniqBit, uniq == 0)
	}
	sh.clearNull(p.Raw(n))
	return nil
}

// compare orders two leaf records by key columns.
func (f *filler) compare(a, b []byte) int {
	if sh := f.t.sh; sh.ord != ordNone {
		x, y := sh.ordinal(sh.leafCol(a, 0)), sh.ordinal(sh.leafCol(b, 0))
		if x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	return f.t.sh.compareLeaf(a, b, false)
}
