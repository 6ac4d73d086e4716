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

// updateStatistics needs the table and what it names to be there: statistics are those of indexes, which keep no histogram.
func updateStatistics(n *ast.UpdateStatisticsStatement) *Statement {
	return &Statement{Run: func(_ context.Context, h Host, _ func(int32, string) error) error {
		t, err := table(h, query.Parts(n.SchemaObjectName), func(name string) error { return sqltype.Errorf(2706, "Table '%s' does not exist.", name) })
		if err != nil {
			return err
		}
		for _, id := range n.SubElements {
			if !slices.ContainsFunc(t.Indexes, func(ix *engine.Index) bool { return strings.EqualFold(ix.Name, id.Value) }) {
				return sqltype.Errorf(2767, "Could not locate statistics '%s' in the system catalogs.", id.Value)
			}
		}
		return nil
	}}
}
