package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
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

// windowStage finds or makes the stage of an OVER specification for one kind of calls.
func (b *block) windowStage(o *ast.OverClause, kind string) (*windowStage, error) {
	key := kind + nodeKey(o.Partitions) + nodeKey(o.OrderByClause)
	for _, w := range b.windows {
		if w.key == key {
			return w, nil
		}
	}
	st := &windowStage{key: key}
	saved := b.phase
	if b.agg == nil {
		b.phase = phaseWindow
	}
	defer func() { b.phase = saved }()
	for _, p := range o.Partitions {
		e, err := expr.Compile(b, b.regroup(p).(ast.ScalarExpression))
		if err != nil {
			return nil, err
		}
		st.partition = append(st.partition, e)
	}
	if o.OrderByClause != nil {
		for _, el := range o.OrderByClause.OrderByElements {
			refs, calls := b.refs, b.calls
			b.refs, b.calls = 0, false
			n := b.regroup(el.Expression).(ast.ScalarExpression)
			e, err := expr.Compile(b, n)
			own, constant := b.refs, b.refs == 0 && !b.calls
			if b.calls || HasSubquery(n) {
				own = 0
			}
			b.refs, b.calls = b.refs|refs, b.calls || calls
			if err != nil {
				return nil, err
			}
			if _, lit := unparen(n).(*ast.IntegerLiteral); lit {
				return nil, sqltype.Errorf(5308, "Windowed functions, aggregates and NEXT VALUE FOR functions do not support integer indices as ORDER BY clause expressions.")
			}
			if e.Const && !HasSubquery(n) {
				return nil, sqltype.Errorf(5309, "Windowed functions, aggregates and NEXT VALUE FOR functions do not support constants as ORDER BY clause expressions.")
			}
			k := sortKey{e: e, out: -1, desc: strings.EqualFold(el.SortOrder, "Descending"), refs: own}
			if constant && b.agg == nil {
				k.e = nil // (SELECT NULL), @variable: any order will do
			}
			st.order = append(st.order, k)
		}
	}
	b.windows = append(b.windows, st)
	return st, nil
}

// streams reports whether rows can pass through numbered as they come.
func (w *windowStage) streams() bool {
	for _, k := range w.order {
		if k.e != nil {
			return false
		}
	}
	return w.numbers()
}

// numbers reports that all calls count rows, through all of them.
func (w *windowStage) numbers() bool {
	for _, c := range w.calls {
		if c.name != "ROW_NUMBER" && c.seq == nil {
			return false
		}
	}
	return len(w.partition) == 0
}

// sortBelow has the outer side of nested loops sorted instead of what they give, where the window is ordered by columns of that side
// alone: ROW_NUMBER() OVER (ORDER BY a.object_id) of a cross join. Rows that tie may come in any order.
func (w *windowStage) sortBelow() {
	need := uint64(0)
	for _, k := range w.order {
		if k.e != nil && k.refs == 0 {
			return
		}
		need |= k.refs
	}
	if need == 0 || !w.numbers() {
		return
	}
	var join *loopJoin
	for p := w.p; ; p = join.left {
		j, ok := p.(*loopJoin)
		if !ok || need&^j.leftSet != 0 {
			break
		}
		join = j
	}
	if join != nil {
		join.left = &windowStage{order: w.order, p: join.left, srcs: bits(join.leftSet)}
		w.order = nil
	}
}

func (w *windowStage) run(x *Exec, env *expr.Env, emit func() error) error {
	if n := w.base + len(w.calls); len(env.Aggs) < n {
		env.Aggs = append(env.Aggs, make([]sqltype.Value, n-len(env.Aggs))...)
	}
	if w.streams() {
		n := int64(0)
		return w.p.run(x, env, func() error {
			n++
			for i, c := range w.calls {
				v := sqltype.Value{Kind: sqltype.BigInt, I: n}
				if c.seq != nil {
					var err error
					if v, err = nextOf(c.seq); err != nil {
						return err
					}
				}
				env.Aggs[w.base+i] = v
			}
			return emit()
		})
	}
	set := x.sorter()
	defer set.Close()
	var part, key, row []byte
	err := w.p.run(x, env, func() (err error) {
		if part, key, err = w.keys(env, part[:0], key[:0]); err != nil {
			return err
		}
		row = row[:0]
		for _, s := range w.srcs {
			row = appendRow(row, &env.Rows[s])
		}
		row = appendVals(row, env.Aggs[:w.keep])
		return set.Add(append(part, key...), row)
	})
	if err != nil {
		return err
	}
	return w.partitions(x, env, set, emit)
}

func (w *windowStage) keys(env *expr.Env, part, key []byte) ([]byte, []byte, error) {
	for _, e := range w.partition {
		v, err := e.Eval(env)
		if err != nil {
			return nil, nil, err
		}
		part = spool.AppendSortKey(part, e.Type, v, false)
	}
	for _, k := range w.order {
		if k.e == nil {
			continue
		}
		v, err := k.e.Eval(env)
		if err != nil {
			return nil, nil, err
		}
		key = spool.AppendSortKey(key, k.e.Type, v, k.desc)
	}
	return part, key, nil
}

// restore puts a row set aside back into env.
func (w *windowStage) restore(env *expr.Env, payload []byte) error {
	var err error
	for _, s := range w.srcs {
		if payload, err = readRow(&env.Rows[s], payload); err != nil {
			return err
		}
	}
	for i := 0; len(payload) > 0; i++ {
		if env.Aggs[i], payload, err = spool.Value(payload); err != nil {
			return err
		}
	}
	return nil
}
