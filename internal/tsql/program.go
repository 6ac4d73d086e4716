package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// program compiles a batch's statements to closures. Names of tables are resolved when a statement first runs; ahead
// of that, statements whose tables exist are bound once, so that a wrong column stops
// the batch before it begins, as in SQL Server. Binding ahead ends at the first statement that may
// change what names mean.
type program struct {
	f     *frame
	line  int32 // of the statement being compiled
	eager bool
	once  bool // what is compiled serves one run: it defines something, or has state of its own
	loops int
	catch int
	gotos []string
	names map[string]bool // labels
	depth int
	bound int // statements bound ahead

	cursorVars map[string]bool // cursor variables by lower-case name

	routine *syntax.Module // whose body this is; nil: a batch
	result  sqltype.Type   // of a scalar function
}

// keptPlans is how many plans of a batch that are made ahead, to find errors, are kept for execution. Those of later
// statements are made again when they run and die with them in a batch without labels: a batch takes about
// 600 bytes of syntax tree and closures for each of its statements, and the plans of keptPlans of them.
// Together with syntax.MaxWords this bounds a batch to some 250 MB.
const keptPlans = 1000

// maxBlockDepth bounds nesting of statements.
const maxBlockDepth = 200

func (p *program) scope() expr.Scope { return &query.TopScope{C: p.f.compiler()} }

func (p *program) statements(list []ast.Statement) ([]*stmt, error) {
	var out []*stmt
	for _, n := range list {
		st, err := p.statement(n)
		if err != nil {
			return nil, err
		}
		if st != nil {
			out = append(out, st)
		}
	}
	return out, nil
}

func (p *program) block(l *ast.StatementList) ([]*stmt, error) {
	if l == nil {
		return nil, nil
	}
	return p.statements(l.Statements)
}

// statement compiles one statement. nil means that there is nothing to do.
func (p *program) statement(n ast.Statement) (*stmt, error) {
	if p.depth++; p.depth > maxBlockDepth {
		return nil, errorf(191, 15, "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries.")
	}
	defer func() { p.depth-- }()
	line := syntax.Line(n)
	p.line = line
	st, err := p.guarded(n)
	if err != nil {
		if !reached(n, err) {
			return nil, err
		}
		st = p.refusal(err)
	}
	if st == nil {
		return nil, nil
	}
	st.line = line
	if st.bind != nil && p.eager {
		if err := st.bind(p.f); err != nil {
			if !deferred(err) {
				p.line = line
				return nil, err
			}
			p.f.s.failLine = 0
		}
		if p.bound++; p.bound > keptPlans && st.drop != nil {
			st.drop()
		}
	}
	return st, nil
}

func (p *program) guarded(n ast.Statement) (st *stmt, err error) {
	defer guard(&err)
	return p.compile(n)
}

// reached reports a statement that is refused by name, as one that the server would run is: when it is reached. Of a
// declaration the rest of the batch has need, and so it has of the declarations and labels within IF and WHILE.
func reached(n ast.Statement, err error) bool {
	switch n.(type) {
	case *ast.DeclareVariableStatement, *ast.DeclareTableVariableStatement, *ast.DeclareCursorStatement, *ast.IfStatement, *ast.WhileStatement,
		*ast.BeginEndBlockStatement, *ast.TryCatchStatement:
		return false
	}
	return classify(err, 0, "").msg.Number == 40517
}

// refusal is a statement whose error is err. What follows may need what it would have done.
func (p *program) refusal(err error) *stmt {
	line := p.f.s.failLine
	p.eager, p.f.s.failLine = false, 0
	return simple(func(f *frame) error {
		f.s.failLine = line
		return err
	})
}

// deferred reports errors that are left to execution: objects that do not exist yet, and what is refused by name.
func deferred(err error) bool {
	switch classify(err, 0, "").msg.Number {
	case 208, 5313, 911, 2812, 4902, 1088, 3701, 4701, 942, 40517, 0:
		return true
	}
	return false
}

