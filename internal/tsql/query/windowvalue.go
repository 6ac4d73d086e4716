package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// offsetCall compiles LAG and LEAD (value, offset, default), FIRST_VALUE and LAST_VALUE (value).
func (b *block) offsetCall(w *windowCall, st *windowStage, f *ast.FunctionCall) error {
	if err := b.needOrder(w.name, st); err != nil {
		return err
	}
	for _, id := range f.IgnoreRespectNulls {
		if strings.EqualFold(id.Value, "IGNORE") {
			return Unsupported("IGNORE NULLS")
		}
	}
	most := 1
	if w.shifts() {
		if f.OverClause.WindowFrameClause != nil {
			return sqltype.Errorf(10752, "The function '%s' may not have a window frame.", w.name)
		}
		most = 3
	}
	if n := len(f.Parameters); n < 1 || n > most {
		return sqltype.Errorf(174, "The %s function requires %d argument(s).", strings.ToLower(w.name), 1)
	}
	saved := b.phase
	if b.agg == nil {
		b.phase = phaseWindow
	}
	defer func() { b.phase = saved }()
	arg := func(i int) (*expr.Expr, error) {
		return expr.Compile(b, b.regroup(f.Parameters[i]).(ast.ScalarExpression))
	}
	var err error
	if w.value, err = arg(0); err != nil {
		return err
	}
	if w.value.Type.Kind == sqltype.KindNull {
		if w.value, err = expr.ConvertTo(w.value, sqltype.Of(sqltype.Int)); err != nil {
			return err
		}
	}
	if len(f.Parameters) > 1 {
		e, err := arg(1)
		if err != nil {
			return err
		}
		if w.offset, err = expr.ConvertTo(e, sqltype.Of(sqltype.BigInt)); err != nil {
			return err
		}
	}
	if len(f.Parameters) > 2 {
		e, err := arg(2)
		if err != nil {
			return err
		}
		if w.missing, err = expr.ConvertTo(e, w.value.Type); err != nil {
			return err
		}
	}
	w.fr, err = b.windowFrame(f.OverClause)
	w.framed = true
	return err
}

// shifts reports LAG and LEAD.
func (w *windowCall) shifts() bool { return w.name == "LAG" || w.name == "LEAD" }

// stored is the expression whose values the call needs of rows other than the current one.
func (w *windowCall) stored() *expr.Expr {
	if w.value == nil && w.framed && w.agg != nil {
		return w.agg.arg
	}
	return w.value
}

// partition says whether the call's value depends on rows that come later.
func (w *windowCall) partition() bool {
	switch w.name {
	case "ROW_NUMBER", "RANK", "DENSE_RANK", "NEXT VALUE FOR":
		return false
	}
	return true
}

// framedValue is the value, for row i with the peers [first, last), of a call that reads other rows.
func (r *peerReader) framedValue(x *Exec, env *expr.Env, k int, i, first, last int64) (sqltype.Value, error) {
	w := r.w.calls[k]
	if w.shifts() {
		return r.shifted(env, w, r.values[k], i)
	}
	lo, hi := w.fr.of(i, first, last, r.total)
	switch {
	case w.agg != nil:
		return r.slides[k].value(x, lo, hi)
	case lo >= hi:
		return sqltype.NullOf(w.value.Type.Kind), nil
	case w.name == "FIRST_VALUE":
		return r.values[k].get(lo)
	}
	return r.values[k].get(hi - 1)
}

func (r *peerReader) shifted(env *expr.Env, w *windowCall, vals *windowValues, i int64) (sqltype.Value, error) {
	n := int64(1)
	if w.offset != nil {
		var null bool
		var err error
		if n, null, err = w.offset.EvalInt(env); err != nil {
			return sqltype.Value{}, err
		}
		if null || n < 0 {
			return sqltype.Value{}, sqltype.Errorf(8730, "Offset parameter for Lag and Lead functions cannot be a negative value.")
		}
	}
	at, ok := i-n, n <= i
	if w.name == "LEAD" {
		at, ok = i+n, n < r.total-i
	}
	switch {
	case ok:
		return vals.get(at)
	case w.missing != nil:
		return w.missing.Eval(env)
	}
	return sqltype.NullOf(w.value.Type.Kind), nil
}
