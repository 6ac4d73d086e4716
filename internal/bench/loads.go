package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"scanfrag/loaders"
	"scanfrag/scan"
)

// loopIterations are those of the counting loop: two seconds and more.
const loopIterations = 20_000_000

// runWhile times the empty loop.
func runWhile(ctx context.Context, b *bench, _ []string) error {
	return b.withServer(ctx, "while", func(s *serving, _ string) error {
		const n = loopIterations
		text := fmt.Sprintf("DECLARE @i int = 0; WHILE @i < %d SET @i += 1; SELECT @i;", n)
		return b.pairs(ctx, whileWork, func(ctx context.Context) (float64, error) {
			var i int64
			start := time.Now()
			if err := s.db.GetContext(ctx, &i, text); err != nil {
				return 0, err
			}
			if i != n {
				return 0, fmt.Errorf("the loop ended at %d, not %d", i, n)
			}
			return float64(n) / time.Since(start).Seconds(), nil
		}, nil)
	})
}

// withServer gives f a server on a directory of its own, both gone afterwards.
func (b *bench) withServer(ctx context.Context, name string, f func(s *serving, dir string) error) (err error) {
	dir, remove, err := b.subdir(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	s, err := b.serve(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	return f(s, dir)
}

// unwritten is the remark of loads: neither side waits for its last pages to be written.
const unwritten = "to the last statement's end: pages may still be in %s's or the kernel's cache, and in our pool"

// runAlternating loads alternating in turn with SQLite, every time into a new file.
func runAlternating(ctx context.Context, b *bench, _ []string) error {
	b.note(alternatingWork, unwritten, needSQLite)
	return b.withServer(ctx, "alternating", func(s *serving, dir string) error {
		return b.pairs(ctx, alternatingWork, func(ctx context.Context) (float64, error) {
			took, err := s.load(ctx, "alternating", b.opt.rows, "ours")
			if err != nil {
				return 0, err
			}
			return took.statements, s.drop(ctx, "ours")
		}, func(ctx context.Context) (float64, error) { return b.sqliteLoad(ctx, dir) })
	})
}

// heapTable has the columns of baseline, as the peer's table has.
const heapTable = "CREATE TABLE dbo.test (c1 int NOT NULL, c2 int NOT NULL, c3 char(1000) NOT NULL DEFAULT ' ');"

func heapInsert(rows int64) string {
	return fmt.Sprintf(`INSERT INTO dbo.test (c1, c2)
SELECT TOP (%d) n.i, n.i
FROM (SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS i
      FROM master..spt_values AS a CROSS JOIN master..spt_values AS b CROSS JOIN master..spt_values AS c) AS n;`, rows)
}

// runInsert times the statement alone on both sides, into a new, empty table.
func runInsert(ctx context.Context, b *bench, _ []string) error {
	b.note(insertWork, unwritten, needPostgres)
	return b.withServer(ctx, "insert", func(s *serving, dir string) (err error) {
		p, err := b.newPostgres(ctx, dir)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, p.remove()) }()
		if err := p.start(ctx); err != nil {
			return err
		}
		return b.pairs(ctx, insertWork,
			func(ctx context.Context) (float64, error) { return s.insert(ctx, b.opt.rows) },
			func(ctx context.Context) (float64, error) { return p.fill(ctx, b.opt.rows) })
	})
}

// insert times INSERT ... SELECT into the heap of a new database, which is dropped.
func (s *serving) insert(ctx context.Context, rows int64) (secs float64, err error) {
	const name = "ours"
	if _, err := s.create(ctx, name); err != nil {
		return 0, err
	}
	conn, err := scan.Connect(ctx, s.db, name)
	if err != nil {
		return 0, err
	}
	defer func() {
		release(conn)
		err = errors.Join(err, s.drop(ctx, name))
	}()
	if _, err := conn.ExecContext(ctx, heapTable+" CHECKPOINT;"); err != nil {
		return 0, fmt.Errorf("create the heap: %w", err)
	}
	text := heapInsert(rows)
	start := time.Now()
	res, err := conn.ExecContext(ctx, text)
	if err != nil {
		return 0, fmt.Errorf("insert into the heap: %w", err)
	}
	secs = time.Since(start).Seconds()
	if n, err := res.RowsAffected(); err != nil || n != rows {
		return 0, fmt.Errorf("insert into %s: %d rows affected, not %d", loaders.Table, n, rows)
	}
	return secs, nil
}
