package query

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// sortKey is one ORDER BY element: an output column (out >= 0) or an expression over the rows.
type sortKey struct {
	out  int
	e    *expr.Expr
	desc bool
	node ast.ScalarExpression
	refs uint64 // sources that e reads, where nothing else makes its value; 0: not known
}

// orderBy compiles ORDER BY: ordinals, output names, expressions.
func (b *block) orderBy(o *ast.OrderByClause, out []outExpr, distinct bool) ([]sortKey, error) {
	if o == nil {
		return nil, nil
	}
	var keys []sortKey
	for _, el := range o.OrderByElements {
		k := sortKey{out: -1, desc: strings.EqualFold(el.SortOrder, "Descending"), node: el.Expression}
		i, err := outputPosition(el.Expression, len(out), func(i int) string { return out[i].name })
		if err != nil {
			return nil, err
		}
		if i < 0 {
			key := nodeKey(el.Expression)
			for j := range out {
				if out[j].assign < 0 && out[j].node != nil && nodeKey(out[j].node) == key {
					i = j
					break
				}
			}
		}
		if i >= 0 {
			k.out = i
			if out[i].node != nil {
				k.node = out[i].node
			}
			keys = append(keys, k)
			continue
		}
		if distinct {
			return nil, sqltype.Errorf(145, "ORDER BY items must appear in the select list if SELECT DISTINCT is specified.")
		}
		n := b.regroup(el.Expression).(ast.ScalarExpression)
		if k.e, err = expr.Compile(b, n); err != nil {
			return nil, err
		}
		if k.e.Const && !HasSubquery(n) {
			return nil, sqltype.Errorf(408, "A constant expression was encountered in the ORDER BY list, position %d.", len(keys)+1)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// outputPosition finds the output column an ORDER BY element names by number or alias; -1 for none.
func outputPosition(n ast.ScalarExpression, width int, name func(int) string) (int, error) {
	switch n := unparen(n).(type) {
	case *ast.IntegerLiteral:
		i, err := strconv.Atoi(n.Value)
		if err != nil || i < 1 || i > width {
			return 0, sqltype.Errorf(108, "The ORDER BY position number %s is out of range of the number of items in the select list.", n.Value)
		}
		return i - 1, nil
	case *ast.ColumnReferenceExpression:
		if n.MultiPartIdentifier == nil || len(n.MultiPartIdentifier.Identifiers) != 1 {
			return -1, nil
		}
		found := -1
		for i := range width {
			if strings.EqualFold(name(i), n.MultiPartIdentifier.Identifiers[0].Value) {
				if found >= 0 {
					return 0, sqltype.Errorf(209, "Ambiguous column name '%s'.", name(i))
				}
				found = i
			}
		}
		return found, nil
	}
	return -1, nil
}

// sorted runs the block and emits in order, within the limit.
func (s *selection) sorted(x *Exec, env *expr.Env, emit func([]sqltype.Value) error) error {
	keep := int64(math.MaxInt64)
	if s.lim != nil && !s.lim.percent && !s.lim.ties {
		skip, take, err := s.lim.counts(env, -1)
		if err != nil || take == 0 {
			return err
		}
		if take < topHeapMax && skip < topHeapMax {
			keep = skip + take
		}
	}
	var set rowSet
	if keep <= topHeapMax {
		set = &topRows{n: int(keep)}
	} else {
		set = x.sorter()
	}
	defer set.Close()
	types := make([]sqltype.Type, len(s.ord))
	for i, k := range s.ord {
		if k.out >= 0 {
			types[i] = s.exprs[k.out].Type
		} else {
			types[i] = k.e.Type
		}
	}
	late := s.assignsLate()
	rows := s.project
	if late {
		rows = func(x *Exec, env *expr.Env, emit func([]sqltype.Value) error) error {
			return s.p.run(x, env, func() error { return emit(nil) })
		}
	}
	var key, row []byte
	err := rows(x, env, func(vals []sqltype.Value) error {
		key = key[:0]
		for i, k := range s.ord {
			var v sqltype.Value
			if k.out >= 0 && !late {
				v = vals[k.out]
			} else {
				e := k.e
				if k.out >= 0 {
					e = s.exprs[k.out]
				}
				var err error
				if v, err = e.Eval(env); err != nil {
					return err
				}
			}
			key = spool.AppendSortKey(key, types[i], v, k.desc)
		}
		if late {
			row = s.appendSources(row[:0], env)
		} else {
			row = appendVals(row[:0], vals)
		}
		return set.Add(key, row)
	})
	if err != nil {
		return err
	}
	return s.replay(x, env, set, emit)
}

func (s *selection) replay(x *Exec, env *expr.Env, set rowSet, emit func([]sqltype.Value) error) error {
	var vals []sqltype.Value
	read := func(payload []byte) (err error) {
		vals, err = readVals(vals[:0], payload)
		return err
	}
	if s.assignsLate() {
		read = func(payload []byte) error { return s.readSources(env, payload) }
		out := emit
		emit = func([]sqltype.Value) error { return s.assignRow(x, env, out) }
	}
	rows := func(emit func([]sqltype.Value) error) error {
		return set.Each(func(_, payload []byte) (err error) {
			if err := x.Tick(); err != nil {
				return err
			}
			if err := read(payload); err != nil {
				return err
			}
			return emit(vals)
		})
	}
	if s.lim == nil {
		return rows(emit)
	}
	if !s.lim.ties {
		f, end, none, err := s.lim.gate(env, set.Len(), emit)
		if err != nil || none {
			return err
		}
		if err = rows(f); err == error(end) {
			return nil
		}
		return err
	}
	_, take, err := s.lim.counts(env, set.Len())
	if err != nil || take == 0 {
		return err
	}
	end := &stop{}
	var last []byte
	err = set.Each(func(key, payload []byte) (err error) {
		if take <= 0 && !bytes.Equal(last, key) {
			return end
		}
		if take--; take == 0 {
			last = append(last[:0], key...)
		}
		if err := read(payload); err != nil {
			return err
		}
		return emit(vals)
	})
	if err == error(end) {
		return nil
	}
	return err
}