func (p *program) compile(n ast.Statement) (*stmt, error) {
	switch n := n.(type) {
	// control flow
	case *ast.BeginEndBlockStatement:
		return p.beginEnd(n)
	case *ast.IfStatement:
		return p.ifElse(n)
	case *ast.WhileStatement:
		return p.while(n)
	case *ast.BreakStatement:
		return p.leave(sigBreak, 135, "Cannot use a BREAK statement outside the scope of a WHILE statement.")
	case *ast.ContinueStatement:
		return p.leave(sigContinue, 136, "Cannot use a CONTINUE statement outside the scope of a WHILE statement.")
	case *ast.ReturnStatement:
		return p.returns(n)
	case *ast.GoToStatement:
		return p.goTo(n)
	case *ast.LabelStatement:
		return p.label(n)
	case *ast.TryCatchStatement:
		return p.tryCatch(n)
	case *ast.WaitForStatement:
		return p.waitFor(n)

	// variables and messages
	case *ast.DeclareVariableStatement:
		return p.declare(n)
	case *ast.DeclareTableVariableStatement:
		return p.declareTable(n)
	case *ast.SetVariableStatement:
		return p.setVariable(n)
	case *ast.DeclareCursorStatement:
		return p.declareCursor(n)
	case *ast.OpenCursorStatement:
		return p.openCursor(n)
	case *ast.FetchCursorStatement:
		return p.fetch(n)
	case *ast.CloseCursorStatement:
		return p.closeCursor(n.Cursor, false)
	case *ast.DeallocateCursorStatement:
		return p.closeCursor(n.Cursor, true)
	case *ast.PrintStatement:
		return p.print(n)
	case *ast.RaiseErrorStatement:
		return p.raiseError(n)
	case *ast.ThrowStatement:
		return p.throw(n)

	// transactions
	case *ast.BeginTransactionStatement:
		return p.beginTran(n)
	case *ast.CommitTransactionStatement:
		return p.commit(n)
	case *ast.RollbackTransactionStatement:
		return p.rollback(n)
	case *ast.SaveTransactionStatement:
		return p.saveTran(n)

	// data
	case *ast.SelectStatement:
		return p.selects(n)
	case *ast.InsertStatement, *ast.UpdateStatement, *ast.DeleteStatement, *ast.MergeStatement:
		return p.changes(n)

	// options
	case *ast.PredicateSetStatement:
		return p.setPredicate(n)
	case *ast.SetCommandStatement:
		return p.setCommand(n)
	case *ast.SetRowCountStatement:
		return p.setRowCount(n)
	case *ast.SetStatisticsStatement:
		return p.setStatistics(n)
	case *ast.SetTransactionIsolationLevelStatement:
		return p.setIsolation(n)
	case *ast.SetIdentityInsertStatement:
		return p.setIdentityInsert(n)
	case *ast.SetTextSizeStatement:
		return p.setTextSize(n)

	case *ast.UseStatement:
		return p.use(n)
	case *ast.ExecuteStatement:
		return p.execute(n)
	case *ast.DbccStatement:
		return p.dbcc(n)
	case *ast.CheckpointStatement:
		return p.checkpoint(n)
	case *ast.ReconfigureStatement:
		return p.reconfigure(n)
	}
	return p.definition(n)
}

// simple wraps a function as a statement that does not change the flow.
func simple(run func(f *frame) error) *stmt {
	return &stmt{run: func(f *frame) (signal, error) { return sigNext, run(f) }}
}

func (p *program) label(n *ast.LabelStatement) (*stmt, error) {
	name := strings.TrimSuffix(n.Value, ":")
	if p.names == nil {
		p.names = map[string]bool{}
	}
	if p.names[strings.ToLower(name)] {
		return nil, errorf(132, 15, "The label '%s' has already been declared. Label names must be unique within a query batch or stored procedure.", name)
	}
	p.names[strings.ToLower(name)] = true
	return &stmt{label: name, run: func(*frame) (signal, error) { return sigNext, nil }}, nil
}

func (p *program) goTo(n *ast.GoToStatement) (*stmt, error) {
	name := n.LabelName.Value
	p.gotos = append(p.gotos, name)
	return &stmt{run: func(f *frame) (signal, error) {
		f.label = name
		return sigGoto, nil
	}}, nil
}

// labels checks that every GOTO has its label.
func (p *program) labels() error {
	for _, g := range p.gotos {
		if !p.names[strings.ToLower(g)] {
			return errorf(133, 15, "A GOTO statement references the label '%s' but the label has not been declared.", g)
		}
	}
	return nil
}
