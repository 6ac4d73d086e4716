package engine

import (
	"context"
	"errors"
	"fmt"
	"os"

	"scanfrag/internal/alloc"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// filingDoc is the catalog's part about files.
type filingDoc struct {
	Name    string // the database's
	Files   []DataFile
	Groups  []Filegroup
	Default int
	Binding []byte `json:",omitempty"`
	Closed  uint64 `json:",omitempty"`
}

// doc is the filing with the files' sizes of now.
func (d *Database) filingDoc(sp *alloc.Space) *filingDoc {
	d.mu.RLock()
	defer d.mu.RUnlock()
	fl := &d.filing
	doc := &filingDoc{Name: d.name, Groups: fl.groups, Default: fl.preset, Closed: fl.closed}
	if len(fl.files) > 1 {
		doc.Binding = fl.binding[:]
	}
	for _, f := range fl.files {
		f.Pages = sp.Store().File(f.No).Pages()
		doc.Files = append(doc.Files, f)
	}
	return doc
}

// bind counts a clean shutdown in the header of every file, so that a file of another database or of another
// time is told from the right one.
func (d *Database) bind(sp *alloc.Space) error {
	d.mu.Lock()
	several := len(d.filing.files) > 1
	if several {
		d.filing.closed++
	}
	binding, closed := d.filing.binding, d.filing.closed
	d.mu.Unlock()
	if !several {
		return nil
	}
	return sp.Bind(binding, closed)
}

// openFiles attaches the files after the first, as the catalog has them.
func (d *Database) openFiles(sp *alloc.Space, doc *filingDoc) error {
	if doc == nil {
		return nil
	}
	fl := filing{files: doc.Files, groups: doc.Groups, preset: doc.Default, closed: doc.Closed}
	copy(fl.binding[:], doc.Binding)
	if len(fl.files) == 0 || fl.files[0].No != 1 || fl.files[0].Space != alloc.Primary || len(fl.groups) == 0 || fl.groups[0].ID != alloc.Primary {
		return errors.New("its catalog is damaged: it has no file 1 or no filegroup PRIMARY")
	}
	was := fl.files[0].File
	d.filing = fl
	if now := newFiling(d.name, d.path).files[0].File; was != now {
		fl.files[0].File = now // a copy, or moved: it has the name of its file
	} else {
		d.name = doc.Name
	}
	for _, g := range fl.groups {
		sp.AddGroup(g.ID, g.Name, g.GrowAll)
	}
	sp.SetGrowth(1, fl.files[0].Growth)
	for i, f := range fl.files[1:] {
		if f.No <= fl.files[i].No || f.No > maxFiles {
			return fmt.Errorf("its catalog is damaged: file %d is impossible", f.No)
		}
		h, err := d.openFile(f)
		if err != nil {
			return fmt.Errorf("its file %s (file %d, %s) %w", d.PathOf(f), f.No, f.Name, err)
		}
		if err := sp.AddFile(f.No, h, f.Space, false, f.Growth); err != nil {
			return err
		}
	}
	return nil
}

// openFile opens a file after the first and makes sure that it is the one.
func (d *Database) openFile(f DataFile) (pagefile.File, error) {
	if user := d.inst.userOf(d.PathOf(f)); user != nil {
		return nil, fmt.Errorf("belongs to the database %s", user.name)
	}
	h, err := openFile(d.PathOf(f))
	if errors.Is(err, os.ErrNotExist) {
		return nil, errors.New("is missing")
	} else if err != nil {
		return nil, fmt.Errorf("cannot be opened: %w", err)
	}
	h = d.inst.wrap(h)
	if err := d.judgeFile(f, h); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

func (d *Database) judgeFile(f DataFile, h pagefile.File) error {
	if h.Pages() < f.Pages {
		return fmt.Errorf("is truncated: %d pages of %d are there", h.Pages(), f.Pages)
	}
	frames, err := d.inst.pool.Borrow(context.Background(), 1)
	if err != nil {
		return err
	}
	defer d.inst.pool.Return(frames)
	if err := h.ReadPages(0, frames); err != nil {
		return fmt.Errorf("cannot be read: %w", err)
	}
	p, id := frames[0], page.MakeID(f.No, 0)
	if p.Type() != page.TypeFileHeader || p.ID() != id {
		return errors.New("is not a data file of this database")
	}
	if err := p.Verify(id); err != nil {
		return fmt.Errorf("is damaged: %w", err)
	}
	switch binding, closed := p.Binding(); {
	case binding != d.filing.binding:
		return errors.New("belongs to another database")
	case closed != d.filing.closed:
		return fmt.Errorf("is of another time: of clean shutdown %d, the database is of %d", closed, d.filing.closed)
	}
	return nil
}
