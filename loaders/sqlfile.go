package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"scanfrag/internal/script"
)

// maxFile bounds a script: far above any written by hand, far below memory.
const maxFile = 256 << 20

// sqlFile is a loader read from a .sql file. Its name is the header's, or the file's without the
// extension.
type sqlFile struct {
	path, text string
	header
}

// File reads a loader from a .sql file. Comment lines at its head may tell "-- name: ...", "-- author: ..." and
// "-- about: ...", its sentence.
func File(path string) (Loader, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read loader: %w", err)
	}
	if st.Size() > maxFile {
		return nil, fmt.Errorf("read loader %s: %d MiB is more than the %d MiB a script may have", path, st.Size()>>20, maxFile>>20)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read loader: %w", err)
	}
	text, err := script.Decode(raw)
	if err != nil {
		return nil, fmt.Errorf("read loader %s: %w", path, err)
	}
	f := sqlFile{path: path, text: text}
	if f.header, err = readHeader(text); err != nil {
		return nil, fmt.Errorf("read loader %s: %w", path, err)
	}
	if f.name == "" {
		f.name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	if Taken(f.name) {
		return nil, fmt.Errorf("read loader %s: %s is a built-in loader: give this one another name, in its first line, as in \"-- name: my-%s\"", path, f.name, f.name)
	}
	if f.about == "" {
		f.about = "The script " + filepath.Base(path) + "."
	}
	return f, nil
}

func (f sqlFile) Name() string               { return f.name }
func (f sqlFile) About() string              { return f.about }
func (f sqlFile) Author() string             { return f.author }
func (f sqlFile) TSQL(int64) (string, error) { return f.text, nil }

// Path is the file the loader was read from.
func (f sqlFile) Path() string { return f.path }

// badFile stands for a file of a folder that cannot be read: preparing it fails,
// and the others go on.
type badFile struct {
	sqlFile
	err error
}

func (f badFile) TSQL(int64) (string, error) { return "", f.err }

// Folder reads every .sql file directly in dir, by name. One that cannot be read
// fails when it is prepared.
func Folder(dir string) ([]Loader, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read loader folder: %w", err)
	}
	var out []Loader
	for _, e := range entries {
		if e.IsDir() || !strings.EqualFold(filepath.Ext(e.Name()), ".sql") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		l, err := File(path)
		if err != nil {
			l = badFile{sqlFile{path: path, header: header{name: strings.TrimSuffix(e.Name(), filepath.Ext(path))}}, err}
		}
		out = append(out, l)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("read loader folder %s: it holds no .sql file", dir)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name() < out[j].Name() })
	return out, nil
}

// Find resolves what --loader takes: a registered name, "all" of them, a .sql file or a folder
// of them. A name wins over a file of the same name.
func Find(arg string) ([]Loader, error) {
	if arg == All {
		var out []Loader
		for _, n := range Names() {
			l, _ := Lookup(n)
			out = append(out, l)
		}
		return out, nil
	}
	if l, ok := Lookup(arg); ok {
		return []Loader{l}, nil
	}
	if base, ok := strings.CutSuffix(arg, TwinName("")); ok {
		if l, ok := Lookup(base); ok {
			if t, ok := TwinOf(l); ok {
				return []Loader{t}, nil
			}
		}
	}
	if st, err := os.Stat(arg); err == nil && st.IsDir() {
		return Folder(arg)
	} else if err == nil || strings.EqualFold(filepath.Ext(arg), ".sql") {
		l, err := File(arg)
		if err != nil {
			return nil, err
		}
		return []Loader{l}, nil
	}
	return nil, fmt.Errorf("unknown loader %q: the names are %s and all; a .sql file or a folder of them may be given too",
		arg, strings.Join(Names(), ", "))
}
