package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/pflag"

	"scanfrag/internal/drive"
	"scanfrag/internal/report"
	"scanfrag/internal/script"
	"scanfrag/loaders"
	"scanfrag/physstats"
	"scanfrag/scan"
)

func scanCommand(fs *pflag.FlagSet) action {
	var f tableFlags
	var out outputs
	f.addFlags(fs)
	mode := fs.String("mode", "detailed", "`MODE` of the physical statistics beside the times: limited, sampled or detailed")
	runs := fs.Int("runs", 3, "scans at each MAXDOP; below 6 differences are weak")
	maxdop := fs.IntSlice("maxdop", []int{1, 0}, "degrees of parallelism; 0 is all schedulers")
	yes := fs.Bool("yes", false, "do not ask before emptying a named server's cache")
	out.addFlags(fs)
	return func(ctx context.Context, e env, _ []string) (err error) {
		table, err := f.tableName()
		if err != nil {
			return err
		}
		m, err := physstats.ParseMode(*mode)
		if err != nil {
			return usageError(err)
		}
		spec := scan.Spec{Runs: *runs, Maxdop: *maxdop, Drives: []scan.Drive{{Name: "-"}}, Plans: make([]loaders.Plan, 1)}
		if err := spec.CheckScans(); err != nil {
			return usageError(err)
		}
		if err := errors.Join(out.check(), f.check()); err != nil {
			return err
		}
		if f.server != "" {
			if err := e.confirm(*yes, cacheWarning); err != nil {
				return err
			}
		}
		t, err := f.openKept(ctx, e, true)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, t.close()) }()
		database, err := f.useDatabase(ctx, t)
		if err != nil {
			return err
		}
		if t.engine == scan.SQLServer {
			if err := refuseForeign(ctx, t, database); err != nil {
				return err
			}
		}
		doc := newDocument(e, t)
		spec.Engine = t.engine
		var paths []string
		if t.engine == scan.Embedded {
			if paths, err = dataFiles(ctx, t, database); err != nil {
				return err
			}
			path := paths[0]
			if t.named() { // a directory of the machine that serves it
				spec.Drives[0] = scan.Drive{Name: filepath.Dir(path), Dir: filepath.Dir(path)}
			} else {
				spec.Drives[0] = describeDrive(path)
				spec.CachedPages = cachedPages()
			}
		}
		doc.Environment.Drives = spec.Drives
		results, scanErr := scan.Existing(ctx, t.db, t.facts, spec, database, table, m, paths, func(ev scan.Event) {
			if s, ok := ev.(scan.Started); ok && !out.quiet {
				e.say("%s", describe(s))
			}
		})
		doc.Results = append(doc.Results, results...)
		tables := scanTables(doc)
		if len(tables) > 0 {
			if err := errors.Join(out.document(e.stdout, doc, tables, true), out.print(e, tables)); err != nil {
				return err
			}
		}
		return scanErr
	}
}

// scanTables are the single scans, then the summary; none when nothing was timed.
func scanTables(doc scan.Document) []report.Table {
	if len(scan.Rank(doc.Results)) == 0 {
		return nil
	}
	return append([]report.Table{report.Scans(doc.Results)}, report.Rankings(doc)...)
}

// refuseForeign lets a named server's database be touched only when the kit made
// it or its owner marked it.
func refuseForeign(ctx context.Context, t *target, database string) error {
	conn, err := pinned(ctx, t.db, database)
	if err != nil {
		return err
	}
	defer conn.Close()
	var n int
	if err := conn.GetContext(ctx, &n, "SELECT COUNT(*) FROM sys.extended_properties WHERE class = 0 AND name = "+script.QuoteString(scan.Mark)+";"); err != nil {
		return fmt.Errorf("look for the mark of database %s: %w", database, err)
	}
	if n == 0 {
		return fmt.Errorf("database %s was not made by scanfrag and is left alone: to allow cold scans of it, mark it with\nEXEC %s.sys.sp_addextendedproperty @name = N'%s', @value = N'may be scanned';",
			database, script.QuoteName(database), scan.Mark)
	}
	return nil
}

// dataFiles are the paths of a database's data files on this machine, the first one first.
func dataFiles(ctx context.Context, t *target, database string) (paths []string, err error) {
	err = t.db.SelectContext(ctx, &paths, "SELECT physical_name FROM sys.master_files WHERE database_id = DB_ID("+script.QuoteString(database)+") AND file_id <> 2 ORDER BY file_id;")
	if err == nil && len(paths) == 0 {
		err = errors.New("it has none")
	}
	if err != nil {
		return nil, fmt.Errorf("find the data files of %s: %w", database, err)
	}
	return paths, nil
}

// describeDrive is the drive that a data file lies on.
func describeDrive(path string) scan.Drive {
	dir := filepath.Dir(path)
	f := drive.Inspect(dir)
	return scan.Drive{Name: dir, Dir: dir, FileSystem: f.FileSystem, Device: f.Device, Rotational: f.Rotational, FreeBytes: f.FreeBytes, TotalBytes: f.TotalBytes}
}
