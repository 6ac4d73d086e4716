package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"scanfrag/internal/report"
	"scanfrag/physstats"
	"scanfrag/scan"
)

func statsCommand(fs *pflag.FlagSet) action {
	var f tableFlags
	var out outputs
	f.addFlags(fs)
	mode := fs.String("mode", "detailed", "how much to read, the `MODE`: limited, sampled or detailed")
	out.addFlags(fs)
	fs.Lookup("csv").Usage = "write the statistics as CSV, one line, to `FILE`"
	return func(ctx context.Context, e env, _ []string) (err error) {
		table, err := f.tableName()
		if err != nil {
			return err
		}
		m, err := physstats.ParseMode(*mode)
		if err != nil {
			return usageError(err)
		}
		if err := out.check(); err != nil {
			return err
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
		conn, err := pinned(ctx, t.db, database)
		if err != nil {
			return err
		}
		defer conn.Close()
		s, err := physstats.Query(ctx, conn, table, m)
		if err != nil {
			return err
		}
		space, err := physstats.SpaceUsed(ctx, conn, table)
		if err != nil {
			return err
		}
		doc := newDocument(e, t)
		res := scan.Result{Loader: database + "." + table, Engine: t.engine, Rows: space.Rows, Scans: []scan.Scan{}, Stats: &s, Notes: []string{},
			ReservedKB: &space.ReservedKB, DataKB: &space.DataKB, IndexKB: &space.IndexKB, UnusedKB: &space.UnusedKB}
		doc.Results = append(doc.Results, res)
		tables := report.Stats(fmt.Sprintf("%s in database %s (%s)", table, database, report.EngineName(t.engine)), s, &space)
		if err := out.document(e.stdout, doc, tables, true); err != nil {
			return err
		}
		return out.print(e, tables)
	}
}
