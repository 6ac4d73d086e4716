package scan

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
)

// snapshot holds cumulative counters of the server; nil where one cannot be
// read. Two of them around a query give its share.
type snapshot struct {
	fileReads, fileBytes *int64 // data files of the database
	cpuMS, logical       *int64 // of this session
	sizes                map[int64]int64
	direct               *bool // whether reads bypass the kernel's cache
}

const (
	// File 2 is the log, all others are data files.
	fileQuery      = "SELECT SUM(num_of_reads), SUM(num_of_bytes_read) FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) WHERE file_id <> 2;"
	forwardedQuery = "SELECT SUM(forwarded_fetch_count) FROM sys.dm_db_index_operational_stats(DB_ID(), OBJECT_ID(%s), NULL, NULL);"
	sessionQuery   = "SELECT CAST(cpu_time AS bigint), logical_reads FROM sys.dm_exec_sessions WHERE session_id = @@SPID;"
	// sys.dm_scanfrag_reads is the embedded engine's own.
	sizesQuery = "SELECT read_bytes, read_count, is_direct_io FROM sys.dm_scanfrag_reads WHERE database_id = DB_ID();"
	// The text is the batch's on SQL Server, the statement's own on the embedded engine.
	planQuery = `SELECT TOP (1) qs.last_worker_time, qs.last_logical_reads, qs.last_dop
FROM sys.dm_exec_query_stats AS qs CROSS APPLY sys.dm_exec_sql_text(qs.sql_handle) AS t
WHERE t.text IN (%s, %s)
ORDER BY qs.last_execution_time DESC;`
)

// counters reads snapshots and remembers, once each, which of them the server
// does not give.
type counters struct {
	table   string
	engine  string
	missing map[string]string
}

func (c *counters) fail(what string, err error) {
	if _, known := c.missing[what]; !known {
		c.missing[what] = err.Error()
	}
}

// notes lists what could not be read and why.
func (c *counters) notes() []string {
	var out []string
	for what, why := range c.missing {
		out = append(out, what+" unknown: "+why)
	}
	sort.Strings(out)
	return out
}

// fetches reads the forwarded fetches of the table. Apart from snapshot, because
// the view may read index pages to answer: it is asked before the pool is emptied.
func (c *counters) fetches(ctx context.Context, q sqlx.QueryerContext) *int64 {
	var n *int64
	if err := q.QueryRowxContext(ctx, forQuery(forwardedQuery, c.table)).Scan(&n); err != nil {
		c.fail("forwarded fetches", err)
	}
	return n
}

// snapshot reads the counters that can be read without touching the table.
func (c *counters) snapshot(ctx context.Context, q sqlx.QueryerContext) snapshot {
	var s snapshot
	if err := q.QueryRowxContext(ctx, fileQuery).Scan(&s.fileReads, &s.fileBytes); err != nil {
		c.fail("reads of the data file", err)
	}
	if err := q.QueryRowxContext(ctx, sessionQuery).Scan(&s.cpuMS, &s.logical); err != nil {
		c.fail("CPU time and logical reads of the session", err)
	}
	if c.engine == Embedded {
		var err error
		if s.sizes, s.direct, err = readSizes(ctx, q); err != nil {
			c.fail("read sizes", err)
		}
	}
	return s
}

// readSizes is the histogram of reads of all data files so far; direct, which is of all of them, is nil before the first.
func readSizes(ctx context.Context, q sqlx.QueryerContext) (sizes map[int64]int64, direct *bool, err error) {
	rows, err := q.QueryxContext(ctx, sizesQuery)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	m := map[int64]int64{}
	for rows.Next() {
		var bytes, count int64
		var d bool
		if err := rows.Scan(&bytes, &count, &d); err != nil {
			return nil, nil, err
		}
		m[bytes] += count
		if direct == nil || !d {
			direct = &d
		}
	}
	return m, direct, rows.Err()
}

// plan is what sys.dm_exec_query_stats says of the last execution of the query.
type plan struct {
	workerUS, logical *int64
	dop               *int
}

func (c *counters) plan(ctx context.Context, q sqlx.QueryerContext) plan {
	var p plan
	text := Query(c.table)
	if err := q.QueryRowxContext(ctx, fmt.Sprintf(planQuery, script.QuoteString(text), script.QuoteString(strings.TrimSuffix(text, ";")))).Scan(&p.workerUS, &p.logical, &p.dop); err != nil {
		c.fail("degree of parallelism used", err)
	}
	return p
}

// delta is b-a, nil when either is unknown or the counter went backwards, as it
// does when the server restarted in between.
func delta(a, b *int64) *int64 {
	if a == nil || b == nil || *b < *a {
		return nil
	}
	d := *b - *a
	return &d
}

// sizeDelta is the histogram of the reads between two snapshots, by size; nil
// when either is unknown.
func sizeDelta(a, b map[int64]int64) map[int64]int64 {
	if a == nil || b == nil {
		return nil
	}
	d := map[int64]int64{}
	for bytes, n := range b {
		if n -= a[bytes]; n > 0 {
			d[bytes] = n
		}
	}
	return d
}

// histogram is the map in order of size, nil for nil.
func histogram(m map[int64]int64) []ReadSize {
	if m == nil {
		return nil
	}
	out := make([]ReadSize, 0, len(m))
	for bytes, n := range m {
		out = append(out, ReadSize{bytes, n})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Bytes < out[j].Bytes })
	return out
}

// forQuery puts text into a query as a quoted string.
func forQuery(query, text string) string { return fmt.Sprintf(query, script.QuoteString(text)) }
