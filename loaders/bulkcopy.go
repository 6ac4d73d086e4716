package loaders

import (
	"context"
	"fmt"

	"github.com/dustin/go-humanize"
	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"
)

// BulkCopy loads rows 1 to rows into Table over TDS, as bcp does, in one batch: all or nothing. row gives the values of
// columns in row i. The server sorts the batch into the order of the clustered key before it stores a row, so no page splits
// whatever order they come in: a way to fill heaps and good twins. Rows that come in that order are spared the sort where
// order names the key's columns, "a" or "a DESC"; a row out of that order is error 4819.
func BulkCopy(ctx context.Context, conn *sqlx.Conn, rows int64, columns, order []string, row func(i int64) []any) error {
	stmt, err := conn.PrepareContext(ctx, mssql.CopyIn(Table, mssql.BulkOptions{Tablock: true, Order: order}, columns...))
	if err != nil {
		return fmt.Errorf("bulk copy: %w", err)
	}
	defer stmt.Close()
	for i := int64(1); i <= rows; i++ {
		if _, err := stmt.ExecContext(ctx, row(i)...); err != nil {
			return fmt.Errorf("bulk copy: row %d: %w", i, err)
		}
	}
	done, err := stmt.ExecContext(ctx)
	if err != nil {
		return fmt.Errorf("bulk copy: %w", err)
	}
	n, err := done.RowsAffected()
	if err == nil && n != rows {
		err = fmt.Errorf("bulk copy: %d of %d rows arrived", n, rows)
	}
	return err
}

// bulkTwin is a good twin that BulkCopy fills.
type bulkTwin struct {
	of, about string
	create    string // one batch
	columns   []string
	order     []string // the clustered key; none: a heap
	row       func(i int64) []any
	pages     func(rows int64) int64
}

func (t bulkTwin) Name() string  { return TwinName(t.of) }
func (t bulkTwin) About() string { return t.about }

// TSQL describes what Load does.
func (t bulkTwin) TSQL(rows int64) (string, error) {
	return t.create + "-- then the rows by bulk copy: " + t.sequence() + "\n", nil
}

func (t bulkTwin) sequence() string {
	if t.order == nil {
		return "a heap, filled in the order of the rows"
	}
	return "sorted into the order of the clustered key, as a bulk load does"
}

func (t bulkTwin) Size(rows int64) Size {
	final := t.pages(rows) * pageBytes
	return Size{FinalBytes: final, PeakBytes: final + 512<<20, BulkRows: 2 * rows}
}

func (t bulkTwin) Load(ctx context.Context, conn *sqlx.Conn, opt Options) error {
	if _, err := conn.ExecContext(ctx, t.create); err != nil {
		return err
	}
	if opt.Message != nil {
		opt.Message(Message{Text: fmt.Sprintf("bulk copy of %s rows: %s", humanize.Comma(opt.Rows), t.sequence())})
	}
	return BulkCopy(ctx, conn, opt.Rows, t.columns, t.order, t.row)
}
