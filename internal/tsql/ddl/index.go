package ddl

import (
	"context"
	"errors"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
)

func createIndex(n *ast.CreateIndexStatement) (*Statement, error) {
	if n.FilterPredicate != nil {
		return nil, query.Unsupported("a filtered index")
	}
	k := keyDef{ix: engine.Index{Name: n.Name.Value, Unique: n.Unique}, cols: keyColumns(n.Columns), include: n.IncludeColumns}
	var err error
	if k.filegroup, err = filegroup(n.OnFileGroupOrPartitionScheme); err != nil {
		return nil, err
	}
	if err := k.indexOptions(n.IndexOptions); err != nil {
		return nil, err
	}
	clustered := n.Clustered != nil && *n.Clustered
	parts := query.Parts(n.OnName)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := table(h, parts, cannotFind(1088))
		if err != nil {
			if _, word := kindOf(h, parts); word == "VIEW" {
				return query.Unsupported("an index on a view")
			}
			return err
		}
		ix, err := k.resolve(t.Database(), t.Name, t.Columns)
		if err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		if k.drop {
			if indexOf(t, ix.Name) == nil {
				return sqltype.Errorf(7999, "Could not find any index named '%s' for table '%s'.", ix.Name, strings.Join(parts, "."))
			}
			_, err = tx.RecreateIndex(ctx, t, ix, clustered, system.Degree(h, k.maxdop))
			return err
		}
		_, err = tx.CreateIndex(ctx, t, ix, clustered, system.Degree(h, k.maxdop))
		return err
	}}, nil
}

// dropIndex is DROP INDEX name ON table and the older DROP INDEX table.name.
func dropIndex(n *ast.DropIndexStatement) (*Statement, error) {
	type item struct {
		table []string
		index string
	}
	var items []item
	for _, c := range n.DropIndexClauses {
		for _, o := range c.Options {
			switch o := o.(type) {
			case *ast.OnlineIndexOption, *ast.IndexExpressionOption:
			default:
				return nil, query.Unsupported("the " + query.NodeName(o))
			}
		}
		switch {
		case c.Object != nil && c.Index != nil:
			items = append(items, item{query.Parts(c.Object), c.Index.Value})
		case c.LegacyIndex != nil:
			parts := query.Parts(c.LegacyIndex)
			if len(parts) < 2 {
				return nil, sqltype.Errorf(159, "Must specify the table name and index name for the DROP INDEX statement.")
			}
			items = append(items, item{parts[:len(parts)-1], parts[len(parts)-1]})
		default:
			return nil, sqltype.Errorf(159, "Must specify the table name and index name for the DROP INDEX statement.")
		}
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		for _, it := range items {
			t := h.FindTable(it.table...)
			if t != nil {
				if ix := indexOf(t, it.index); ix != nil && (ix.PrimaryKey || ix.UniqueConstraint) {
					kind := "UNIQUE KEY"
					if ix.PrimaryKey {
						kind = "PRIMARY KEY"
					}
					return sqltype.Errorf(3723, "An explicit DROP INDEX is not allowed on index '%s.%s'. It is being used for %s constraint enforcement.", strings.Join(it.table, "."), it.index, kind)
				}
				tx, changed, err := txn(h)
				if err != nil {
					return err
				}
				// Under the table's lock: one that is missing now may be back when another session's transaction ends.
				_, err = tx.DropIndex(ctx, t, it.index)
				changed()
				var e *engine.Error
				if !errors.As(err, &e) || e.Number != 3701 {
					if err != nil {
						return err
					}
					continue
				}
			}
			if !n.IsIfExists {
				e := sqltype.Errorf(3701, "Cannot drop the index '%s.%s', because it does not exist or you do not have permission.", strings.Join(it.table, "."), it.index)
				e.Class, e.State = 11, 7
				return e
			}
		}
		return nil
	}}, nil
}
