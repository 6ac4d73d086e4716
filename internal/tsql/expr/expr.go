// Package expr compiles scalar and boolean expressions of the T-SQL syntax
// tree into closures. It knows nothing of tables, statements or storage: names,
// subqueries and aggregates are resolved by the Scope, state is read from the Env.
package expr

import "scanfrag/internal/sqltype"

// Expr is a compiled scalar expression. It is immutable and safe for use by
// several goroutines, each with its own Env.
type Expr struct {
	Type     sqltype.Type
	Nullable bool
	// Eval yields a value whose Kind is Type.Kind (the inner kind for
	// sql_variant). Never nil.
	Eval func(*Env) (sqltype.Value, error)
	// EvalInt is set when Type is bit, tinyint, smallint, int or bigint: the
	// same result without building a Value.
	EvalInt func(*Env) (i int64, null bool, err error)
	// Const says that the value depends on nothing but the text: it may be
	// evaluated once, with a zero Env.
	Const bool

	slot    int // of a variable reference
	isSlot  bool
	literal bool          // a literal of the text: its digits, not int's ten, count in decimal arithmetic
	value   sqltype.Value // of a constant
}

// Slot gives the variable slot an expression reads, when it is a bare @variable.
func (e *Expr) Slot() (slot int, ok bool) { return e.slot, e.isSlot }

// New wraps an accessor (a column, an aggregate's result) as an Expr. evalInt
// may be nil: for integer types it is then derived from eval.
func New(t sqltype.Type, nullable bool, eval func(*Env) (sqltype.Value, error),
	evalInt func(*Env) (int64, bool, error)) *Expr {
	e := &Expr{Type: t, Nullable: nullable, Eval: eval, EvalInt: evalInt}
	if evalInt == nil && t.Kind.IsInt() {
		e.EvalInt = func(env *Env) (int64, bool, error) {
			v, err := eval(env)
			return v.I, v.Null, err
		}
	}
	return e
}

// Constant makes a constant expression.
func Constant(t sqltype.Type, v sqltype.Value) *Expr {
	if t.Kind != sqltype.SQLVariant {
		v.Kind = t.Kind
	}
	e := New(t, v.Null, func(*Env) (sqltype.Value, error) { return v, nil }, nil)
	if t.Kind.IsInt() {
		i, null := v.I, v.Null
		e.EvalInt = func(*Env) (int64, bool, error) { return i, null, nil }
	}
	e.Const, e.value = true, v
	return e
}

// Value gives a constant's value.
func (e *Expr) Value() (v sqltype.Value, ok bool) { return e.value, e.Const }

// fold evaluates e once when all it depends on is constant. An expression whose
// value is an error (1/0) stays as it is: the error belongs to run time.
func fold(e *Expr, operands ...*Expr) *Expr {
	for _, o := range operands {
		if !o.Const {
			return e
		}
	}
	v, err := e.Eval(&Env{})
	if err != nil {
		return e
	}
	return Constant(e.Type, v)
}

// Variable makes an expression that reads variable slot i.
func Variable(t sqltype.Type, i int) *Expr {
	e := &Expr{Type: t, Nullable: true, slot: i, isSlot: true}
	e.Eval = func(env *Env) (sqltype.Value, error) { return env.Vars[i], nil }
	if t.Kind.IsInt() {
		e.EvalInt = func(env *Env) (int64, bool, error) {
			v := &env.Vars[i]
			return v.I, v.Null, nil
		}
	}
	return e
}

// Tri is a three-valued truth.
type Tri uint8

// The truth values. Unknown is what a comparison with NULL gives.
const (
	False Tri = iota
	True
	Unknown
)

// Not swaps true and false.
func (t Tri) Not() Tri {
	switch t {
	case False:
		return True
	case True:
		return False
	}
	return Unknown
}

func tri(b bool) Tri {
	if b {
		return True
	}
	return False
}

// Cond is a compiled search condition.
type Cond struct {
	Eval  func(*Env) (Tri, error)
	Const bool
}

// True reports whether the condition holds: Unknown counts as not.
func (c *Cond) True(env *Env) (bool, error) {
	t, err := c.Eval(env)
	return t == True, err
}
