package expr

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

type branch struct {
	when *Cond
	then *Expr
}

func (c *compiler) searchedCase(n *ast.SearchedCaseExpression) (*Expr, error) {
	if err := CheckCollation(n.Collation); err != nil {
		return nil, err
	}
	branches := make([]branch, len(n.WhenClauses))
	for i, w := range n.WhenClauses {
		when, err := c.cond(w.WhenExpression)
		if err != nil {
			return nil, err
		}
		then, err := c.expr(w.ThenExpression)
		if err != nil {
			return nil, err
		}
		branches[i] = branch{when, then}
	}
	return c.caseOf(branches, n.ElseExpression)
}

// simpleCase compares the input with each WHEN, evaluating it each time, as SQL
// Server does: CASE NEWID()-based expressions can fall through every branch.
func (c *compiler) simpleCase(n *ast.SimpleCaseExpression) (*Expr, error) {
	if err := CheckCollation(n.Collation); err != nil {
		return nil, err
	}
	input, err := c.expr(n.InputExpression)
	if err != nil {
		return nil, err
	}
	branches := make([]branch, len(n.WhenClauses))
	for i, w := range n.WhenClauses {
		e, err := c.exprs(w.WhenExpression, w.ThenExpression)
		if err != nil {
			return nil, err
		}
		when, err := Compare(EQ, input, e[0])
		if err != nil {
			return nil, err
		}
		branches[i] = branch{when, e[1]}
	}
	return c.caseOf(branches, n.ElseExpression)
}

func (c *compiler) caseOf(branches []branch, elseNode ast.ScalarExpression) (*Expr, error) {
	other := null()
	if elseNode != nil {
		e, err := c.expr(elseNode)
		if err != nil {
			return nil, err
		}
		other = e
	}
	return chooseBranch(branches, other, "CASE specification")
}

func (c *compiler) iif(n *ast.IIfCall) (*Expr, error) {
	when, err := c.cond(n.Predicate)
	if err != nil {
		return nil, err
	}
	e, err := c.exprs(n.ThenExpression, n.ElseExpression)
	if err != nil {
		return nil, err
	}
	return chooseBranch([]branch{{when, e[0]}}, e[1], "CASE specification")
}

// chooseBranch evaluates to the first branch whose condition is true; the
// result's type is the common type of all branches. Error 8133 when all are NULL.
func chooseBranch(branches []branch, other *Expr, what string) (*Expr, error) {
	results := []*Expr{other}
	for _, b := range branches {
		results = append(results, b.then)
	}
	t, err := commonType(results)
	if err != nil {
		return nil, err
	}
	if t.Kind == sqltype.KindNull {
		return nil, sqltype.Errorf(8133, "At least one of the result expressions in a %s must be an expression other than the NULL constant.", what)
	}
	if other, err = ConvertTo(other, t); err != nil {
		return nil, err
	}
	isConst, nullable := other.Const, other.Nullable
	whens := make([]func(*Env) (Tri, error), len(branches))
	thens := make([]*Expr, len(branches))
	for i, b := range branches {
		if thens[i], err = ConvertTo(b.then, t); err != nil {
			return nil, err
		}
		whens[i] = b.when.Eval
		isConst = isConst && b.when.Const && thens[i].Const
		nullable = nullable || thens[i].Nullable
	}
	out := &Expr{Type: t, Nullable: nullable}
	if t.Kind.IsInt() {
		out.EvalInt = chooseInt(whens, thens, other)
		out.Eval = boxInt(t.Kind, out.EvalInt)
	} else {
		out.Eval = func(env *Env) (sqltype.Value, error) {
			for i, w := range whens {
				ok, err := w(env)
				if err != nil {
					return sqltype.Value{}, err
				}
				if ok == True {
					return thens[i].Eval(env)
				}
			}
			return other.Eval(env)
		}
	}
	if isConst {
		return fold(out), nil
	}
	return out, nil
}

func chooseInt(whens []func(*Env) (Tri, error), thens []*Expr, other *Expr) func(*Env) (int64, bool, error) {
	elseInt := other.EvalInt
	if len(whens) == 1 {
		when, then := whens[0], thens[0].EvalInt
		return func(env *Env) (int64, bool, error) {
			ok, err := when(env)
			if err != nil {
				return 0, false, err
			}
			if ok == True {
				return then(env)
			}
			return elseInt(env)
		}
	}
	return func(env *Env) (int64, bool, error) {
		for i, w := range whens {
			ok, err := w(env)
			if err != nil {
				return 0, false, err
			}
			if ok == True {
				return thens[i].EvalInt(env)
			}
		}
		return elseInt(env)
	}
}

func commonType(es []*Expr) (sqltype.Type, error) {
	t := sqltype.Type{}
	var err error
	for _, e := range es {
		if t, err = sqltype.Common(t, e.Type); err != nil {
			return t, err
		}
	}
	return t, nil
}

// coalesce evaluates each argument at most once. (SQL Server expands it to CASE and
// may evaluate the one it returns twice.)
func (c *compiler) coalesce(n *ast.CoalesceExpression) (*Expr, error) {
	es, err := c.exprs(n.Expressions...)
	if err != nil {
		return nil, err
	}
	if len(es) < 2 {
		return nil, sqltype.Errorf(174, "The coalesce function requires at least 2 arguments.")
	}
	t, err := commonType(es)
	if err != nil {
		return nil, err
	}
	if t.Kind == sqltype.KindNull {
		return nil, sqltype.Errorf(4127, "At least one of the arguments to COALESCE must be an expression that is not the NULL constant.")
	}
	nullable := true
	for i := range es {
		if es[i], err = ConvertTo(es[i], t); err != nil {
			return nil, err
		}
		nullable = nullable && es[i].Nullable
	}
	return firstNotNull(t, nullable, es), nil
}

func firstNotNull(t sqltype.Type, nullable bool, es []*Expr) *Expr {
	out := &Expr{Type: t, Nullable: nullable}
	out.Eval = func(env *Env) (sqltype.Value, error) {
		for _, e := range es {
			if v, err := e.Eval(env); err != nil || !v.Null {
				return v, err
			}
		}
		return sqltype.NullOf(t.Kind), nil
	}
	if t.Kind.IsInt() {
		out.EvalInt = func(env *Env) (int64, bool, error) {
			for _, e := range es {
				if i, null, err := e.EvalInt(env); err != nil || !null {
					return i, false, err
				}
			}
			return 0, true, nil
		}
	}
	return fold(out, es...)
}

// nullIf has the first operand's type.
func (c *compiler) nullIf(n *ast.NullIfExpression) (*Expr, error) {
	e, err := c.exprs(n.FirstExpression, n.SecondExpression)
	if err != nil {
		return nil, err
	}
	if e[0].Type.Kind == sqltype.KindNull {
		return nil, sqltype.Errorf(4151, "The type of the first argument to NULLIF cannot be the NULL constant because the type of the first argument has to be known.")
	}
	eq, err := Compare(EQ, e[0], e[1])
	if err != nil {
		return nil, err
	}
	return chooseBranch([]branch{{eq, Constant(e[0].Type, sqltype.NullOf(e[0].Type.Kind))}}, e[0], "NULLIF")
}
