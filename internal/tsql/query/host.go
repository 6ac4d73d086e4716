// Package query compiles SELECT and its parts into row producers and runs them.
//
// Rows are pushed: a producer puts the current row of each of its sources into
// Env.Rows and calls emit; whoever wants no more returns a stop error. A base table's
// row is its record's bytes, columns are read from it when an expression asks.
package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// Host is the session as queries see it.
type Host interface {
	system.Session
	expr.Session
	// CurrentOf is the address, as AppendLocator gives it, of the row of t that a cursor is on; columns are about to change.
	CurrentOf(cursor *ast.CursorId, t *engine.Table, columns []string) (string, error)
	// ResolveTypes puts the types that alias types stand for in their place.
	ResolveTypes(b *syntax.Batch) error
	// LineFailed notes the line of the node whose compilation fails.
	LineFailed(line int32)
	// StatementMemory is what a statement's hashes may keep in memory, in bytes.
	StatementMemory() int64
	// TxnOf is the transaction in which the running statement uses t.
	TxnOf(t *engine.Table) (*engine.Txn, error)
	// CallFunction runs a user's scalar function of database d; args are in the order and of the types of its parameters.
	CallFunction(m *engine.Module, d *engine.Database, args []sqltype.Value) (sqltype.Value, error)
	// FunctionColumns are the columns of multi-statement function m; CallTableFunction runs it and gives its rows.
	FunctionColumns(m *engine.Module) ([]system.Column, error)
	CallTableFunction(m *engine.Module, d *engine.Database, args []sqltype.Value, emit func([]sqltype.Value) error) error
}

// Variables finds the batch's variables.
type Variables interface {
	Lookup(name string) (slot int, t sqltype.Type, ok bool)
}

// Compiler compiles the queries of one statement. Its products belong to one
// session and are stale once the server's schema version changes.
type Compiler struct {
	Host Host
	Vars Variables
	// Database is where names without one are looked up; nil: the session's current database.
	Database *engine.Database
	// Schema is where a name alone is looked up before dbo: that of the module in whose text it stands; "": a batch.
	Schema string
	// Uses lists the engine tables the statement touches, in order of appearance.
	Uses []*Use
	// MaxDOP is OPTION (MAXDOP n); 0 when not given.
	MaxDOP int
	// MaxRecursion is OPTION (MAXRECURSION n); nil when not given (100), 0 for no bound.
	MaxRecursion *int
	// Updatable says that a cursor reads the statement's rows: they have their addresses, see Query.Located.
	Updatable bool
	// Serial forbids parallel scans (the plan depends on order or session state).
	Serial bool

	// Self is the procedure or function whose body is compiled, so that one not yet in the catalog, or about to be altered, can call itself.
	Self *engine.Module

	slots   int
	sources int // of all blocks, and one for rows that the statement itself lists
	points  int // of them, those read by a key of a unique index
	ctes    *cteScope
	depth   int
	views   *int // views and inline functions compiled into the statement
	uses    *use // the views and inline functions around the query, innermost first
}

// maxQueryDepth bounds nesting of queries, so that compilation cannot exhaust the stack.
const maxQueryDepth = 100

func (c *Compiler) slot() int {
	c.slots++
	return c.slots - 1
}

// Slots is the number of state slots the compiled statement needs; see NewExec.
func (c *Compiler) Slots() int { return c.slots }

// Point reports that the statement reads at most one row of each of its tables, by a key of a unique index (unless a
// value is of no use for that).
func (c *Compiler) Point() bool { return c.points == c.sources }

// Lists notes that the statement lists rows of its own, and is no Point.
func (c *Compiler) Lists() { c.sources++ }

// use notes a table; one Use per table and statement.
func (c *Compiler) use(t *engine.Table) *Use {
	for _, u := range c.Uses {
		if u.Table == t {
			return u
		}
	}
	u := &Use{Table: t}
	c.Uses = append(c.Uses, u)
	return u
}

// Use notes that the statement writes t, and returns its counters.
func (c *Compiler) Use(t *engine.Table) *Use { return c.use(t) }

// fail notes n's line and passes the error on.
func (c *Compiler) fail(n any, err error) error {
	if f, ok := n.(interface{ Frag() *ast.Fragment }); ok && f != nil && err != nil {
		c.Host.LineFailed(int32(f.Frag().StartLine))
	}
	return err
}

// Unsupported is the error for syntax that is understood but not implemented.
func Unsupported(what string) error {
	return sqltype.Errorf(40517, "%s is not supported by the embedded engine.", what)
}
