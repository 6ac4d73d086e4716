package sysviews

import (
	"fmt"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/tsql/system"
)

// buffer is one cached page. Header figures are read without a lock: those of a page that is
// being changed may be a moment old.
type buffer struct {
	db    int
	id    page.ID
	dirty bool

	known bool // the header was read: the page was still there
	typ   page.Type
	level uint8
	obj   uint32
	index uint16
	rows  int
	free  int
}

var pageTypes = map[page.Type]string{
	page.TypeData: "DATA_PAGE", page.TypeIndex: "INDEX_PAGE", page.TypeSort: "SORT_PAGE", page.TypeGAM: "GAM_PAGE", page.TypeSGAM: "SGAM_PAGE",
	page.TypeIAM: "IAM_PAGE", page.TypePFS: "PFS_PAGE", page.TypeBoot: "BOOT_PAGE", page.TypeFileHeader: "FILEHEADER_PAGE",
	page.TypeDiffMap: "DIFF_MAP_PAGE", page.TypeMLMap: "ML_MAP_PAGE", page.TypeNone: "UNLINKED_REORG_PAGE", page.TypeCatalog: "CATALOG_PAGE",
}

func init() {
	head := func(f func(b buffer) value) func(buffer) value {
		return func(b buffer) value { return known(b.known, f(b)) }
	}
	view("sys", "dm_os_buffer_descriptors", fields[buffer](
		opt("database_id", tInt, func(b buffer) value { return num(b.db) }),
		opt("file_id", tInt, func(b buffer) value { return num(b.id.File()) }),
		opt("page_id", tInt, func(b buffer) value { return num(b.id.No()) }),
		opt("page_level", tInt, head(func(b buffer) value { return num(b.level) })),
		opt("allocation_unit_id", tBig, head(func(b buffer) value { return num(unitID(b.obj, int(b.index))) })),
		opt("page_type", tDesc, head(func(b buffer) value {
			if s, ok := pageTypes[b.typ]; ok {
				return str(s)
			}
			return str(fmt.Sprintf("TYPE_%d", b.typ))
		})),
		opt("row_count", tInt, head(func(b buffer) value { return num(b.rows) })),
		opt("free_space_in_bytes", tInt, head(func(b buffer) value { return num(b.free) })),
		opt("is_modified", tBit, func(b buffer) value { return bit(b.dirty) }),
		always[buffer](tInt, num(0), "numa_node"),
		nulls[buffer](tBig, "read_microsec"),
		always[buffer](tBit, num(0), "is_in_bpool_extension"),
	), eachBuffer)
}

func eachBuffer(c *system.Call, _ []value, yield func(buffer) bool) error {
	stop := false
	err := eachDatabase(c, nil, func(d *engine.Database) bool {
		if !used(d) {
			return true
		}
		st := d.Store()
		if st == nil {
			return true
		}
		st.Resident(func(id page.ID, dirty bool) {
			if stop || c.Ctx.Err() != nil {
				return
			}
			b := buffer{db: d.ID(), id: id, dirty: dirty}
			if ref, err := st.Get(id, nil); err == nil {
				p := ref.Page
				b.known, b.typ, b.level, b.obj, b.index = true, p.Type(), p.Level(), p.ObjectID(), p.IndexID()
				b.rows, b.free = p.SlotCount(), p.FreeCount()
				ref.Release()
			}
			stop = !yield(b)
		})
		return !stop
	})
	if err == nil && !stop {
		err = c.Ctx.Err()
	}
	return err
}
