package ddl

import (
	"context"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

func dropTable(n *ast.DropTableStatement) (*Statement, error) {
	var names [][]string
	for _, o := range n.Objects {
		names = append(names, query.Parts(o))
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		for _, parts := range names {
			t := h.FindTable(parts...)
			if t == nil {
				if err := OtherKind(h, "TABLE", parts); err != nil {
					return err
				}
				if n.IsIfExists {
					continue
				}
				e := sqltype.Errorf(3701, "Cannot drop the table '%s', because it does not exist or you do not have permission.", strings.Join(parts, "."))
				e.Class, e.State = 11, 5
				return e
			}
			tx, changed, err := txn(h)
			if err != nil {
				return err
			}
			err = tx.DropTable(ctx, t)
			changed()
			if err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

func truncateTable(n *ast.TruncateTableStatement) (*Statement, error) {
	if len(n.PartitionRanges) > 0 {
		return nil, query.Unsupported("TRUNCATE TABLE … WITH (PARTITIONS …)")
	}
	parts := query.Parts(n.TableName)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := table(h, parts, cannotFind(4701))
		if err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		err = tx.TruncateTable(ctx, t)
		changed()
		return err
	}}, nil
}
