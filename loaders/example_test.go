package loaders_test

import (
	"context"

	"github.com/jmoiron/sqlx"

	"scanfrag/loaders"
)

const create = "CREATE TABLE dbo.test (c1 int NOT NULL, c2 char(1000) NOT NULL);"

// copied is a loader whose rows come from Go: Load runs instead of the script, which only describes it.
type copied struct{}

func (copied) Name() string                    { return "copied" }
func (copied) About() string                   { return "A heap of full pages, bulk-copied." }
func (copied) TSQL(rows int64) (string, error) { return create + " -- then a bulk copy", nil }

func (copied) Load(ctx context.Context, conn *sqlx.Conn, opt loaders.Options) error {
	if _, err := conn.ExecContext(ctx, create); err != nil {
		return err
	}
	row := func(i int64) []any { return []any{i, " "} }
	return loaders.BulkCopy(ctx, conn, opt.Rows, []string{"c1", "c2"}, nil, row)
}

func ExampleBulkCopy() {
	var _ loaders.Direct = copied{} // loaders.Register(copied{}) in init makes it one that --loader takes
	// Output:
}
