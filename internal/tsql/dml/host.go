// Package dml compiles INSERT, UPDATE, DELETE and MERGE.
package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// Host is the session as these statements see it.
type Host interface {
	query.Host
	// IdentityInsert reports SET IDENTITY_INSERT t ON.
	IdentityInsert(t *engine.Table) bool
	// Inserted notes the identity value given last.
	Inserted(identity int64)
	// Unchecked says that rows are not held against CHECK constraints: a bulk load's.
	Unchecked() bool
}

// Plan is a compiled statement.
type Plan struct {
	// Run executes it; limit is SET ROWCOUNT's (negative: none).
	Run func(x *query.Exec, limit int64) (rows int64, err error)
	// Command is the TDS code of the statement.
	Command uint16
	// Light says that one execution is so short that measuring it costs as much, even the first time.
	Light bool
	// Ignored says that the last execution passed over rows because of IGNORE_DUP_KEY (message 3604).
	Ignored bool
	// Output, if not nil, has rows for the client when Run is done; the caller closes it.
	Output *query.Output
}

// The TDS codes of the statements.
const (
	CmdInsert = 0xC3
	CmdDelete = 0xC4
	CmdUpdate = 0xC5
	CmdMerge  = 0x117
)

// base finds the engine table that OUTPUT … INTO names.
func base(c *query.Compiler, r ast.TableReference) (*engine.Table, error) {
	n, ok := r.(*ast.NamedTableReference)
	if !ok {
		return nil, query.Unsupported("changing a " + query.NodeName(r))
	}
	return c.BaseTable(n)
}

// defaultExpr compiles a column's default; NULL when it has none.
func defaultExpr(s expr.Scope, c *engine.Column) (*expr.Expr, error) {
	if c.Default == "" {
		return expr.Constant(c.Type, sqltype.NullOf(c.Type.Kind)), nil
	}
	n, err := syntax.Expression(c.Default)
	if err != nil {
		return nil, err
	}
	e, err := expr.Compile(inDefault{s}, n)
	if err != nil {
		return nil, err
	}
	return expr.StoreTo(e, c.Type)
}

// inDefault is the scope of a default's expression.
type inDefault struct{ expr.Scope }

// InDefault admits NEWSEQUENTIALID.
func (inDefault) InDefault() bool { return true }
