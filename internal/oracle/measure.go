package oracle

import (
	"context"
	"fmt"
	"strings"

	"scanfrag/internal/script"
	"scanfrag/scan"
)

// measure reads one figure of the table.
type measure func(ctx context.Context, p *probe) ([]float64, error)

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
