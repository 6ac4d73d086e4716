package physstats

import (
	"context"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
)

// Modes of sys.dm_db_index_physical_stats.
const (
	Limited  = "LIMITED"
	Sampled  = "SAMPLED"
	Detailed = "DETAILED"
)

// ParseMode accepts a mode in any case.
func ParseMode(s string) (string, error) {
	switch m := strings.ToUpper(s); m {
	case Limited, Sampled, Detailed:
		return m, nil
	}
	return "", fmt.Errorf("mode %q: limited, sampled or detailed is wanted", s)
}

const statsQuery = `SELECT index_type_desc, index_depth, index_level, page_count, record_count,
       forwarded_record_count, ghost_record_count, avg_fragmentation_in_percent, fragment_count,
       avg_fragment_size_in_pages, avg_page_space_used_in_percent
FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID(%s), %s, NULL, '%s')
WHERE (index_id < 2 OR %[2]s IS NOT NULL) AND partition_number = 1 AND alloc_unit_type_desc = 'IN_ROW_DATA'
ORDER BY index_level;`

// row is one row of statsQuery; every figure may be NULL.
type row struct {
	IndexType string   `db:"index_type_desc"`
	Depth     int64    `db:"index_depth"`
	Level     int64    `db:"index_level"`
	Pages     int64    `db:"page_count"`
	Records   *int64   `db:"record_count"`
	Forwarded *int64   `db:"forwarded_record_count"`
	Ghosts    *int64   `db:"ghost_record_count"`
	Frag      *float64 `db:"avg_fragmentation_in_percent"`
	Fragments *int64   `db:"fragment_count"`
	FragPages *float64 `db:"avg_fragment_size_in_pages"`
	Density   *float64 `db:"avg_page_space_used_in_percent"`
}

// Query reads the statistics of table ("schema.name") in the current database
// of q. SHOWCONTIG is asked too, except in LIMITED mode, where it would read
// the whole leaf level; its failure leaves extents unknown. An absent table is an
// error.
func Query(ctx context.Context, q sqlx.QueryerContext, table, mode string) (Stats, error) {
	return QueryIndex(ctx, q, table, Index{}, mode)
}

// QueryIndex is Query for one index of the table.
func QueryIndex(ctx context.Context, q sqlx.QueryerContext, table string, ix Index, mode string) (Stats, error) {
	s, err := levelsOf(ctx, q, table, ix, mode)
	if err != nil || mode == Limited {
		return s, err
	}
	c, err := showContig(ctx, q, table, ix)
	if ctx.Err() != nil {
		return Stats{}, err
	}
	s.AddContig(c, err)
	return s, nil
}

// AddContig adds what SHOWCONTIG found. The command is deprecated and may be gone
// one day: its failure leaves extents unknown.
func (s *Stats) AddContig(c Contig, err error) {
	if err != nil {
		s.Missing = append(s.Missing, "extents and extent switches unknown: "+err.Error())
		return
	}
	s.Extents, s.ExtentSwitches = &c.Extents, &c.ExtentSwitches
}

// Levels is Query without SHOWCONTIG: one walk of the table in DETAILED mode.
func Levels(ctx context.Context, q sqlx.QueryerContext, table, mode string) (Stats, error) {
	return levelsOf(ctx, q, table, Index{}, mode)
}

func levelsOf(ctx context.Context, q sqlx.QueryerContext, table string, ix Index, mode string) (Stats, error) {
	if err := exists(ctx, q, table); err != nil {
		return Stats{}, err
	}
	var rows []row
	if err := sqlx.SelectContext(ctx, q, &rows, fmt.Sprintf(statsQuery, script.QuoteString(table), ix.argument(), mode)); err != nil {
		return Stats{}, fmt.Errorf("physical stats of %s: %w", table, err)
	}
	s, err := fromRows(rows, mode)
	if err != nil {
		return Stats{}, fmt.Errorf("physical stats of %s: %w", table, err)
	}
	s.IndexName = ix.Name
	return s, nil
}

func fromRows(rows []row, mode string) (Stats, error) {
	if len(rows) == 0 {
		return Stats{}, fmt.Errorf("the server returned no row for its heap or clustered index")
	}
	leaf := rows[0]
	if leaf.Level != 0 {
		return Stats{}, fmt.Errorf("the server returned no row for level 0")
	}
	s := Stats{
		Mode: mode, IndexType: leaf.IndexType, IndexDepth: leaf.Depth,
		PageCount: leaf.Pages, RecordCount: leaf.Records,
		ForwardedRecordCount: leaf.Forwarded, GhostRecordCount: leaf.Ghosts,
		AvgFragmentationPercent: leaf.Frag, FragmentCount: leaf.Fragments,
		AvgFragmentPages: leaf.FragPages, AvgPageSpaceUsedPercent: leaf.Density,
	}
	for _, r := range rows {
		s.Levels = append(s.Levels, Level{Level: r.Level, PageCount: r.Pages, RecordCount: r.Records,
			AvgFragmentationPercent: r.Frag, AvgPageSpaceUsedPercent: r.Density})
	}
	return s, nil
}

func exists(ctx context.Context, q sqlx.QueryerContext, table string) error {
	var id *int64
	if err := sqlx.GetContext(ctx, q, &id, "SELECT OBJECT_ID("+script.QuoteString(table)+", N'U');"); err != nil {
		return fmt.Errorf("look up table %s: %w", table, err)
	}
	if id == nil {
		return fmt.Errorf("there is no table %s in this database", table)
	}
	return nil
}
