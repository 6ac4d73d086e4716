package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// windowStage computes the window functions of one OVER specification. It sorts its input by
// partition and order; a stage without either passes rows through.
type windowStage struct {
	key        string
	partition  []*expr.Expr
	order      []sortKey
	calls      []*windowCall
	rowNumbers []*expr.Expr // those of calls that are ROW_NUMBER

	p    producer
	srcs []int // sources to set aside with each row
	keep int   // Aggs to set aside
	base int   // first own place in Aggs
}

// windowCall is one function over the window.
type windowCall struct {
	name string
	slot *int // in Aggs
	agg  *aggFunc
	arg  *expr.Expr       // NTILE
	all  bool             // aggregate over the whole partition; else running, peers included
	rows bool             // running by ROWS: peers not included
	seq  *engine.Sequence // whose next value it is; nil: a function

	framed bool // the value comes of other rows: see framedValue
	fr     windowFrame
	// LAG, LEAD, FIRST_VALUE, LAST_VALUE; how far, and what stands for a missing row.
	value, offset, missing *expr.Expr
}

// windowCall compiles f OVER (…).
func (b *block) windowCall(f *ast.FunctionCall) (*expr.Expr, error) {
	switch b.phase {
	case phaseFrom, phaseHaving:
		return nil, sqltype.Errorf(4108, "Windowed functions can only appear in the SELECT or ORDER BY clauses.")
	case phaseArg, phaseWindow:
		return nil, sqltype.Errorf(4109, "Windowed functions cannot be used in the context of another windowed function or aggregate.")
	}
	if f.OverClause.WindowName != nil {
		return nil, Unsupported("a named window")
	}
	saved := b.phase
	st, err := b.windowStage(f.OverClause, "")
	if err != nil {
		return nil, err
	}
	w := &windowCall{name: strings.ToUpper(f.FunctionName.Value), slot: new(int)}
	t := sqltype.Of(sqltype.BigInt)
	nullable := false
	switch w.name {
	case "ROW_NUMBER", "RANK", "DENSE_RANK":
		if len(f.Parameters) != 0 {
			return nil, sqltype.Errorf(174, "The %s function requires 0 argument(s).", strings.ToLower(w.name))
		}
		err = b.needOrder(w.name, st)
	case "NTILE":
		if len(f.Parameters) != 1 {
			return nil, sqltype.Errorf(174, "The ntile function requires 1 argument(s).")
		}
		if err = b.needOrder(w.name, st); err == nil {
			w.arg, err = expr.CompileAs(b, f.Parameters[0], t)
		}
	case "PERCENT_RANK", "CUME_DIST":
		if len(f.Parameters) != 0 {
			return nil, sqltype.Errorf(174, "The %s function requires 0 argument(s).", strings.ToLower(w.name))
		}
		t, err = sqltype.Of(sqltype.Float), b.needOrder(w.name, st)
	case "LAG", "LEAD", "FIRST_VALUE", "LAST_VALUE":
		if err = b.offsetCall(w, st, f); err == nil {
			t, nullable = w.value.Type, true
		}
	default:
		if !isAggregate(f) {
			return nil, Unsupported("the window function " + w.name)
		}
		w.agg, err = b.compileAggregate(w.name, f)
		if err == nil && w.agg.distinct {
			err = sqltype.Errorf(10759, "Use of DISTINCT is not allowed with the OVER clause.")
		}
		if err == nil {
			t, nullable = w.agg.typ, w.agg.nullable
			err = w.frame(b, f.OverClause)
		}
	}
	b.phase = saved
	if err != nil {
		return nil, err
	}
	st.calls = append(st.calls, w)
	slot := w.slot
	e := expr.New(t, nullable, func(env *expr.Env) (sqltype.Value, error) { return env.Aggs[*slot], nil }, nil)
	if w.name == "ROW_NUMBER" {
		st.rowNumbers = append(st.rowNumbers, e)
	}
	return e, nil
}

func (b *block) needOrder(name string, st *windowStage) error {
	if len(st.order) == 0 {
		return sqltype.Errorf(4112, "The function '%s' must have an OVER clause with ORDER BY.", strings.ToLower(name))
	}
	return nil
}

// frame chooses how an aggregate is computed: over the whole partition, running, or over a frame that slides.
func (w *windowCall) frame(b *block, o *ast.OverClause) (err error) {
	w.fr, err = b.windowFrame(o)
	switch here := (frameBound{}); {
	case w.fr.lo.unbounded && w.fr.hi.unbounded:
		w.all = true
	case w.fr.lo.unbounded && w.fr.hi == here:
		w.rows = w.fr.rows
	default:
		if w.framed = true; w.agg.merge == nil && err == nil {
			err = Unsupported("this window frame for " + w.name)
		}
	}
	return err
}
