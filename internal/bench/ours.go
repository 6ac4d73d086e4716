package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"

	"scanfrag/loaders"
	"scanfrag/scan"
)

// plan is a built-in load made ready.
func plan(name string, rows int64) (loaders.Plan, error) {
	l, ok := loaders.Lookup(name)
	if !ok {
		return loaders.Plan{}, fmt.Errorf("no built-in load is named %s", name)
	}
	return loaders.Prepare(l, rows)
}

// loadTime is a load's seconds: to the end of its last statement, and to the end of the CHECKPOINT
// after it, which writes the dirty pages that remain.
type loadTime struct{ statements, written float64 }

// load runs a built-in load into a fresh database.
func (s *serving) load(ctx context.Context, name string, rows int64, database string) (took loadTime, err error) {
	p, err := plan(name, rows)
	if err != nil {
		return took, err
	}
	if _, err := s.create(ctx, database); err != nil {
		return took, err
	}
	conn, err := scan.Connect(ctx, s.db, database)
	if err != nil {
		return took, err
	}
	defer release(conn)
	d, err := p.Load(ctx, conn, loaders.Options{Rows: rows})
	if err != nil {
		return took, err
	}
	start := time.Now()
	if _, err := conn.ExecContext(ctx, "CHECKPOINT;"); err != nil {
		return took, fmt.Errorf("checkpoint after load %s: %w", name, err)
	}
	took = loadTime{d.Seconds(), (d + time.Since(start)).Seconds()}
	var n int64
	if err := conn.GetContext(ctx, &n, "SELECT COUNT_BIG(*) FROM "+loaders.Table+";"); err != nil {
		return took, fmt.Errorf("count the rows of load %s: %w", name, err)
	}
	if n != rows {
		return took, fmt.Errorf("load %s left %d rows, not %d", name, n, rows)
	}
	return took, nil
}

// release leaves the database, so that it can be dropped, and gives conn back.
func release(conn *sqlx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = conn.ExecContext(ctx, "USE master;")
	conn.Close()
}
