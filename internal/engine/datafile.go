package engine

import (
	"path/filepath"
	"slices"
	"strings"

	"scanfrag/internal/alloc"
	"scanfrag/internal/page"
)

// DataFile is a data file of a database as sys.database_files shows it.
type DataFile struct {
	No     uint16
	Name   string // logical
	File   string // physical, without its directory: that of file 1
	Space  int    // filegroup
	Growth alloc.Growth
	Pages  uint32 `json:",omitempty"` // in the catalog: its size at the clean shutdown
}

// Filegroup of a database as sys.filegroups shows it.
type Filegroup struct {
	ID      int
	Name    string
	GrowAll bool `json:",omitempty"` // AUTOGROW_ALL_FILES
}

// filing is which files and filegroups a database has. Database.mu guards it.
type filing struct {
	files   []DataFile  // by number
	groups  []Filegroup // by id
	preset  int         // the default filegroup
	binding [16]byte    // stands in the header of every file of a database that has had several
	closed  uint64      // clean shutdowns with several files
}

func newFiling(name, path string) filing {
	return filing{
		files:  []DataFile{{No: 1, Name: name, File: filepath.Base(path), Space: alloc.Primary}},
		groups: []Filegroup{{ID: alloc.Primary, Name: "PRIMARY"}},
		preset: alloc.Primary,
	}
}

// Files lists the data files by number.
func (d *Database) Files() []DataFile {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Clone(d.filing.files)
}

// Filegroups lists the filegroups by id.
func (d *Database) Filegroups() []Filegroup {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Clone(d.filing.groups)
}

// DefaultFilegroup is where tables go that say nothing.
func (d *Database) DefaultFilegroup() int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.filing.preset
}

// FilegroupName is a filegroup's name, "" when there is none of that id. 0 is PRIMARY.
func (d *Database) FilegroupName(id int) string {
	for _, g := range d.Filegroups() {
		if g.ID == max(id, alloc.Primary) {
			return g.Name
		}
	}
	return ""
}

// FilegroupID finds a filegroup by name; 0 when there is none.
func (d *Database) FilegroupID(name string) int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if g := d.filing.group(name); g != nil {
		return g.ID
	}
	return 0
}

// DataSpace is the filegroup that ON names, "default" among them; 0 for "". Unknown: *Error 1921.
func (d *Database) DataSpace(name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	id := d.FilegroupID(name)
	if id == 0 && strings.EqualFold(name, "default") {
		id = d.DefaultFilegroup()
	}
	if id == 0 {
		return 0, errorf(1921, "Invalid filegroup '%s' specified.", name)
	}
	return id, nil
}

// PathOf is a data file's path.
func (d *Database) PathOf(f DataFile) string {
	if f.No == 1 {
		return d.path
	}
	return filepath.Join(filepath.Dir(d.path), f.File)
}

// fileName is the name of a file that lies beside file 1.
func (d *Database) fileName(path string) (string, error) {
	dir := filepath.Dir(path)
	if d.kept && dir != "." && dir != filepath.Dir(d.path) {
		return "", elsewhere(path, filepath.Dir(d.path))
	}
	return filepath.Base(path), nil
}

func (fl *filing) group(name string) *Filegroup {
	i := slices.IndexFunc(fl.groups, func(g Filegroup) bool { return strings.EqualFold(g.Name, name) })
	if i < 0 {
		return nil
	}
	return &fl.groups[i]
}

func (fl *filing) file(name string) *DataFile {
	i := slices.IndexFunc(fl.files, func(f DataFile) bool { return strings.EqualFold(f.Name, name) })
	if i < 0 {
		return nil
	}
	return &fl.files[i]
}

// members counts the files of a filegroup.
func (fl *filing) members(space int) (n int) {
	for _, f := range fl.files {
		if f.Space == space {
			n++
		}
	}
	return n
}

// freeNo is the lowest file number that is not taken. 2 is never given: it is the log file's.
func (fl *filing) freeNo() uint16 {
	no := uint16(3)
	for slices.ContainsFunc(fl.files, func(f DataFile) bool { return f.No == no }) {
		no++
	}
	return no
}

// pagesOf rounds bytes up to whole extents.
func pagesOf(bytes int64) uint32 {
	const extent = page.ExtentPages * page.Size
	return uint32(min((bytes+extent-1)/extent*page.ExtentPages, 1<<32-page.ExtentPages))
}
