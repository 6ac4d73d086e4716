package engine

import (
	"fmt"

	"scanfrag/internal/alloc"
	"scanfrag/internal/page"
)

// The catalog's text lies in a chain of catalog pages, one record with one variable column
// each, owned by allocation unit 1:1.
const (
	catalogObject = 1
	catalogChunk  = 8000 // bytes of text in one page
)

var catalogLayout = page.Layout{FixedEnd: 4, Cols: 1, Vars: 1}

// writeCatalog replaces the catalog's text, taking more pages or giving some back.
func (d *Database) writeCatalog(sp *alloc.Space, text []byte) error {
	unit, err := d.catalogUnit(sp)
	if err != nil {
		return err
	}
	pages, err := catalogPages(unit)
	if err != nil {
		return err
	}
	need := (len(text) + catalogChunk - 1) / catalogChunk
	for len(pages) < need {
		id, err := unit.NewPage()
		if err != nil {
			return err
		}
		pages = append(pages, id)
	}
	for len(pages) > need {
		last := pages[len(pages)-1]
		if err := unit.FreePage(last); err != nil {
			return err
		}
		sp.Store().Forget(last, 1)
		pages = pages[:len(pages)-1]
	}
	rest := text
	for i, id := range pages {
		ref, err := sp.Store().Fresh(id)
		if err != nil {
			return err
		}
		ref.Dirty()
		ref.Page.Init(page.TypeCatalog, 0, id, catalogObject, 1)
		if i > 0 {
			ref.Page.SetPrev(pages[i-1])
		}
		if i+1 < len(pages) {
			ref.Page.SetNext(pages[i+1])
		}
		n := min(len(rest), catalogChunk)
		ref.Page.PutHeap(page.AppendRecord(nil, catalogLayout, nil, nil, [][]byte{rest[:n]}))
		rest = rest[n:]
		ref.Release()
	}
	d.boot.catalogIAM, d.boot.catalog, d.boot.length = unit.FirstIAM(), pages[0], uint64(len(text))
	return nil
}

func (d *Database) catalogUnit(sp *alloc.Space) (*alloc.Unit, error) {
	if d.boot.catalogIAM != 0 {
		return sp.OpenCatalogUnit(d.boot.catalogIAM)
	}
	return sp.NewCatalogUnit(catalogObject, 1)
}

func catalogPages(u *alloc.Unit) (out []page.ID, err error) {
	err = u.Extents(func(first page.ID, pages uint8) bool {
		for i := range page.ID(page.ExtentPages) {
			if pages>>i&1 != 0 {
				out = append(out, first+i)
			}
		}
		return true
	})
	return out, err
}

// readCatalog reads the chain that the boot record names.
func (d *Database) readCatalog(sp *alloc.Space) ([]byte, error) {
	var text []byte
	id, prev := d.boot.catalog, page.ID(0)
	for uint64(len(text)) < d.boot.length {
		if id == 0 {
			return nil, fmt.Errorf("its catalog is damaged: from page %v on there are %d bytes of %d", d.boot.catalog, len(text), d.boot.length)
		}
		ref, err := sp.Store().Get(id, nil)
		if err != nil {
			return nil, err
		}
		p := ref.Page
		if p.Type() != page.TypeCatalog || p.SlotCount() != 1 || p.ObjectID() != catalogObject || p.IndexID() != 1 || p.Level() != 0 || p.MinLen() != 0 || p.Prev() != prev {
			ref.Release()
			return nil, fmt.Errorf("its catalog is damaged: page %v is not the catalog page that follows %v", id, prev)
		}
		if err := p.CheckUnused(); err != nil {
			ref.Release()
			return nil, fmt.Errorf("its catalog is damaged: %w", err)
		}
		chunk, _ := page.Var(p.Record(0), 0)
		if len(chunk) == 0 {
			ref.Release()
			return nil, fmt.Errorf("its catalog is damaged: page %v is empty", id)
		}
		text = append(text, chunk...)
		prev, id = id, p.Next()
		ref.Release()
	}
	if id != 0 {
		return nil, fmt.Errorf("its catalog is damaged: page %v, the last one, is followed by %v", prev, id)
	}
	return text[:d.boot.length], nil
}
