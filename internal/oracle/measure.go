package oracle

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
	"scanfrag/loaders"
	"scanfrag/scan"
)

// measure reads one figure of the table.
type measure func(ctx context.Context, p *probe) ([]float64, error)

// probe asks one connection about the table. Answers are kept until the load goes on.
type probe struct {
	conn  *sqlx.Conn
	table string
	sets  map[string][]map[string]any
}

func newProbe(conn *sqlx.Conn) *probe { return &probe{conn: conn, table: loaders.Table} }

func (p *probe) forget() { p.sets = map[string][]map[string]any{} }

// set is the first result set of text, by lower-case column name.
func (p *probe) set(ctx context.Context, text string) ([]map[string]any, error) {
	if rows, ok := p.sets[text]; ok {
		return rows, nil
	}
	var (
		names []string
		rows  []map[string]any
		first = true
	)
	err := script.Run(ctx, p.conn, text, script.Handler{
		Columns: func(types []*sql.ColumnType) error {
			first = names == nil
			for _, t := range types {
				if first {
					names = append(names, strings.ToLower(t.Name()))
				}
			}
			return nil
		},
		Row: func(values []any) error {
			if !first {
				return nil
			}
			row := map[string]any{}
			for i, v := range values {
				row[names[i]] = v
			}
			rows = append(rows, row)
			return nil
		},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	p.sets[text] = rows
	return rows, nil
}

// value is a number of one row of text's result.
func (p *probe) value(ctx context.Context, text string, row int, column string) (float64, error) {
	rows, err := p.set(ctx, text)
	if err != nil {
		return 0, err
	}
	if row >= len(rows) {
		return 0, fmt.Errorf("%s: row %d is wanted, %d came", text, row+1, len(rows))
	}
	v, ok := toFloat(rows[row][column])
	if !ok {
		return 0, fmt.Errorf("%s: column %s is %v, not a number", text, column, rows[row][column])
	}
	return v, nil
}

// toFloat reads what the driver gives for a number, and "123 KB".
func toFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case []byte:
		return toFloat(string(v))
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(v), "KB")), 64)
		return f, err == nil
	}
	return 0, false
}

// stats is a column of sys.dm_db_index_physical_stats, DETAILED, for one level of the heap or clustered index.
func stats(level int, column string) measure {
	return func(ctx context.Context, p *probe) ([]float64, error) {
		text := fmt.Sprintf(`SELECT * FROM sys.dm_db_index_physical_stats(DB_ID(), OBJECT_ID(N'%s'), NULL, NULL, 'DETAILED')
WHERE index_id < 2 AND alloc_unit_type_desc = 'IN_ROW_DATA' ORDER BY index_level;`, p.table)
		v, err := p.value(ctx, text, level, column)
		return []float64{v}, err
	}
}

// contig is a column of DBCC SHOWCONTIG.
func contig(column string) measure {
	return func(ctx context.Context, p *probe) ([]float64, error) {
		v, err := p.value(ctx, "DBCC SHOWCONTIG ('"+p.table+"') WITH TABLERESULTS;", 0, strings.ToLower(column))
		return []float64{v}, err
	}
}

// space is the sum of columns of sp_spaceused, over unit KB.
func space(unit float64, columns ...string) measure {
	return func(ctx context.Context, p *probe) ([]float64, error) {
		var sum float64
		for _, c := range columns {
			v, err := p.value(ctx, "EXEC sp_spaceused N'"+p.table+"';", 0, c)
			if err != nil {
				return nil, err
			}
			sum += v / unit
		}
		return []float64{sum}, nil
	}
}

// reads is the logical reads of COUNT(*), as SET STATISTICS IO tells them.
func reads(ctx context.Context, p *probe) ([]float64, error) {
	var n *int64
	text := "SET STATISTICS IO ON;\n" + scan.Query(p.table) + "\nSET STATISTICS IO OFF;"
	err := script.Run(ctx, p.conn, text, script.Handler{Message: func(m script.Message) {
		if m.Number == scan.StatisticsIO {
			n = scan.Counter(m.Text, "logical reads")
		}
	}})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	if n == nil {
		return nil, fmt.Errorf("%s: no logical reads were told", text)
	}
	return []float64{float64(*n)}, nil
}

