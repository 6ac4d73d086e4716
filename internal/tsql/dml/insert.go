package dml

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// insertion is an INSERT being compiled.
type insertion struct {
	c     *query.Compiler
	h     Host
	t     *engine.Table
	into  *query.Into
	use   *query.Use
	bulk  bool // TABLOCK: a query's rows take the bulk path into a heap
	cols  []*engine.Column
	scope *query.TopScope
	// identity is the table's identity column, listed whether the statement gives it a value.
	identity *engine.Column
	listed   bool
	out      *outputs
	verb     string // in the text of error 547
	rules    *rules
	ruled    bool // rules are compiled
	// ignores: an index of the table has IGNORE_DUP_KEY. plan is told of rows passed over.
	ignores bool
	plan    *Plan
}

// Insert compiles an INSERT statement.
func Insert(c *query.Compiler, h Host, s *ast.InsertStatement) (*Plan, error) {
	i, tp, err := begin(c, h, s)
	if err != nil {
		return nil, err
	}
	switch src := s.InsertSpecification.InsertSource.(type) {
	case *ast.ValuesInsertSource:
		return i.values(src, tp)
	case *ast.SelectInsertSource:
		q, err := c.Source(src.Select)
		if err != nil {
			return nil, err
		}
		return i.fromQuery(q, tp)
	}
	return nil, query.Unsupported("this INSERT source")
}

// InsertRows compiles INSERT … EXECUTE: q has the rows that the execution gave.
func InsertRows(c *query.Compiler, h Host, s *ast.InsertStatement, q *query.Query) (*Plan, error) {
	i, tp, err := begin(c, h, s)
	if err != nil {
		return nil, err
	}
	if i.out != nil {
		return nil, sqltype.Errorf(483, "The OUTPUT clause cannot be used in an INSERT...EXEC statement.")
	}
	if len(q.Columns) != len(i.cols) {
		return nil, sqltype.Errorf(213, "Column name or number of supplied values does not match table definition.")
	}
	return i.fromQuery(q, tp)
}

// begin compiles what all INSERTs have: the target, its columns, TOP.
func begin(c *query.Compiler, h Host, s *ast.InsertStatement) (i *insertion, tp *top, err error) {
	n := s.InsertSpecification
	if err := c.Options(s.OptimizerHints); err != nil {
		return nil, nil, err
	}
	if err := c.With(s.WithCtesAndXmlNamespaces); err != nil {
		return nil, nil, err
	}
	v, ok := n.InsertSource.(*ast.ValuesInsertSource)
	in, err := c.Into(n.Target, n.Columns, len(n.Columns) == 0 && !(ok && v.IsDefaultValues))
	if err != nil {
		return nil, nil, err
	}
	i = &insertion{c: c, h: h, t: in.Table, into: in, bulk: in.TabLock, scope: &query.TopScope{C: c}, verb: "INSERT", ignores: in.Table.IgnoresDuplicates()}
	if err := i.columns(n.Columns); err != nil {
		return nil, nil, err
	}
	if i.out, err = insertOutputs(c, h, in, n.OutputClause, n.OutputIntoClause); err != nil {
		return nil, nil, err
	}
	tp, err = compileTop(c, i.scope, n.TopRowFilter)
	return i, tp, err
}

