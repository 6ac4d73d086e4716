package tsql

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// resultOf is the query that reads the table a multi-statement function returns.
func resultOf(body *ast.DeclareTableVariableBody) *ast.SelectStatement {
	id := body.VariableName
	return &ast.SelectStatement{QueryExpression: &ast.QuerySpecification{
		SelectElements: []ast.SelectElement{&ast.SelectStarExpression{}},
		FromClause: &ast.FromClause{TableReferences: []ast.TableReference{&ast.NamedTableReference{
			SchemaObject: &ast.SchemaObjectName{BaseIdentifier: id, Identifiers: []*ast.Identifier{id}, Count: 1}}}},
	}}
}

// FunctionColumns are the columns of the table that multi-statement function m returns.
func (s *Session) FunctionColumns(m *engine.Module) ([]Column, error) {
	t := s.compiling[m] // a call of itself
	if t == nil {
		r, err := s.routineOf(s.call.ctx, m)
		if err != nil {
			return nil, err
		}
		defer s.keep(m, r)
		t = r.returned()
	}
	var out []Column
	for _, c := range t.Columns {
		out = append(out, Column{Name: c.Name, Type: c.Type, Nullable: c.Nullable})
	}
	return out, nil
}

// CallTableFunction runs multi-statement function m to its end and gives the rows of the table it returns.
func (s *Session) CallTableFunction(m *engine.Module, db *engine.Database, args []sqltype.Value, emit func([]sqltype.Value) error) error {
	f := s.call
	rows, last, line := s.rowCount, s.lastError, s.failLine
	defer func() { s.rowCount, s.lastError, s.failLine = rows, last, line }()
	f.try++
	defer func() { f.try-- }()
	_, err := f.callThen(m, db, silent{}, func(*routine) ([]sqltype.Value, error) { return append([]sqltype.Value(nil), args...), nil },
		func(child *frame, r *routine) error {
			_, err := r.table.run(child, func(q *query.Query, x *query.Exec) (int64, error) { return 0, q.Run(x, x.Env, emit) })
			return err
		})
	return err
}
