package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/drive"
	"scanfrag/internal/script"
	"scanfrag/loaders"
	"scanfrag/physstats"
	"scanfrag/scan"
)

// table is a loaded dbo.test to be read cold.
type table struct {
	conn   *sqlx.Conn  // in its database
	ask    loaders.Ask // of its database, as a run asks
	path   string      // its data file
	rows   int64
	pages  int64 // leaf pages
	degree map[int]int
}

// openTable pins a connection to the table of a database, and scans it once outside any
// measurement: that touches the memory of the pool for the first time, as the load does
// in a real run, and costs a new process as much as the reading. Its degrees are 1 and 0,
// all schedulers.
func openTable(ctx context.Context, db *sqlx.DB, database, path string, rows int64) (*table, error) {
	facts, err := scan.Ask(ctx, db)
	if err != nil {
		return nil, err
	}
	t := &table{path: path, ask: scan.AtOnce(db, database), rows: rows, degree: map[int]int{}}
	for _, d := range []int{0, 1} {
		if t.degree[d], err = facts.Degree(d); err != nil {
			return nil, err
		}
	}
	if t.conn, err = scan.Connect(ctx, db, database); err != nil {
		return nil, err
	}
	s, err := physstats.Query(ctx, t.conn, loaders.Table, physstats.Limited)
	if err != nil {
		t.conn.Close()
		return nil, err
	}
	t.pages = s.PageCount
	if _, err := t.count(ctx, 0); err != nil {
		t.conn.Close()
		return nil, err
	}
	return t, nil
}

func (t *table) close() { release(t.conn) }

// reading is what one cold pass over the table took.
type reading struct {
	seconds float64
	bytes   int64 // read from the data file
	reads   int64 // fio only
}

func (r reading) rate() float64 { return float64(r.bytes) / r.seconds / 1e6 }

// cold writes the dirty pages, empties the pool, runs f and takes its time and what
// was read of the file meanwhile. Less than the leaf level, or a file in the kernel's
// cache, means that it was not cold: an error.
func (t *table) cold(ctx context.Context, f func() error) (reading, error) {
	for _, text := range []string{"CHECKPOINT;", "DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;"} {
		if _, err := t.conn.ExecContext(ctx, text); err != nil {
			return reading{}, fmt.Errorf("make the cache cold: %s %w", text, err)
		}
	}
	if n, err := drive.CachedPages(t.path); err == nil && n > 0 {
		return reading{}, fmt.Errorf("not cold: %d pages of %s are in the kernel's page cache", n, t.path)
	}
	const read = "SELECT SUM(num_of_bytes_read) FROM sys.dm_io_virtual_file_stats(DB_ID(), 1);"
	var before, after int64
	if err := t.conn.GetContext(ctx, &before, read); err != nil {
		return reading{}, fmt.Errorf("bytes read of the file: %w", err)
	}
	start := time.Now()
	if err := f(); err != nil {
		return reading{}, err
	}
	r := reading{seconds: time.Since(start).Seconds()}
	if err := t.conn.GetContext(ctx, &after, read); err != nil {
		return reading{}, fmt.Errorf("bytes read of the file: %w", err)
	}
	if r.bytes = after - before; r.bytes < t.pages*8192 {
		return reading{}, fmt.Errorf("not cold: %d bytes were read of a table of %d leaf pages", r.bytes, t.pages)
	}
	return r, nil
}

// count is a cold scan by the exercise's query, at degree 1 or, for 0, of all
// schedulers.
func (t *table) count(ctx context.Context, degree int) (reading, error) {
	if err := t.setDegree(ctx, degree); err != nil {
		return reading{}, err
	}
	return t.cold(ctx, func() error { return t.countNow(ctx) })
}

func (t *table) countNow(ctx context.Context) error {
	var n int64
	if err := t.conn.GetContext(ctx, &n, scan.Query(loaders.Table)); err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	if n != t.rows {
		return fmt.Errorf("scan: COUNT(*) is %d, the table has %d rows", n, t.rows)
	}
	return nil
}

func (t *table) setDegree(ctx context.Context, degree int) error {
	text := fmt.Sprintf("ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = %d;", t.degree[degree])
	if _, err := t.conn.ExecContext(ctx, text); err != nil {
		return fmt.Errorf("set MAXDOP: %w", err)
	}
	return nil
}

// detailedQuery asks for every column that is costly, of all levels.
const detailedQuery = `SELECT index_level, page_count, record_count, avg_fragmentation_in_percent, fragment_count, avg_page_space_used_in_percent
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID(%s), NULL, NULL, 'DETAILED');`

// detailed reads the physical statistics cold, in one pass.
func (t *table) detailed(ctx context.Context) (reading, error) {
	return t.cold(ctx, func() error {
		var levels []struct {
			Level   int64    `db:"index_level"`
			Pages   int64    `db:"page_count"`
			Records *int64   `db:"record_count"`
			Frag    *float64 `db:"avg_fragmentation_in_percent"`
			Pieces  *int64   `db:"fragment_count"`
			Density *float64 `db:"avg_page_space_used_in_percent"`
		}
		if err := t.conn.SelectContext(ctx, &levels, fmt.Sprintf(detailedQuery, script.QuoteString(loaders.Table))); err != nil {
			return fmt.Errorf("physical statistics: %w", err)
		}
		if len(levels) == 0 || levels[0].Records == nil || *levels[0].Records != t.rows {
			return fmt.Errorf("physical statistics do not show the %d rows", t.rows)
		}
		return nil
	})
}

// rules judges the table cold by all nine rules, which it obeys, with all schedulers. As in a run, its DETAILED statistics
// are taken in the same pass.
func (t *table) rules(ctx context.Context, p loaders.Plan) (reading, error) {
	if err := t.setDegree(ctx, 0); err != nil {
		return reading{}, err
	}
	return t.cold(ctx, func() error {
		facts, err := loaders.Measure(ctx, t.ask, p)
		if err != nil {
			return fmt.Errorf("measure by the rules: %w", err)
		}
		verdicts, valid := loaders.Judge(facts)
		if valid == nil || !*valid {
			return fmt.Errorf("the rules do not hold: %+v", verdicts)
		}
		return nil
	})
}