// readKB is the average read of a cold serial COUNT(*), in KB.
func readKB(ctx context.Context, p *probe) ([]float64, error) {
	const files = "SELECT num_of_reads, num_of_bytes_read FROM sys.dm_io_virtual_file_stats(DB_ID(), 1);"
	var at [2][2]float64
	for i, text := range []string{"CHECKPOINT;\nDBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;", "SELECT COUNT(*) FROM " + p.table + " OPTION (MAXDOP 1);"} {
		if _, err := p.set(ctx, text); err != nil {
			return nil, err
		}
		delete(p.sets, files)
		for j, column := range []string{"num_of_reads", "num_of_bytes_read"} {
			v, err := p.value(ctx, files, 0, column)
			if err != nil {
				return nil, err
			}
			at[i][j] = v
		}
	}
	n := at[1][0] - at[0][0]
	if n <= 0 {
		return nil, fmt.Errorf("the scan read nothing: the buffer pool was not emptied")
	}
	return []float64{(at[1][1] - at[0][1]) / n / 1024}, nil
}

// pages lists the pages of one level, from DBCC IND: of a clustered index in key order, of a heap in file order.
func (p *probe) pages(ctx context.Context, level int) ([]int, error) {
	rows, err := p.set(ctx, "DBCC IND (0, '"+p.table+"', -1) WITH NO_INFOMSGS;")
	if err != nil {
		return nil, err
	}
	next, first := map[int]int{}, []int{}
	for _, r := range rows {
		var n [4]int
		for i, c := range []string{"pagepid", "indexlevel", "nextpagepid", "prevpagepid"} {
			v, ok := toFloat(r[c])
			if !ok {
				v = -1 // an IAM page has no level
			}
			n[i] = int(v)
		}
		if n[1] != level {
			continue
		}
		next[n[0]] = n[2]
		if n[3] <= 0 {
			first = append(first, n[0])
		}
	}
	slices.Sort(first)
	var out []int
	for _, at := range first {
		for ; at > 0 && len(out) <= len(next); at = next[at] {
			out = append(out, at)
		}
	}
	if len(out) == 0 || len(out) != len(next) {
		return nil, fmt.Errorf("the chain of level %d has %d of %d pages", level, len(out), len(next))
	}
	return out, nil
}

// field is a header field of the given pages, from DBCC PAGE.
func (p *probe) field(ctx context.Context, name string, pages []int) ([]float64, error) {
	pattern := regexp.MustCompile(`\b` + name + `\b[ =]+(\d+)`)
	var out []float64
	for _, no := range pages {
		var found *float64
		text := fmt.Sprintf("DBCC TRACEON (3604) WITH NO_INFOMSGS;\nDBCC PAGE (0, 1, %d, 0) WITH NO_INFOMSGS;", no)
		err := script.Run(ctx, p.conn, text, script.Handler{Message: func(m script.Message) {
			if g := pattern.FindStringSubmatch(m.Text); g != nil && found == nil {
				v, _ := strconv.ParseFloat(g[1], 64)
				found = &v
			}
		}})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		if found == nil {
			return nil, fmt.Errorf("%s: no %s was told", text, name)
		}
		out = append(out, *found)
	}
	return out, nil
}

// rowsOnPages is how many records each page of a level holds.
func rowsOnPages(level int) measure {
	return func(ctx context.Context, p *probe) ([]float64, error) {
		pages, err := p.pages(ctx, level)
		if err != nil {
			return nil, err
		}
		return p.field(ctx, "m_slotCnt", pages)
	}
}

// firstPage is a header field of the first leaf page in key order.
func firstPage(name string) measure {
	return func(ctx context.Context, p *probe) ([]float64, error) {
		pages, err := p.pages(ctx, 0)
		if err != nil {
			return nil, err
		}
		return p.field(ctx, name, pages[:1])
	}
}
