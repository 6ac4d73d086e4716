package query

import (
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/syntax"
)

// TopScope is the scope of a statement outside any query: variables and subqueries.
type TopScope struct {
	expr.NoScope
	C    *Compiler
	seqs sequences
}

// Column reports error 207.
func (s *TopScope) Column(parts []string, ref *ast.ColumnReferenceExpression) (*expr.Expr, error) {
	s.C.Host.LineFailed(int32(ref.StartLine))
	if len(parts) > 1 {
		return nil, unbound(parts)
	}
	return nil, sqltype.Errorf(207, "Invalid column name '%s'.", parts[0])
}

// Variable finds a batch variable.
func (s *TopScope) Variable(name string) (int, sqltype.Type, bool) { return s.C.Vars.Lookup(name) }

// Subquery compiles a subquery.
func (s *TopScope) Subquery(q ast.QueryExpression, kind expr.SubqueryKind) (*expr.Subquery, error) {
	return s.C.subquery(s, q, kind)
}

// Function refuses aggregates outside a query.
func (s *TopScope) Function(f *ast.FunctionCall) (*expr.Expr, bool, error) {
	if isAggregate(f) || f.OverClause != nil {
		return nil, true, sqltype.Errorf(147, "An aggregate may not appear in this context: %s.", strings.ToUpper(f.FunctionName.Value))
	}
	return s.C.scalarFunction(s, f)
}

// block is the scope of one query specification.
type block struct {
	c       *Compiler
	parent  expr.Scope
	envSlot int
	sources []*source
	lo, hi  int // visible sources: [lo,hi)

	refs    uint64             // sources referenced since the caller reset it
	outer   bool               // an enclosing block's column was referenced
	subs    bool               // a subquery was compiled
	calls   bool               // something other than a pure function of the row
	correl  bool               // outer, over the whole block's life
	target  ast.TableReference // the reference UPDATE or DELETE changes
	traces  bool               // rows are traced to base tables, see trace
	into    bool               // the query of SELECT … INTO, where the IDENTITY function has its place
	rescans bool               // the target's rows may come more than once
	// assigned stands left of an assignment of UPDATE: it names a column of source assignedTo, the target.
	assigned   *ast.ColumnReferenceExpression
	assignedTo int

	scans   []*scan
	touched []colref // base tables' columns that expressions read

	agg     *aggregation
	windows []*windowStage
	caches  []int // state slots of the block's caches
	aggs    int   // size of Env.Aggs
	phase   phase
	seqs    sequences
	// values: NEXT VALUE FOR has its place, in a select list of the statement or in SET.
	values bool
}

// phase says what column references and aggregates mean where an expression stands.
type phase uint8

const (
	phaseFrom    phase = iota // FROM, WHERE, GROUP BY: rows of the sources, no aggregates
	phaseSelect               // select list
	phaseArg                  // inside an aggregate's argument
	phaseHaving               // HAVING
	phaseOrderBy              // ORDER BY
	phaseWindow               // inside a window function
)

// maxSources bounds the table sources of one block: SQL Server allows 256.
const maxSources = 64

func (c *Compiler) newBlock(parent expr.Scope) *block {
	return &block{c: c, parent: parent, envSlot: c.slot()}
}

func (b *block) addSource(s *source) (int, error) {
	if len(b.sources) >= maxSources {
		return 0, sqltype.Errorf(106, "Too many table names in the query. The maximum allowable is %d.", maxSources)
	}
	if s.alias != "" {
		for _, o := range b.sources {
			if strings.EqualFold(o.alias, s.alias) {
				if len(s.parts) > 0 && len(o.parts) > 0 {
					return 0, sqltype.Errorf(1013, "The objects \"%s\" and \"%s\" in the FROM clause have the same exposed names. Use correlation names to distinguish them.", strings.Join(s.parts, "."), strings.Join(o.parts, "."))
				}
				return 0, sqltype.Errorf(1011, "The correlation name '%s' is specified multiple times in a FROM clause.", s.alias)
			}
		}
	}
	b.sources = append(b.sources, s)
	b.c.sources++
	b.hi = len(b.sources)
	return len(b.sources) - 1, nil
}

func sameParts(a, b []string) bool {
	for i, j := len(a)-1, len(b)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if !strings.EqualFold(a[i], b[j]) {
			return false
		}
	}
	return true
}

// Variable finds a batch variable.
func (b *block) Variable(name string) (int, sqltype.Type, bool) { return b.c.Vars.Lookup(name) }

