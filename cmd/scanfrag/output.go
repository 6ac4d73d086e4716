package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"scanfrag/internal/report"
	"scanfrag/scan"
)

// outputs are the files a document is written to; "-" is standard output.
type outputs struct {
	json, csv, markdown string
	quiet               bool
}

func (o *outputs) addFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.json, "json", "", "write the results as JSON to `FILE` (- is standard output)")
	fs.StringVar(&o.csv, "csv", "", "write the results as CSV, a line per scan, to `FILE`")
	fs.StringVar(&o.markdown, "markdown", "", "write the tables as markdown to `FILE`")
	fs.BoolVar(&o.quiet, "quiet", false, "print results only")
}

func (o *outputs) check() error {
	n := 0
	for _, f := range []string{o.json, o.csv, o.markdown} {
		if f == "-" {
			n++
		} else if f != "" {
			if st, err := os.Stat(filepath.Dir(f)); err != nil || !st.IsDir() {
				return usageError(fmt.Errorf("the directory of %s does not exist", f))
			}
		}
	}
	if n > 1 {
		return usageError(errors.New("only one of --json, --csv and --markdown can be -"))
	}
	return nil
}

// stdoutTaken reports whether standard output belongs to one of the formats.
func (o *outputs) stdoutTaken() bool { return o.json == "-" || o.csv == "-" || o.markdown == "-" }

// formats write one document, each in its own way.
type formats struct{ json, csv, markdown func(io.Writer) error }

// document prints d in every format asked for.
func (o *outputs) document(stdout io.Writer, d scan.Document, tables []report.Table, last bool) error {
	scan.Apply(d.Results, scan.Rank(d.Results))
	return o.write(stdout, formats{
		json:     d.Write,
		csv:      func(w io.Writer) error { return report.CSV(w, d.Results) },
		markdown: func(w io.Writer) error { return report.Markdown(w, tables...) },
	}, last)
}

// write prints in every format asked for. Files are written anew as a whole and
// then renamed, so that a failure later, or in the middle of writing, loses
// nothing; standard output is written only when last is set.
func (o *outputs) write(stdout io.Writer, f formats, last bool) error {
	for _, out := range []struct {
		file  string
		write func(io.Writer) error
	}{{o.json, f.json}, {o.csv, f.csv}, {o.markdown, f.markdown}} {
		switch {
		case out.file == "" || out.file == "-" && !last:
		case out.file == "-":
			if err := out.write(stdout); err != nil {
				return fmt.Errorf("write standard output: %w", err)
			}
		default:
			if err := replaceFile(out.file, out.write); err != nil {
				return err
			}
		}
	}
	return nil
}

// replaceFile writes a new file beside path and renames it. A path that is not
// a regular file (a device, a pipe) is written directly.
func replaceFile(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			return fmt.Errorf("write results: %w", err)
		}
		return nil
	}
	tmp := path + ".new"
	if err := os.WriteFile(tmp, b.Bytes(), 0o644); err != nil {
		os.Remove(tmp)
		return fmt.Errorf("write results: %w", err)
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return fmt.Errorf("write results: %w", err)
	}
	return nil
}

// print puts the tables where people look: standard output, or standard error
// when standard output carries a format.
func (o *outputs) print(e env, tables []report.Table) error {
	w := e.stdout
	if o.stdoutTaken() {
		if o.quiet {
			return nil
		}
		w = e.stderr
	}
	if err := report.Text(w, tables...); err != nil {
		return fmt.Errorf("write standard output: %w", err)
	}
	return nil
}
