package physstats

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
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

// ShowContig runs DBCC SHOWCONTIG on the heap or clustered index of table. The
// columns are found by name: versions differ in their number.
func ShowContig(ctx context.Context, q sqlx.QueryerContext, table string) (Contig, error) {
	return showContig(ctx, q, table, Index{})
}

func showContig(ctx context.Context, q sqlx.QueryerContext, table string, ix Index) (Contig, error) {
	args := script.QuoteString(table)
	if ix.ID != 0 {
		args += ", " + ix.argument()
	}
	m, err := oneRow(ctx, q, "DBCC SHOWCONTIG ("+args+") WITH TABLERESULTS;")
	if err != nil {
		return Contig{}, fmt.Errorf("show contig of %s: %w", table, err)
	}
	var c Contig
	for name, dst := range map[string]*int64{"pages": &c.Pages, "extents": &c.Extents, "extentswitches": &c.ExtentSwitches} {
		v, ok := number(m[name])
		if !ok {
			return Contig{}, fmt.Errorf("show contig of %s: column %s is %v, not a number", table, name, m[name])
		}
		*dst = int64(v)
	}
	var ok bool
	if c.Density, ok = number(m["averagepagedensity"]); !ok {
		return Contig{}, fmt.Errorf("show contig of %s: column AveragePageDensity is %v, not a number", table, m["averagepagedensity"])
	}
	return c, nil
}

// SpaceUsed runs sp_spaceused on table.
func SpaceUsed(ctx context.Context, q sqlx.QueryerContext, table string) (Space, error) {
	m, err := oneRow(ctx, q, "EXEC sp_spaceused "+script.QuoteString(table)+";")
	if err != nil {
		return Space{}, fmt.Errorf("space used by %s: %w", table, err)
	}
	var s Space
	for name, dst := range map[string]*int64{"rows": &s.Rows, "reserved": &s.ReservedKB, "data": &s.DataKB, "index_size": &s.IndexKB, "unused": &s.UnusedKB} {
		v, ok := number(m[name])
		if !ok {
			return Space{}, fmt.Errorf("space used by %s: column %s is %v, not a size", table, name, m[name])
		}
		*dst = int64(v)
	}
	return s, nil
}

// oneRow returns the first row of the first result set, keyed by lower-case
// column name. The result is drained: an error may come after the rows.
func oneRow(ctx context.Context, q sqlx.QueryerContext, text string) (map[string]any, error) {
	rows, err := q.QueryxContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var first map[string]any
	for rows.Next() {
		if first != nil {
			continue
		}
		raw := map[string]any{}
		if err := rows.MapScan(raw); err != nil {
			return nil, err
		}
		first = map[string]any{}
		for k, v := range raw {
			first[strings.ToLower(k)] = v
		}
	}
	for rows.NextResultSet() {
		for rows.Next() {
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if first == nil {
		return nil, sql.ErrNoRows
	}
	return first, nil
}

// number reads a figure the server may send as number or text, "123 KB" too.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case []byte:
		return number(string(v))
	case string:
		s := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "KB"))
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil
	}
	return 0, false
}
