package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

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
