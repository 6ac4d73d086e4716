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
	"scanfrag/physstats"
)

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
	v, ok := physstats.Number(rows[row][column])
	if !ok {
		return 0, fmt.Errorf("%s: column %s is %v, not a number", text, column, rows[row][column])
	}
	return v, nil
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
			v, ok := physstats.Number(r[c])
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