// columns resolves the column list; without one it is every column but the identity and computed ones.
func (i *insertion) columns(list []*ast.ColumnReferenceExpression) error {
	for k := range i.t.Columns {
		if i.t.Columns[k].Identity != nil {
			i.identity = &i.t.Columns[k]
		}
	}
	if len(list) == 0 {
		for _, c := range i.into.Columns() {
			if c != nil && c.Identity == nil && c.Computed == nil {
				i.cols = append(i.cols, c)
			}
		}
		return nil
	}
	seen := map[int]bool{}
	for _, n := range list {
		name := query.ColumnName(n)
		c := i.into.Column(name)
		if c == nil {
			i.h.LineFailed(syntax.Line(n))
			return sqltype.Errorf(207, "Invalid column name '%s'.", name)
		}
		if c.Computed != nil {
			return notModifiable(c)
		}
		if seen[c.ID] {
			return sqltype.Errorf(264, "The column name '%s' is specified more than once in the SET clause or column list of an INSERT. A column cannot be assigned more than one value in the same clause. Modify the clause to make sure that a column is updated only once. If this statement updates or inserts columns into a view, column aliasing can conceal the duplication in your code.", c.Name)
		}
		seen[c.ID] = true
		i.listed = i.listed || c.Identity != nil
		i.cols = append(i.cols, c)
	}
	return nil
}

// checkIdentity applies SET IDENTITY_INSERT as it is when the statement runs.
func (i *insertion) checkIdentity() error {
	if i.identity == nil {
		return nil
	}
	switch on := i.h.IdentityInsert(i.t); {
	case i.listed && !on:
		return sqltype.Errorf(544, "Cannot insert explicit value for identity column in table '%s' when IDENTITY_INSERT is set to OFF.", i.t.Name)
	case !i.listed && on:
		return sqltype.Errorf(545, "Explicit value must be specified for identity column in table '%s' either when IDENTITY_INSERT is set to ON or when a replication user is inserting into a NOT FOR REPLICATION identity column.", i.t.Name)
	}
	return nil
}

// tooMany is the error for more values than columns: 8101 when the extra one is meant for the identity.
func (i *insertion) tooMany(values int, otherwise error) error {
	inputs := 0
	for k := range i.t.Columns {
		if i.t.Columns[k].Computed == nil {
			inputs++
		}
	}
	if i.identity != nil && !i.listed && values == inputs {
		return sqltype.Errorf(8101, "An explicit value for the identity column in table '%s' can only be specified when a column list is used and IDENTITY_INSERT is ON.", i.t.Name)
	}
	return otherwise
}

// builder makes a record builder whose listed columns take es (nil: the default); the others take their defaults.
func (i *insertion) builder(es []*expr.Expr) (*recordBuilder, error) {
	b := newRecordBuilder(i.t, "INSERT")
	if !i.ruled {
		var err error
		if i.rules, err = compileRules(i.c, i.h, i.t, i.verb, nil); err != nil {
			return nil, err
		}
		i.ruled = true
	}
	b.rules = i.rules
	env := &expr.Env{Session: i.h, Stmt: &expr.Stmt{}}
	for k := range i.t.Columns {
		c := &i.t.Columns[k]
		if c.Computed != nil {
			continue
		}
		var e *expr.Expr
		listed := false
		for j, l := range i.cols {
			if l == c && j < len(es) {
				e, listed = es[j], true
			}
		}
		if c.Type.RowVersion {
			if e != nil {
				return nil, sqltype.Errorf(273, "Cannot insert an explicit value into a timestamp column. Use INSERT with a column list to exclude the timestamp column, or insert a DEFAULT into the timestamp column.")
			}
			if err := b.set(c, nextVersion(i.t), nil, env); err != nil {
				return nil, err
			}
			continue
		}
		if c.Identity != nil && e == nil {
			if listed {
				return nil, sqltype.Errorf(339, "DEFAULT or NULL are not allowed as explicit identity values.")
			}
			b.identity(c)
			continue
		}
		raw := e
		var err error
		if e == nil {
			e, err = defaultExpr(i.scope, c)
		} else {
			e, err = expr.StoreTo(e, c.Type)
		}
		if err != nil {
			return nil, err
		}
		if err := b.set(c, e, raw, env); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (i *insertion) writer(x *query.Exec) (*engine.Writer, error) {
	tx, err := x.Txn(i.t)
	if err != nil {
		return nil, err
	}
	if err := x.AwaitLock(i.t, true); err != nil {
		return nil, err
	}
	return tx.Writer(x.Ctx, i.t, &i.use.IO)
}
