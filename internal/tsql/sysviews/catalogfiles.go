package sysviews

import (
	"path/filepath"
	"slices"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// dataFile is a data file of a database; f is nil when a system database has not made it yet.
// There is no log file.
type dataFile struct {
	db *engine.Database
	engine.DataFile
	f pagefile.File
}

// filesOf lists a database's data files by number.
func filesOf(d *engine.Database) (out []dataFile) {
	for _, df := range d.Files() {
		f := dataFile{db: d, DataFile: df}
		if used(d) && d.Refusal() == nil {
			if st := d.Store(); st != nil {
				f.f = st.File(df.No)
			}
		}
		out = append(out, f)
	}
	return out
}

// fileNamed finds a file of a database by its logical name.
func fileNamed(d *engine.Database, name string) (dataFile, bool) {
	for _, f := range filesOf(d) {
		if strings.EqualFold(f.Name, name) {
			return f, true
		}
	}
	return dataFile{}, false
}

// fileNumbered finds a file of a database by its number.
func fileNumbered(d *engine.Database, no int64) (dataFile, bool) {
	for _, f := range filesOf(d) {
		if int64(f.No) == no {
			return f, true
		}
	}
	return dataFile{}, false
}

// databasePages is the size of all data files.
func databasePages(d *engine.Database) (n int64) {
	for _, f := range filesOf(d) {
		n += f.pages()
	}
	return n
}

// pages is the file's size, 0 before it is made.
func (f dataFile) pages() int64 {
	if f.f == nil {
		return 0
	}
	return int64(f.f.Pages())
}

// physical is the path, absolute where there is one.
func (f dataFile) physical() string {
	path := f.db.PathOf(f.DataFile)
	if f.f != nil && f.No == 1 {
		path = f.f.Name()
	}
	if f.db.ID() > 4 {
		if abs, err := filepath.Abs(path); err == nil && f.f != nil {
			if _, mem := f.f.(*pagefile.Mem); !mem {
				path = abs
			}
		}
	}
	return path
}

// maxSize is in pages; -1: until the drive is full.
func (f dataFile) maxSize() int64 {
	if f.Growth.Max == 0 {
		return -1
	}
	return int64(f.Growth.Max)
}

// growth is in pages or percent, 0 for none; not known: the allocator's own steps.
func (f dataFile) growth() (n int64, ok bool) {
	return int64(f.Growth.Step), f.Growth.Step > 0 || f.Growth.None
}

func fileFields() []field[dataFile] {
	lsn := func(names ...string) []field[dataFile] { return nulls[dataFile](tLSN, names...) }
	return fields[dataFile](
		col("file_id", tInt, func(f dataFile) value { return num(f.No) }),
		nulls[dataFile](tGUID, "file_guid"),
		always[dataFile](tTiny, num(0), "type"),
		always[dataFile](tDesc, str("ROWS"), "type_desc"),
		col("data_space_id", tInt, func(f dataFile) value { return num(f.Space) }),
		col("name", tName, func(f dataFile) value { return str(f.Name) }),
		col("physical_name", sqltype.NVarCharOf(260), func(f dataFile) value { return str(f.physical()) }),
		col("state", tTiny, func(f dataFile) value { return state(f.db) }),
		col("state_desc", tDesc, func(f dataFile) value { return stateDesc(f.db) }),
		col("size", tInt, func(f dataFile) value { return num(f.pages()) }),
		col("max_size", tInt, func(f dataFile) value { return num(f.maxSize()) }),
		opt("growth", tInt, func(f dataFile) value { n, ok := f.growth(); return known(ok, num(n)) }),
		zeros[dataFile]("is_media_read_only", "is_read_only", "is_sparse"),
		col("is_percent_growth", tBit, func(f dataFile) value { return bit(f.Growth.Percent) }),
		zeros[dataFile]("is_name_reserved", "is_persistent_log_buffer"),
		lsn("create_lsn", "drop_lsn", "read_only_lsn", "read_write_lsn", "differential_base_lsn"),
		nulls[dataFile](tGUID, "differential_base_guid"),
		nulls[dataFile](tDateTime, "differential_base_time"),
		lsn("redo_start_lsn"),
		nulls[dataFile](tGUID, "redo_start_fork_guid"),
		lsn("redo_target_lsn"),
		nulls[dataFile](tGUID, "redo_target_fork_guid"),
		lsn("backup_lsn"),
	)
}

func init() {
	view("sys", "database_files", fileFields(), func(c *system.Call, _ []value, yield func(dataFile) bool) error {
		for _, f := range filesOf(database(c)) {
			if !yield(f) {
				break
			}
		}
		return nil
	})
	view("sys", "master_files", fields[dataFile](
		col("database_id", tInt, func(f dataFile) value { return num(f.db.ID()) }),
		fileFields(),
		nulls[dataFile](tInt, "credential_id"),
	), func(c *system.Call, _ []value, yield func(dataFile) bool) error {
		for _, d := range slices.Concat(c.Session.Instance().Databases(), c.Session.Instance().Suspects()) {
			for _, f := range filesOf(d) {
				if !yield(f) {
					return nil
				}
			}
		}
		return nil
	})

	type group struct {
		engine.Filegroup
		preset bool
	}
	for _, name := range []string{"filegroups", "data_spaces"} {
		fs := fields[group](
			col("name", tName, func(g group) value { return str(g.Name) }),
			col("data_space_id", tInt, func(g group) value { return num(g.ID) }),
			always[group](sqltype.CharOf(2), str("FG"), "type"),
			always[group](tDesc, str("ROWS_FILEGROUP"), "type_desc"),
			col("is_default", tBit, func(g group) value { return bit(g.preset) }),
			zeros[group]("is_system"),
		)
		if name == "filegroups" {
			fs = append(fs, fields[group](nulls[group](tGUID, "filegroup_guid"), nulls[group](tInt, "log_filegroup_id"),
				zeros[group]("is_read_only"), col("is_autogrow_all_files", tBit, func(g group) value { return bit(g.GrowAll) }))...)
		}
		view("sys", name, fs, func(c *system.Call, _ []value, yield func(group) bool) error {
			d := database(c)
			for _, g := range d.Filegroups() {
				if !yield(group{g, g.ID == d.DefaultFilegroup()}) {
					break
				}
			}
			return nil
		})
	}

	// Pages of extents that nobody has, and of those in use: nothing is versioned here, and the engine's own
	// pages count as reserved.
	type space struct {
		dataFile
		allocated, mixed int64
	}
	view("sys", "dm_db_file_space_usage", fields[space](
		col("database_id", tSmall, func(s space) value { return num(s.db.ID()) }),
		col("file_id", tSmall, func(s space) value { return num(s.No) }),
		col("filegroup_id", tSmall, func(s space) value { return num(s.Space) }),
		opt("total_page_count", tBig, func(s space) value { return num(s.pages()) }),
		opt("allocated_extent_page_count", tBig, func(s space) value { return num(s.allocated) }),
		opt("unallocated_extent_page_count", tBig, func(s space) value { return num(s.pages() - s.allocated) }),
		always[space](tBig, num(0), "version_store_reserved_page_count"),
		nulls[space](tBig, "user_object_reserved_page_count", "internal_object_reserved_page_count"),
		opt("mixed_extent_page_count", tBig, func(s space) value { return num(s.mixed) }),
		always[space](tBig, num(0), "modified_extent_page_count"),
	), func(c *system.Call, _ []value, yield func(space) bool) error {
		d := database(c)
		if !used(d) {
			return nil
		}
		sp, err := d.Space()
		if err != nil {
			return err
		}
		for _, f := range filesOf(d) {
			n, err := sp.FileSpace(f.No)
			if err != nil {
				return err
			}
			if !yield(space{f, n.Allocated, n.Mixed}) {
				break
			}
		}
		return nil
	})
}
