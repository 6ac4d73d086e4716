package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"scanfrag/internal/report"
	"scanfrag/scan"
)

func rankCommand(fs *pflag.FlagSet) action {
	var out outputs
	out.addFlags(fs)
	return func(ctx context.Context, e env, args []string) error {
		if len(args) == 0 {
			return usageError(errors.New("rank needs the files that run --json wrote"))
		}
		if err := out.check(); err != nil {
			return err
		}
		doc, err := mergeDocuments(e, args)
		if err != nil {
			return err
		}
		tables := report.Rankings(doc)
		if len(tables) == 0 {
			return fmt.Errorf("there is nothing to rank in %v: no result has times", args)
		}
		if err := out.document(e.stdout, doc, tables, true); err != nil {
			return err
		}
		return out.print(e, tables)
	}
}

// mergeDocuments puts several documents into one. Of a cell that occurs twice
// the later file's counts.
func mergeDocuments(e env, files []string) (scan.Document, error) {
	var doc scan.Document
	told := map[string]bool{}
	for i, file := range files {
		d, err := readDocument(file)
		if err != nil {
			return scan.Document{}, err
		}
		for j := range d.Results {
			if r := &d.Results[j]; len(files) > 1 && r.File == "" {
				r.File = file
			}
		}
		if i == 0 {
			doc = d
			continue
		}
		if d.Tool.Version != doc.Tool.Version || d.Tool.Commit != doc.Tool.Commit {
			e.say("scanfrag: note: %s was made by version %s %s, %s by %s %s", file, d.Tool.Version, d.Tool.Commit, files[0], doc.Tool.Version, doc.Tool.Commit)
		}
		doc.Environment.Drives = append(doc.Environment.Drives, d.Environment.Drives...)
		for _, r := range d.Results {
			replaced := false
			for j, old := range doc.Results {
				if sameCell(old, r) {
					doc.Results[j], replaced = r, true
					if note := fmt.Sprintf("drive %s, %s is in several files: the figures of %s count", r.Drive, r.Loader, file); !told[note] {
						told[note] = true // once for all MAXDOP
						e.say("scanfrag: note: %s", note)
					}
				}
			}
			if !replaced {
				doc.Results = append(doc.Results, r)
			}
		}
	}
	return doc, nil
}

func sameCell(a, b scan.Result) bool {
	if a.Engine != b.Engine || a.Drive != b.Drive || a.Loader != b.Loader || a.Rows != b.Rows || (a.Maxdop == nil) != (b.Maxdop == nil) {
		return false
	}
	return a.Maxdop == nil || *a.Maxdop == *b.Maxdop
}

func readDocument(file string) (scan.Document, error) {
	f, err := os.Open(file)
	if err != nil {
		return scan.Document{}, missing(fmt.Errorf("read results: %w", err))
	}
	defer f.Close()
	d, err := scan.Read(f)
	if err != nil {
		return scan.Document{}, fmt.Errorf("read results %s: %w", file, err)
	}
	return d, nil
}
