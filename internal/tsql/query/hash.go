package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// equiKey is one equality between the two sides of a join, both converted to one type.
type equiKey struct{ l, r *expr.Expr }

// equalities takes the conjuncts "expression of left = expression of right".
func (b *block) equalities(preds []*pred, left, right uint64) ([]equiKey, error) {
	var keys []equiKey
	for _, p := range preds {
		if p.used || !isEquality(p.ast) || p.refs&^(left|right) != 0 || p.refs&left == 0 || p.refs&right == 0 {
			continue
		}
		c := p.ast.(*ast.BooleanComparisonExpression)
		l, lrefs, err := b.operand(c.FirstExpression)
		if err != nil {
			return nil, err
		}
		r, rrefs, err := b.operand(c.SecondExpression)
		if err != nil {
			return nil, err
		}
		switch {
		case lrefs&^left == 0 && rrefs&^right == 0 && lrefs != 0 && rrefs != 0:
		case lrefs&^right == 0 && rrefs&^left == 0 && lrefs != 0 && rrefs != 0:
			l, r = r, l
		default:
			continue
		}
		t, err := sqltype.Common(l.Type, r.Type)
		if err != nil {
			continue
		}
		if l, err = expr.ConvertTo(l, t); err != nil {
			continue
		}
		if r, err = expr.ConvertTo(r, t); err != nil {
			continue
		}
		p.used = true
		keys = append(keys, equiKey{l, r})
	}
	return keys, nil
}

// operand compiles an expression and tells which sources it reads.
func (b *block) operand(n ast.ScalarExpression) (*expr.Expr, uint64, error) {
	saved := b.refs
	b.refs = 0
	e, err := expr.Compile(b, n)
	refs := b.refs
	b.refs |= saved
	return e, refs, err
}

// hashJoin keeps the build side in memory by key and looks up each row of the probe side.
// keys[i].l belongs to the probe side, keys[i].r to the build side.
type hashJoin struct {
	probe, build producer
	buildSet     uint64
	keys         []equiKey
	conds        []*expr.Cond
	state        int
	outer        bool // LEFT: unmatched probe rows appear with a NULL build side
	full         bool // unmatched build rows appear too
	probeSet     uint64
}

// hashTable maps keys to rows; rows of one key are chained in order of arrival.
type hashTable struct {
	gen   uint64
	ints  map[int64]int32 // single integer key
	strs  map[string]int32
	last  []int32 // per chain head: its last row
	next  []int32
	rows  [][]expr.Row
	found []bool // full joins
	key   []byte
}

func (j *hashJoin) table(x *Exec, env *expr.Env) (*hashTable, error) {
	h, _ := x.states[j.state].(*hashTable)
	if h != nil && h.gen == x.gen && !j.full && j.reusable() {
		return h, nil
	}
	h = &hashTable{gen: x.gen}
	x.states[j.state] = h
	single := len(j.keys) == 1 && j.keys[0].r.EvalInt != nil
	if single {
		h.ints = map[int64]int32{}
	} else {
		h.strs = map[string]int32{}
	}
	srcs := bits(j.buildSet)
	var save rowSaver
	err := j.build.run(x, env, func() error {
		var head int32
		var ok bool
		id := int32(len(h.rows))
		if single {
			k, null, err := j.keys[0].r.EvalInt(env)
			if err != nil {
				return err
			}
			if null && !j.full {
				return nil
			}
			if !null {
				if head, ok = h.ints[k]; !ok {
					h.ints[k] = id
				}
			}
		} else {
			null, err := h.makeKey(env, j.keys, false)
			if err != nil {
				return err
			}
			if null && !j.full {
				return nil
			}
			if !null {
				if head, ok = h.strs[string(h.key)]; !ok {
					h.strs[string(h.key)] = id
				}
			}
		}
		row, n := save.rows(env, srcs)
		if err := x.grab(n + 32 + len(h.key)); err != nil {
			return err
		}
		h.rows, h.next, h.last = append(h.rows, row), append(h.next, -1), append(h.last, id)
		if ok {
			h.next[h.last[head]] = id
			h.last[head] = id
		}
		return nil
	})
	if j.full {
		h.found = make([]bool, len(h.rows))
	}
	return h, err
}

// reusable: the build side does not depend on enclosing rows, so one table serves every run
// of one execution. Conservative: only when nothing correlates.
func (j *hashJoin) reusable() bool { return false }

// makeKey builds the composite key of the current row; null when a part is NULL.
func (h *hashTable) makeKey(env *expr.Env, keys []equiKey, probe bool) (null bool, err error) {
	h.key = h.key[:0]
	for i := range keys {
		e := keys[i].r
		if probe {
			e = keys[i].l
		}
		v, err := e.Eval(env)
		if err != nil || v.Null {
			return true, err
		}
		h.key = appendKeyPart(h.key, v)
	}
	return false, nil
}

// appendKeyPart appends a length-prefixed group key, so that parts cannot run together.
func appendKeyPart(dst []byte, v sqltype.Value) []byte {
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	dst = sqltype.AppendGroupKey(dst, v)
	n := len(dst) - at - 4
	dst[at], dst[at+1], dst[at+2], dst[at+3] = byte(n), byte(n>>8), byte(n>>16), byte(n>>24)
	return dst
}

func (j *hashJoin) run(x *Exec, env *expr.Env, emit func() error) error {
	h, err := j.table(x, env)
	if err != nil {
		return err
	}
	srcs := bits(j.buildSet)
	err = j.probe.run(x, env, func() error {
		id, err := j.lookup(h, env)
		if err != nil {
			return err
		}
		matched := false
	chain:
		for ; id >= 0; id = h.next[id] {
			for i, s := range srcs {
				env.Rows[s] = h.rows[id][i]
			}
			for _, c := range j.conds {
				ok, err := c.True(env)
				if err != nil {
					return err
				}
				if !ok {
					continue chain
				}
			}
			matched = true
			if j.full {
				h.found[id] = true
			}
			if err := emit(); err != nil {
				return err
			}
		}
		if j.outer && !matched {
			setNull(env, srcs)
			return emit()
		}
		return nil
	})
	if err != nil || !j.full {
		return err
	}
	setNull(env, bits(j.probeSet))
	for id, f := range h.found {
		if f {
			continue
		}
		for i, s := range srcs {
			env.Rows[s] = h.rows[id][i]
		}
		if err := emit(); err != nil {
			return err
		}
	}
	return nil
}

// lookup finds the first build row of the probe row's key, -1 for none.
func (j *hashJoin) lookup(h *hashTable, env *expr.Env) (int32, error) {
	if h.ints != nil {
		k, null, err := j.keys[0].l.EvalInt(env)
		if err != nil || null {
			return -1, err
		}
		if id, ok := h.ints[k]; ok {
			return id, nil
		}
		return -1, nil
	}
	null, err := h.makeKey(env, j.keys, true)
	if err != nil || null {
		return -1, err
	}
	if id, ok := h.strs[string(h.key)]; ok {
		return id, nil
	}
	return -1, nil
}
