package ddl

import (
	"context"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// createSynonym does not ask whether the base is there: its name is looked up where the synonym is used.
func createSynonym(n *ast.CreateSynonymStatement) (*Statement, error) {
	if n.Name == nil || n.ForName == nil {
		return nil, sqltype.Errorf(102, "Incorrect syntax near 'SYNONYM'.")
	}
	parts, base := query.Parts(n.Name), query.Parts(n.ForName)
	switch {
	case temporary(parts):
		return nil, query.Unsupported("a temporary synonym")
	case len(base) > 3:
		return nil, query.Unsupported("a synonym for an object of another server")
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		db, schema, name, err := h.Place(parts)
		if err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		return tx.CreateModule(ctx, db, engine.Module{Kind: engine.Synonym, Schema: schema, Name: name, Text: expr.JoinName(base...)})
	}}, nil
}
