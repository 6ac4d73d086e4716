package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"scanfrag/internal/alloc"
)

// maxFiles is SQL Server's limit for a database.
const maxFiles = 32767

// AddFile adds a data file to a filegroup.
func (d *Database) AddFile(ctx context.Context, spec FileSpec) error {
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	if d.id < 5 && d.name != "tempdb" && d.name != "msdb" {
		return errorf(5013, "The master and model databases cannot have files added to them. ALTER DATABASE was aborted.")
	}
	if err := d.touch(); err != nil {
		return err
	}
	sp, err := d.Space()
	if err != nil {
		return err
	}
	path := spec.Path
	if path == "" {
		path = spec.Name + ".ndf"
	}
	if path, err = d.inst.place(path); err != nil {
		return err
	}
	f := DataFile{Name: spec.Name, Growth: spec.growth(alloc.Growth{}), Space: d.DefaultFilegroup()}
	if spec.Filegroup != "" {
		if f.Space = d.FilegroupID(spec.Filegroup); f.Space == 0 {
			return d.noFilegroup(spec.Filegroup)
		}
	}
	if f.File, err = d.fileName(path); err != nil {
		return err
	}
	if err := overLimit(spec.pages(), f.Growth); err != nil {
		return err
	}
	d.mu.RLock()
	taken, no, binding := d.filing.file(spec.Name) != nil, d.filing.freeNo(), d.filing.binding
	clash := slices.ContainsFunc(d.filing.files, func(o DataFile) bool { return strings.EqualFold(o.File, f.File) })
	d.mu.RUnlock()
	path, f.No = d.PathOf(DataFile{File: f.File}), no
	switch {
	case spec.Name == "":
		return errorf(5036, "MODIFY FILE failed. Specify logical name.")
	case taken:
		return &Error{Number: 1828, Class: 16, State: 3, Text: "The logical file name \"" + spec.Name + "\" is already in use. Choose a different name."}
	case clash:
		return errorf(5170, "Cannot create file '%s' because it already exists. Change the file path or the file name, and retry the operation.", path)
	case int(no) >= maxFiles:
		return errorf(5033, "The maximum of %d files per database has been exceeded.", maxFiles)
	}
	if binding == [16]byte{} {
		rand.Read(binding[:])
	}
	fl, err := d.makeFile(path, spec.pages())
	if err != nil {
		return err
	}
	if err := sp.AddFile(f.No, fl, f.Space, true, f.Growth); err != nil {
		return errors.Join(err, d.discard(path))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.filing.binding = binding
	d.filing.files = append(d.filing.files, f)
	slices.SortFunc(d.filing.files, func(a, b DataFile) int { return int(a.No) - int(b.No) })
	return nil
}

// RemoveFile removes an empty data file.
func (d *Database) RemoveFile(name string) error {
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	if err := d.touch(); err != nil {
		return err
	}
	sp, err := d.Space()
	if err != nil {
		return err
	}
	d.mu.RLock()
	var f DataFile
	if at := d.filing.file(name); at != nil {
		f = *at
	}
	only := f.Space == d.filing.preset && d.filing.members(f.Space) == 1
	d.mu.RUnlock()
	switch {
	case f.No == 0:
		return errorf(5009, "One or more files listed in the statement could not be found or could not be initialized.")
	case f.No == 1:
		return errorf(5020, "The primary data or log file cannot be removed from a database.")
	case only:
		return errorf(5031, "Cannot remove the file '%s' because it is the only file in the DEFAULT filegroup.", f.Name)
	}
	if err := sp.RemoveFile(f.No); errors.Is(err, alloc.ErrNotEmpty) {
		return errorf(5042, "The file '%s' cannot be removed because it is not empty.", f.Name)
	} else if err != nil {
		return err
	}
	d.mu.Lock()
	d.filing.files = slices.DeleteFunc(d.filing.files, func(o DataFile) bool { return o.No == f.No })
	d.mu.Unlock()
	return d.discard(d.PathOf(f))
}

// ModifyFile changes a file's size (only upwards), growth, limit or logical name.
func (d *Database) ModifyFile(spec FileSpec) error {
	d.filesMu.Lock()
	defer d.filesMu.Unlock()
	switch {
	case spec.Name == "":
		return errorf(5036, "MODIFY FILE failed. Specify logical name.")
	case spec.Path != "":
		return errorf(5037, "MODIFY FILE failed. Do not specify physical name.")
	case spec.NewName == "" && spec.Size == 0 && spec.Growth == nil && spec.Percent == nil && spec.MaxSize == nil:
		return errorf(5038, "MODIFY FILE failed for file \"%s\". At least one property per file must be specified.", spec.Name)
	}
	if err := d.touch(); err != nil {
		return err
	}
	sp, err := d.Space()
	if err != nil {
		return err
	}
	d.mu.RLock()
	var f DataFile
	if at := d.filing.file(spec.Name); at != nil {
		f = *at
	}
	taken := spec.NewName != "" && !strings.EqualFold(spec.NewName, spec.Name) && d.filing.file(spec.NewName) != nil
	d.mu.RUnlock()
	switch {
	case f.No == 0:
		return errorf(5041, "MODIFY FILE failed. File '%s' does not exist.", spec.Name)
	case taken:
		return &Error{Number: 1828, Class: 16, State: 3, Text: "The logical file name \"" + spec.NewName + "\" is already in use. Choose a different name."}
	}
	size := sp.Store().File(f.No).Pages()
	if spec.Size != 0 {
		if spec.pages() <= size {
			return errorf(5039, "MODIFY FILE failed. Specified size is less than or equal to current size.")
		}
		size = spec.pages()
	}
	f.Growth = spec.growth(f.Growth)
	if err := overLimit(size, f.Growth); err != nil {
		return err
	}
	if err := sp.Resize(f.No, size); err != nil {
		return errorf(5149, "MODIFY FILE encountered operating system error %v while attempting to expand the physical file '%s'.", err, d.PathOf(f))
	}
	sp.SetGrowth(f.No, f.Growth)
	if spec.NewName != "" {
		f.Name = spec.NewName
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	*d.filing.file(spec.Name) = f
	return nil
}
