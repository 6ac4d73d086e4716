package scan

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
)

// Query is the timed statement, exactly as the exercise writes it. Parallelism
// is switched by configuration, never by changing it.
func Query(table string) string { return "SELECT COUNT(*) FROM " + table + ";" }

// timed is what one execution of the query returned.
type timed struct {
	elapsed   time.Duration
	rows      int64
	physical  *int64 // from STATISTICS IO: pages waited for
	readAhead *int64 // from STATISTICS IO: pages read ahead
}

// StatisticsIO is the number of the message that SET STATISTICS IO sends.
const StatisticsIO = 3615

// timeQuery runs the query once between two readings of the monotonic clock.
// SET STATISTICS IO is on around it, since nothing else tells pages read ahead
// from pages waited for; its text is in English because prepare set the language.
func timeQuery(ctx context.Context, conn *sqlx.Conn, table string) (timed, error) {
	if _, err := conn.ExecContext(ctx, "SET STATISTICS IO ON;"); err != nil {
		return timed{}, fmt.Errorf("set statistics io on: %w", err)
	}
	var t timed
	rows := 0
	h := script.Handler{
		Row: func(v []any) error {
			rows++
			n, ok := v[0].(int64)
			if !ok {
				return fmt.Errorf("COUNT(*) came back as %T", v[0])
			}
			t.rows = n
			return nil
		},
		Message: func(m script.Message) {
			if m.Number == StatisticsIO {
				t.physical = Counter(m.Text, "physical reads")
				t.readAhead = Counter(m.Text, "read-ahead reads")
			}
		},
	}
	start := time.Now()
	err := script.Run(ctx, conn, Query(table), h)
	t.elapsed = time.Since(start)
	if err != nil {
		return timed{}, fmt.Errorf("run %s: %w", Query(table), err)
	}
	if rows != 1 {
		return timed{}, fmt.Errorf("run %s: %d rows came back, not 1", Query(table), rows)
	}
	if _, err := conn.ExecContext(ctx, "SET STATISTICS IO OFF;"); err != nil {
		return timed{}, fmt.Errorf("set statistics io off: %w", err)
	}
	return t, nil
}

// Counter finds "name N" among the comma-separated counters of a STATISTICS IO
// line. The name must be the whole counter name: "lob physical reads" and
// "page server read-ahead reads" are others.
func Counter(line, name string) *int64 {
	_, line, _ = strings.Cut(line, "'. ")
	for part := range strings.SplitSeq(strings.TrimRight(strings.TrimSpace(line), "."), ",") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(part), name+" ")
		var n int64
		if ok {
			if _, err := fmt.Sscan(rest, &n); err == nil {
				return &n
			}
		}
	}
	return nil
}
