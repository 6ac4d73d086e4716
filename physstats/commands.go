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
		v, ok := Number(m[name])
		if !ok {
			return Contig{}, fmt.Errorf("show contig of %s: column %s is %v, not a number", table, name, m[name])
		}
		*dst = int64(v)
	}
	var ok bool
	if c.Density, ok = Number(m["averagepagedensity"]); !ok {
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
		v, ok := Number(m[name])
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

// Number reads a figure that a driver may give as a number or as text, "123 KB" too; false: it is none.
func Number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case []byte:
		return Number(string(v))
	case string:
		s := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "KB"))
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil
	}
	return 0, false
}