// Subquery compiles a subquery of this block.
func (b *block) Subquery(q ast.QueryExpression, kind expr.SubqueryKind) (*expr.Subquery, error) {
	b.subs = true
	return b.c.subquery(b, q, kind)
}

// lookup resolves a name among the visible sources. src is -1 when none has it.
func (b *block) lookup(parts []string) (src, col int, err error) {
	name := parts[len(parts)-1]
	qual := parts[:len(parts)-1]
	src = -1
	qualMatched := false
	for i := b.lo; i < b.hi; i++ {
		s := b.sources[i]
		if len(qual) > 0 && !s.matches(qual) {
			continue
		}
		qualMatched = qualMatched || len(qual) > 0
		c, n := s.find(name)
		if n == 0 {
			continue
		}
		if n > 1 || src >= 0 {
			return 0, 0, sqltype.Errorf(209, "Ambiguous column name '%s'.", name)
		}
		src, col = i, c
		if s.cols[c].other {
			return 0, 0, elsewhere(s, &s.cols[c])
		}
	}
	if src < 0 && qualMatched {
		return 0, 0, sqltype.Errorf(207, "Invalid column name '%s'.", name)
	}
	return src, col, nil
}

// Column resolves a column here or in an enclosing block.
func (b *block) Column(parts []string, ref *ast.ColumnReferenceExpression) (*expr.Expr, error) {
	if n, ok := strings.CutPrefix(parts[0], groupMarker); ok && b.agg != nil {
		i, _ := strconv.Atoi(n)
		g := b.agg.groups[i]
		return aggExpr(i, g.e.Type, g.e.Nullable), nil
	}
	if parts[len(parts)-1] == syntax.PhysLoc {
		return b.place(parts[:len(parts)-1], ref)
	}
	src, col, err := b.lookup(parts)
	if ref == b.assigned && ref != nil {
		src, err = b.assignedTo, nil
		col, _ = b.sources[src].find(parts[len(parts)-1])
	}
	if err != nil {
		b.c.Host.LineFailed(int32(ref.StartLine))
		return nil, err
	}
	if src < 0 {
		e, err := b.parent.Column(parts, ref)
		if err != nil {
			return nil, err
		}
		b.outer, b.correl = true, true
		return outerExpr(e), nil
	}
	b.refs |= 1 << src
	if b.afterGroups() {
		return b.agg.column(b, src, col, ref)
	}
	return b.columnExpr(src, col)
}

// afterGroups reports that expressions read groups, not the rows of the sources.
func (b *block) afterGroups() bool {
	return b.agg != nil && (b.phase == phaseSelect || b.phase == phaseHaving || b.phase == phaseOrderBy)
}

// outerExpr evaluates e in the enclosing environment.
func outerExpr(e *expr.Expr) *expr.Expr {
	out := *e
	eval, evalInt := e.Eval, e.EvalInt
	n := expr.New(out.Type, out.Nullable, func(env *expr.Env) (sqltype.Value, error) { return eval(env.Outer) }, nil)
	if evalInt != nil {
		n.EvalInt = func(env *expr.Env) (int64, bool, error) { return evalInt(env.Outer) }
	}
	return n
}

// Function handles aggregates and window functions.
func (b *block) Function(f *ast.FunctionCall) (*expr.Expr, bool, error) {
	if f.OverClause != nil {
		e, err := b.windowCall(f)
		return e, true, err
	}
	if isAggregate(f) {
		e, err := b.aggregateCall(f)
		return e, true, err
	}
	if e, ok, err := b.checksum(f); ok {
		return e, true, err
	}
	b.calls = true
	return b.c.scalarFunction(b, f)
}

// checksum is CHECKSUM(*) or BINARY_CHECKSUM(*), of all columns.
func (b *block) checksum(f *ast.FunctionCall) (e *expr.Expr, ok bool, err error) {
	name := strings.ToUpper(f.FunctionName.Value)
	if name != "CHECKSUM" && name != "BINARY_CHECKSUM" || f.CallTarget != nil || !isStar(f) {
		return nil, false, nil
	}
	out, err := b.star(&ast.SelectStarExpression{Fragment: f.Fragment})
	if err != nil {
		return nil, true, b.c.fail(f, err)
	}
	args := make([]*expr.Expr, len(out))
	for i := range out {
		args[i] = out[i].e
	}
	return expr.Checksum(name, args), true, nil
}

func unbound(parts []string) error {
	return sqltype.Errorf(4104, "The multi-part identifier \"%s\" could not be bound.", strings.Join(parts, "."))
}
