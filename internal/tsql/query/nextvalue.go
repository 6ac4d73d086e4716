package query

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// sequences are the references of a query, or of a row of VALUES, to sequences: those to one sequence have one value in one row.
type sequences map[*engine.Sequence]*seqValue

// seqValue is a sequence's value in the current row, and the references that have read it.
type seqValue struct {
	v     sqltype.Value
	seen  []bool
	begun bool
}

// nextValue compiles NEXT VALUE FOR without OVER.
func (c *Compiler) nextValue(shared *sequences, n *ast.NextValueForExpression) (*expr.Expr, error) {
	if n.OverClause != nil {
		return nil, c.fail(n, sqltype.Errorf(11717, "NEXT VALUE FOR function does not support the OVER clause in default constraints, UPDATE statements, or MERGE statements."))
	}
	s, err := c.sequence(Parts(n.SequenceName))
	if err != nil {
		return nil, c.fail(n, err)
	}
	if *shared == nil {
		*shared = sequences{}
	}
	st := (*shared)[s]
	if st == nil {
		st = &seqValue{}
		(*shared)[s] = st
	}
	site := len(st.seen)
	st.seen = append(st.seen, false)
	next := func(*expr.Env) (sqltype.Value, error) {
		if !st.begun || st.seen[site] { // another row
			v, err := nextOf(s)
			if err != nil {
				return sqltype.Value{}, err
			}
			clear(st.seen)
			st.v, st.begun = v, true
		}
		st.seen[site] = true
		return st.v, nil
	}
	return expr.New(s.Type, false, next, nil), nil
}

// nextValueOver compiles NEXT VALUE FOR … OVER (ORDER BY …): values are given in that order, one for each row and sequence.
func (b *block) nextValueOver(n *ast.NextValueForExpression) (*expr.Expr, error) {
	switch o := n.OverClause; {
	case len(o.Partitions) > 0:
		return nil, sqltype.Errorf(11716, "NEXT VALUE FOR function does not support the PARTITION BY clause.")
	case o.WindowFrameClause != nil:
		return nil, sqltype.Errorf(11737, "NEXT VALUE FOR function does not support the ROWS and RANGE clauses.")
	case o.OrderByClause == nil:
		return nil, sqltype.Errorf(11718, "NEXT VALUE FOR function does not support an empty OVER clause.")
	}
	s, err := b.c.sequence(Parts(n.SequenceName))
	if err != nil {
		return nil, err
	}
	st, err := b.windowStage(n.OverClause, "NEXT VALUE FOR")
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(st.calls, func(c *windowCall) bool { return c.seq == s })
	if i < 0 {
		if b.seqs[s] != nil || b.overs(s) {
			return nil, differentOver()
		}
		i = len(st.calls)
		st.calls = append(st.calls, &windowCall{name: "NEXT VALUE FOR", slot: new(int), seq: s})
	}
	slot := st.calls[i].slot
	return expr.New(s.Type, false, func(env *expr.Env) (sqltype.Value, error) { return env.Aggs[*slot], nil }, nil), nil
}

func differentOver() error {
	return sqltype.Errorf(11727, "NEXT VALUE FOR functions for a given sequence object must have exactly the same OVER clause definition.")
}

// nextOf is the next value of s.
func nextOf(s *engine.Sequence) (sqltype.Value, error) {
	v, err := s.Next()
	return sqltype.Value{Kind: s.Type.Kind, I: v}, err
}

// overs reports whether the block has NEXT VALUE FOR … OVER of s; nil: of any.
func (b *block) overs(s *engine.Sequence) bool {
	for _, w := range b.windows {
		for _, c := range w.calls {
			if c.seq != nil && (s == nil || c.seq == s) {
				return true
			}
		}
	}
	return false
}

// HasSequence reports whether an expression contains NEXT VALUE FOR.
func HasSequence(n any) bool {
	found := false
	walkExpr(n, func(n any) bool {
		_, is := n.(*ast.NextValueForExpression)
		found = found || is
		return !found
	})
	return found
}

// sequence finds a sequence by a one- to three-part name. A synonym will not do, as in SQL Server.
func (c *Compiler) sequence(parts []string) (*engine.Sequence, error) {
	f := c.object(c.database(), c.Schema, parts)
	switch {
	case f.sequence != nil:
		return f.sequence, nil
	case f.table != nil || f.module != nil:
		return nil, sqltype.Errorf(11726, "Object '%s' is not a sequence object.", strings.Join(parts, "."))
	}
	return nil, sqltype.Errorf(208, "Invalid object name '%s'.", strings.Join(parts, "."))
}

// Node handles NEXT VALUE FOR outside queries.
func (s *TopScope) Node(n ast.ScalarExpression) (*expr.Expr, bool, error) {
	if v, ok := n.(*ast.NextValueForExpression); ok {
		e, err := s.C.nextValue(&s.seqs, v)
		return e, true, err
	}
	return nil, false, nil
}

// Node handles NEXT VALUE FOR in a select list.
func (b *block) Node(n ast.ScalarExpression) (*expr.Expr, bool, error) {
	v, ok := n.(*ast.NextValueForExpression)
	if !ok {
		return nil, false, nil
	}
	switch {
	case !b.values && b.phase != phaseSelect:
		return nil, true, sqltype.Errorf(11720, "NEXT VALUE FOR function is not allowed in the TOP, OVER, OUTPUT, ON, WHERE, GROUP BY, HAVING, or ORDER BY clauses.")
	case !b.values || b.c.Database != nil:
		return nil, true, noNextValue()
	}
	b.calls = true
	if v.OverClause != nil && b.phase == phaseSelect {
		e, err := b.nextValueOver(v)
		return e, true, b.c.fail(v, err)
	}
	e, err := b.c.nextValue(&b.seqs, v)
	for s := range b.seqs {
		if err == nil && b.overs(s) {
			err = b.c.fail(v, differentOver())
		}
	}
	return e, true, err
}

func noNextValue() error {
	return sqltype.Errorf(11719, "NEXT VALUE FOR function is not allowed in check constraints, default objects, computed columns, views, user-defined functions, user-defined aggregates, user-defined table types, sub-queries, common table expressions, derived tables or return statements.")
}

// checkSequences refuses NEXT VALUE FOR where the number or the order of rows is not yet settled.
func (b *block) checkSequences(n *ast.QuerySpecification) error {
	switch {
	case len(b.seqs) == 0 && !b.overs(nil):
		return nil
	case n.UniqueRowFilter == "Distinct":
		return sqltype.Errorf(11721, "NEXT VALUE FOR function cannot be used directly in a statement that uses a DISTINCT, UNION, UNION ALL, EXCEPT or INTERSECT operator.")
	case n.TopRowFilter != nil || n.OffsetClause != nil:
		return sqltype.Errorf(11739, "NEXT VALUE FOR function cannot be used if ROWCOUNT option has been set, or the query contains TOP or OFFSET.")
	case n.OrderByClause != nil && len(b.seqs) > 0:
		return sqltype.Errorf(11723, "NEXT VALUE FOR function cannot be used directly in a statement that contains an ORDER BY clause unless the OVER clause is specified.")
	}
	return nil
}
