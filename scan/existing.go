package scan

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"scanfrag/physstats"
)

// Existing scans a table that is already there, in the current database of db's
// connections, database. paths are its data files on this machine, or none.
func Existing(ctx context.Context, db *sqlx.DB, server Server, spec Spec, database, table, mode string, paths []string, emit func(Event)) ([]Result, error) {
	r := &runner{db: db, server: server, spec: spec, emit: emit}
	conn, err := Connect(ctx, db, database)
	if err != nil {
		return nil, err
	}
	defer Discard(conn)
	d := spec.Drives[0]
	res := Result{Drive: d.Name, Loader: database + "." + table, Engine: spec.Engine, Scans: []Scan{}, Notes: []string{}}
	if server.PoolBytes != nil {
		pages := *server.PoolBytes / 8192
		res.PoolPages = &pages
	}
	emit(Started{Drive: d.Name, Loader: res.Loader, Phase: PhaseStats})
	scanned, err := physstats.Scanned(ctx, conn, table)
	if err != nil {
		return nil, err
	}
	if scanned.Name != "" {
		res.Notes = append(res.Notes, "the query scans nonclustered index "+scanned.Name+", which has the fewest leaf pages: the figures are of it")
	}
	var stats physstats.Stats
	var statsErr, countErr error
	err = r.ask(conn, database)(ctx,
		func(ctx context.Context, q sqlx.QueryerContext) {
			stats, statsErr = physstats.QueryIndex(ctx, q, table, scanned, mode)
		},
		func(ctx context.Context, q sqlx.QueryerContext) {
			countErr = sqlx.GetContext(ctx, q, &res.Rows, "SELECT COUNT_BIG(*) FROM "+table+" WITH (TABLOCK);")
		})
	switch {
	case err != nil:
		return nil, err
	case statsErr != nil:
		return nil, statsErr
	case countErr != nil:
		return nil, fmt.Errorf("count the rows of %s: %w", table, countErr)
	}
	res.setStats(stats)
	space, err := physstats.SpaceUsed(ctx, conn, table)
	if err != nil {
		return nil, err
	}
	res.ReservedKB, res.DataKB, res.IndexKB, res.UnusedKB = &space.ReservedKB, &space.DataKB, &space.IndexKB, &space.UnusedKB
	// The degree set for the scans is put back afterwards.
	var was int
	if err := conn.GetContext(ctx, &was, "SELECT CAST(value AS int) FROM sys.database_scoped_configurations WHERE name = N'MAXDOP';"); err == nil {
		defer func() { _ = setMaxdop(context.WithoutCancel(ctx), conn, was) }()
	} else {
		defer func() { _ = setMaxdop(context.WithoutCancel(ctx), conn, 0) }()
	}
	return r.scans(ctx, conn, target{drive: d, loader: res.Loader, table: table, paths: paths}, res)
}
