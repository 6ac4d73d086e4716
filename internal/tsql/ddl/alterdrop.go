package ddl

import (
	"context"
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// alterDrop is ALTER TABLE … DROP [CONSTRAINT] name, DROP COLUMN name.
func alterDrop(n *ast.AlterTableDropTableElementStatement) (*Statement, error) {
	parts := query.Parts(n.SchemaObjectName)
	kinds := make([]string, len(n.AlterTableDropTableElements)) // DROP COLUMN a, b: a word counts until the next one
	for i, el := range n.AlterTableDropTableElements {
		kinds[i] = strings.ToUpper(el.TableElementType)
		if i > 0 && kinds[i] == "NOTSPECIFIED" {
			kinds[i] = kinds[i-1]
		}
		switch kinds[i] {
		case "COLUMN", "CONSTRAINT", "NOTSPECIFIED":
		default:
			return nil, query.Unsupported("ALTER TABLE … DROP " + el.TableElementType)
		}
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := table(h, parts, cannotFind(4902))
		if err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		for i, el := range n.AlterTableDropTableElements {
			name := el.Name.Value
			if kinds[i] == "COLUMN" {
				c := t.Column(name)
				if c == nil {
					if el.IsIfExists {
						continue
					}
					return sqltype.Errorf(4924, "ALTER TABLE DROP COLUMN failed because column '%s' does not exist in table '%s'.", name, t.Name)
				}
				now, err := tx.DropColumn(ctx, t, name)
				if err != nil {
					return accessed(t, c, err)
				}
				t = now
				continue
			}
			if t, err = dropConstraint(ctx, tx, t, name, el.IsIfExists); err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

func dropConstraint(ctx context.Context, tx *engine.Txn, t *engine.Table, name string, ifExists bool) (*engine.Table, error) {
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Default != "" && strings.EqualFold(c.DefaultName, name) {
			return tx.SetDefault(ctx, t, c.Name, "", "")
		}
	}
	for i, ck := range t.Checks {
		if strings.EqualFold(ck.Name, name) {
			return tx.SetChecks(ctx, t, slices.Delete(slices.Clone(t.Checks), i, i+1), nil)
		}
	}
	for _, ix := range t.Indexes {
		if (ix.PrimaryKey || ix.UniqueConstraint) && strings.EqualFold(ix.Name, name) {
			return tx.DropIndex(ctx, t, ix.Name)
		}
	}
	if ifExists {
		return t, nil
	}
	return nil, sqltype.Errorf(3728, "'%s' is not a constraint.", name)
}
