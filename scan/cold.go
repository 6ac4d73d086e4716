package scan

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"
)

// Cold means: no page of the table is in the server's buffer pool, and the scan
// read every leaf page from the file; for the embedded engine also that direct
// I/O is in force and the file is not in this kernel's page cache. Caches below
// (disk, array, hypervisor) cannot be seen from here.

// unitsQuery lists the table's in-row and overflow allocation units. It is asked
// before the pool is emptied, since the server may read upper index pages to
// answer it; residentQuery then counts their pages in the pool.
const (
	unitsQuery = `SELECT a.allocation_unit_id
FROM sys.partitions AS p JOIN sys.allocation_units AS a ON a.container_id = p.hobt_id
WHERE p.object_id = OBJECT_ID(%s) AND a.type IN (1, 3);`
	residentQuery = "SELECT COUNT_BIG(*) FROM sys.dm_os_buffer_descriptors WHERE database_id = DB_ID() AND allocation_unit_id IN (%s);"
)

// allocationUnits are the ids for residentQuery, as text. A table has one at least.
func allocationUnits(ctx context.Context, q sqlx.QueryerContext, table string) (string, error) {
	var ids []int64
	if err := sqlx.SelectContext(ctx, q, &ids, forQuery(unitsQuery, table)); err != nil {
		return "", fmt.Errorf("allocation units of %s: %w", table, err)
	}
	if len(ids) == 0 {
		return "", fmt.Errorf("the server lists no allocation unit of %s", table)
	}
	text := make([]string, len(ids))
	for i, id := range ids {
		text[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(text, ", "), nil
}

// dropBuffers writes the dirty pages and empties the pool. Without the
// checkpoint a freshly loaded table would stay in memory.
func dropBuffers(ctx context.Context, conn *sqlx.Conn) error {
	for _, text := range []string{"CHECKPOINT;", "DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;"} {
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("make the cache cold: %s %w", text, err)
		}
	}
	return nil
}

// before is what was seen between emptying the pool and the timed query.
type before struct {
	embedded    bool
	resident    *int64 // the table's pages in the pool
	residentErr error
	cached      *int64 // the file's pages in the kernel's cache; nil: not asked or unknown
	cachedErr   error
	direct      *bool // direct I/O in force; nil: unknown, as it is on a named server
}

// verdict says whether the scan was cold, and why not or what is not known.
// pages is the number of leaf pages, bytes what the scan read from the file.
func (b before) verdict(pages int64, bytes *int64) (*bool, string) {
	yes, no := true, false
	switch {
	case b.resident != nil && *b.resident > 0:
		return &no, fmt.Sprintf("%d pages of the table were in the buffer pool before the scan", *b.resident)
	case b.direct != nil && !*b.direct:
		return &no, "direct I/O is not in force on this drive, so the kernel's page cache may have answered"
	case b.cached != nil && *b.cached > 0:
		return &no, fmt.Sprintf("%d pages of the file were in the kernel's page cache before the scan", *b.cached)
	case bytes != nil && *bytes < pages*8192:
		return &no, fmt.Sprintf("only %d of %d leaf pages were read from the file", *bytes/8192, pages)
	case b.resident == nil:
		return nil, fmt.Sprintf("the buffer pool could not be inspected: %v", b.residentErr)
	case bytes == nil:
		return nil, "the reads of the data file could not be counted"
	case b.embedded && b.direct == nil && b.cached == nil:
		return nil, fmt.Sprintf("neither direct I/O nor the kernel's page cache could be checked: %v", b.cachedErr)
	}
	reason := fmt.Sprintf("0 pages in the pool before, %d bytes read for %d leaf pages", *bytes, pages)
	if b.direct != nil {
		reason += "; direct I/O"
	}
	switch {
	case !b.embedded:
		reason += "; caches outside the server are unknown"
	case b.cached != nil:
		reason += "; 0 pages of the file in the kernel's cache"
	}
	return &yes, reason
}
