package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

// The boot page holds one record, whose fixed part is:
//
//	0 magic (8) | 8 format version (4) | 12 flags (4) | 16 first IAM page of the catalog (8) |
//	24 first catalog page (8) | 32 catalog length in bytes (8) | 40 pages of the file (8)
//
// The last four are right only while the clean flag is set.
const (
	bootMagic   = "scanfrag"
	bootVersion = 3 // 1: without single pages and further files; 2: rows of nonclustered indexes were data records
	bootLen     = 48
	bootNo      = 9 // page number of the boot page in file 1

	bootClean = 1 << 0
)

type bootRecord struct {
	version    uint32
	flags      uint32
	catalogIAM page.ID
	catalog    page.ID
	length     uint64
	pages      uint64
}

var bootLayout = page.Layout{FixedEnd: 4 + bootLen, Cols: 1}

func (b *bootRecord) append(dst []byte) []byte {
	f := make([]byte, bootLen)
	copy(f, bootMagic)
	binary.LittleEndian.PutUint32(f[8:], b.version)
	binary.LittleEndian.PutUint32(f[12:], b.flags)
	binary.LittleEndian.PutUint64(f[16:], uint64(b.catalogIAM))
	binary.LittleEndian.PutUint64(f[24:], uint64(b.catalog))
	binary.LittleEndian.PutUint64(f[32:], b.length)
	binary.LittleEndian.PutUint64(f[40:], b.pages)
	return page.AppendRecord(dst, bootLayout, f, nil, nil)
}

func (b *bootRecord) parse(rec []byte) error {
	if n, err := page.RecordLen(rec, 0); err != nil || n < 4+bootLen || string(rec[4:4+len(bootMagic)]) != bootMagic {
		return errNotOurs
	}
	f := rec[4:]
	b.version = binary.LittleEndian.Uint32(f[8:])
	b.flags = binary.LittleEndian.Uint32(f[12:])
	b.catalogIAM = page.ID(binary.LittleEndian.Uint64(f[16:]))
	b.catalog = page.ID(binary.LittleEndian.Uint64(f[24:]))
	b.length = binary.LittleEndian.Uint64(f[32:])
	b.pages = binary.LittleEndian.Uint64(f[40:])
	return nil
}

var errNotOurs = errors.New("it is not a scanfrag database")

// readBoot reads and judges the boot page of a file that is to be attached. It goes past
// the pool's checksum test, to tell what is no database from what is a damaged one.
func (i *Instance) readBoot(f pagefile.File) (b bootRecord, err error) {
	if f.Pages() <= bootNo {
		return b, fmt.Errorf("%w: it has only %d pages", errNotOurs, f.Pages())
	}
	frames, err := i.pool.Borrow(context.Background(), 1)
	if err != nil {
		return b, err
	}
	defer i.pool.Return(frames)
	if err := f.ReadPages(bootNo, frames); err != nil {
		return b, err
	}
	p := frames[0]
	if p.Type() != page.TypeBoot || p.ID() != page.MakeID(1, bootNo) {
		return b, errNotOurs
	}
	if err := p.Verify(page.MakeID(1, bootNo)); err != nil {
		return b, fmt.Errorf("its boot page is damaged: %w", err)
	}
	if p.SlotCount() != 1 {
		return b, errNotOurs
	}
	if err := b.parse(p.Raw(0)); err != nil {
		return b, err
	}
	switch {
	case b.version < 1 || b.version > bootVersion:
		return b, fmt.Errorf("it has format version %d, this program reads versions 1 to %d", b.version, bootVersion)
	case b.flags&bootClean == 0:
		return b, errors.New("it was not shut down cleanly and cannot be used any more")
	case uint64(f.Pages()) < b.pages:
		return b, fmt.Errorf("it is truncated: %d pages of %d are there", f.Pages(), b.pages)
	}
	return b, nil
}

// writeBoot writes d.boot to the boot page and the disk.
func (d *Database) writeBoot(ctx context.Context) error {
	sp, err := d.Space()
	if err != nil {
		return err
	}
	id := sp.BootPage()
	ref, err := sp.Store().Fresh(id)
	if err != nil {
		return err
	}
	ref.Dirty()
	ref.Page.Init(page.TypeBoot, 0, id, 0, 0)
	ref.Page.PutHeap(d.boot.append(nil))
	ref.Release()
	return sp.Store().Checkpoint(ctx)
}

// unmark takes the clean-shutdown mark off the disk before the first change.
func (d *Database) unmark() error {
	d.openMu.Lock()
	defer d.openMu.Unlock()
	if d.opened.Load() {
		return nil
	}
	if d.kept {
		d.boot.version = bootVersion
		d.boot.flags &^= bootClean
		if err := d.writeBoot(context.Background()); err != nil {
			return fmt.Errorf("take the clean-shutdown mark off database %s: %w", d.name, err)
		}
	}
	d.opened.Store(true)
	d.sweep.ghostsLater() // of a clean shutdown under trace flag 661
	return nil
}

// mark writes the catalog and the clean-shutdown mark. pages: there may be pages to write; without, no map is
// read, so that a damaged one does not matter.
func (d *Database) mark(pages bool) error {
	ctx := context.Background()
	sp := d.space.Load()
	if pages {
		if err := d.settle(ctx); err != nil {
			return err
		}
	}
	if err := d.bind(sp); err != nil {
		return fmt.Errorf("write the file headers of database %s: %w", d.name, err)
	}
	if err := d.saveCatalog(sp); err != nil {
		return fmt.Errorf("write the catalog of database %s: %w", d.name, err)
	}
	if pages {
		if err := d.flush(ctx); err != nil {
			return err
		}
	}
	d.boot.version = bootVersion
	d.boot.flags |= bootClean
	d.boot.pages = uint64(sp.Store().File(1).Pages())
	return d.writeBoot(ctx)
}

// close closes the database's files; with clean it is left such that it can be attached again.
func (d *Database) close(clean bool) error {
	d.mu.Lock()
	users := d.users
	d.dropped = true
	d.mu.Unlock()
	d.sweep.stop()
	sp := d.space.Load()
	if sp == nil {
		return nil
	}
	var errs []error
	switch e := d.bad.Load(); {
	case !clean || !d.kept:
	case !d.opened.Load() && !d.configChanged(): // only read: nothing is written
	case e != nil:
		errs = append(errs, *e)
	case users > 0:
		errs = append(errs, fmt.Errorf("close database %s: %d transactions are open, it cannot be marked as cleanly shut down", d.name, users))
	case !d.opened.Load():
		errs = append(errs, d.unmark(), d.mark(false))
	default:
		errs = append(errs, d.mark(true))
	}
	errs = append(errs, sp.Store().Close())
	return errors.Join(errs...)
}
