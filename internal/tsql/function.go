package tsql

import (
	"fmt"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/syntax"
)

// silent is the sink of a function: it sends nothing, and checkFunction has seen to it that it could not.
type silent struct{}

func (silent) Columns([]Column) error                                { return nil }
func (silent) Row([]sqltype.Value) error                             { return nil }
func (silent) Done(Done) error                                       { return nil }
func (silent) Message(Message) error                                 { return nil }
func (silent) Database(string, string) error                         { return nil }
func (silent) ReturnStatus(int32) error                              { return nil }
func (silent) ReturnValue(string, sqltype.Type, sqltype.Value) error { return nil }

// CallFunction runs a scalar function. Its errors are those of the statement that calls it: they end that.
func (s *Session) CallFunction(m *engine.Module, db *engine.Database, args []sqltype.Value) (v sqltype.Value, err error) {
	f := s.call
	rows, last, line := s.rowCount, s.lastError, s.failLine
	defer func() { s.rowCount, s.lastError, s.failLine = rows, last, line }()
	// As inside TRY: an error comes back here instead of being sent.
	f.try++
	child, err := f.call(m, db, silent{}, func(*routine) ([]sqltype.Value, error) { return append([]sqltype.Value(nil), args...), nil })
	f.try--
	if err != nil {
		return sqltype.Value{}, err
	}
	return child.result, nil
}

// returnsValue is RETURN expression in a scalar function.
func (p *program) returnsValue(n *ast.ReturnStatement) (*stmt, error) {
	e, err := p.scalarAs(n.Expression, p.result)
	if err != nil {
		return nil, err
	}
	return &stmt{bind: e.bind, run: func(f *frame) (signal, error) {
		v, err := e.eval(f)
		if err != nil {
			return sigNext, err
		}
		f.result = v
		return sigReturn, nil
	}}, nil
}

// checkFunction refuses what a function may not do: errors 443 side effects, 444 results for the client,
// 455 no RETURN at the end.
func checkFunction(m *syntax.Module) (err error) {
	refuse := func(what string, n any) {
		if err == nil {
			err = &failure{msg: Message{Number: 443, State: 14, Class: 16, Line: syntax.Line(n), Text: fmt.Sprintf("Invalid use of a side-effecting operator '%s' within a function.", what)}, scope: true}
		}
	}
	syntax.Walk(m.Body, func(n any) bool {
		switch n := n.(type) {
		case *ast.SelectStatement:
			if q, ok := n.QueryExpression.(*ast.QuerySpecification); n.Into != nil {
				refuse("SELECT INTO", n)
			} else if !ok || !assigns(q) {
				if err == nil {
					err = &failure{msg: Message{Number: 444, State: 2, Class: 16, Line: syntax.Line(n), Text: "Select statements included within a function cannot return data to a client."}, scope: true}
				}
			}
		case *ast.InsertStatement:
			if n.InsertSpecification == nil || !variableTarget(n.InsertSpecification.Target) {
				refuse("INSERT", n)
			}
		case *ast.UpdateStatement:
			if n.UpdateSpecification == nil || !variableTarget(n.UpdateSpecification.Target) {
				refuse("UPDATE", n)
			}
		case *ast.DeleteStatement:
			if n.DeleteSpecification == nil || !variableTarget(n.DeleteSpecification.Target) {
				refuse("DELETE", n)
			}
		case *ast.BeginEndBlockStatement, *ast.IfStatement, *ast.WhileStatement, *ast.BreakStatement, *ast.ContinueStatement, *ast.ReturnStatement, *ast.LabelStatement,
			*ast.GoToStatement, *ast.DeclareVariableStatement, *ast.SetVariableStatement, *ast.DeclareTableVariableStatement,
			*ast.DeclareCursorStatement, *ast.OpenCursorStatement, *ast.FetchCursorStatement, *ast.CloseCursorStatement, *ast.DeallocateCursorStatement:
		case *ast.ExecuteStatement:
			refuse("EXECUTE STRING", n)
		case *ast.TryCatchStatement:
			refuse("BEGIN TRY", n)
		case *ast.FunctionCall:
			if name := strings.ToLower(n.FunctionName.Value); n.CallTarget == nil && (name == "newid" || name == "rand") {
				refuse(name, n)
			}
		case ast.Statement:
			name := strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")
			refuse(strings.ToUpper(strings.TrimSuffix(name, "Statement")), n)
		}
		return true
	})
	if err != nil {
		return err
	}
	last := lastStatement(m.Body)
	if _, ok := last.(*ast.ReturnStatement); !ok {
		return errorf(455, 16, "The last statement included within a function must be a return statement.")
	}
	return nil
}

func lastStatement(l *ast.StatementList) ast.Statement {
	for l != nil && len(l.Statements) > 0 {
		s := l.Statements[len(l.Statements)-1]
		b, ok := s.(*ast.BeginEndBlockStatement)
		if !ok {
			return s
		}
		l = b.StatementList
	}
	return nil
}

func variableTarget(t ast.TableReference) bool {
	n, ok := t.(*ast.NamedTableReference)
	return ok && n.SchemaObject != nil && strings.HasPrefix(n.SchemaObject.BaseIdentifier.Value, "@")
}

func assigns(q *ast.QuerySpecification) bool {
	for _, e := range q.SelectElements {
		if _, ok := e.(*ast.SelectSetVariable); ok {
			return true
		}
	}
	return false
}
