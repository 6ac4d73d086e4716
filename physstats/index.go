package physstats

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
)

// Index is a nonclustered index of a table; the zero Index its heap or clustered index.
type Index struct {
	ID   int
	Name string
}

// argument is the index as an argument of the server's functions; NULL takes all.
func (ix Index) argument() string {
	if ix.ID == 0 {
		return "NULL"
	}
	return strconv.Itoa(ix.ID)
}

// A filtered index does not have all rows, a disabled or hypothetical one none, and a columnstore has no leaf pages.
const scannedQuery = `SELECT TOP (1) i.index_id, i.name
FROM sys.indexes AS i JOIN sys.dm_db_partition_stats AS p ON p.object_id = i.object_id AND p.index_id = i.index_id
WHERE i.object_id = OBJECT_ID(%s) AND i.type IN (0, 1, 2) AND i.has_filter = 0 AND i.is_disabled = 0 AND i.is_hypothetical = 0
GROUP BY i.index_id, i.name ORDER BY SUM(p.in_row_data_page_count), i.index_id;`

// Scanned is the index that COUNT(*) of a whole table scans: the one with the fewest leaf pages, which is the
// cheapest that has all rows.
func Scanned(ctx context.Context, q sqlx.QueryerContext, table string) (Index, error) {
	if err := exists(ctx, q, table); err != nil {
		return Index{}, err
	}
	var id int
	var name *string
	if err := q.QueryRowxContext(ctx, fmt.Sprintf(scannedQuery, script.QuoteString(table))).Scan(&id, &name); err != nil {
		return Index{}, fmt.Errorf("find the index of %s that a count scans: %w", table, err)
	}
	if id < 2 || name == nil {
		return Index{}, nil
	}
	return Index{ID: id, Name: *name}, nil
}
