package query

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// loopJoin runs the right side once per row of the left.
type loopJoin struct {
	left, right producer
	conds       []*expr.Cond
	leftSet     uint64 // sources of left; 0: not known
}

func (j *loopJoin) run(x *Exec, env *expr.Env, emit func() error) error {
	inner := emit
	if len(j.conds) > 0 {
		inner = func() error {
			for _, c := range j.conds {
				ok, err := c.True(env)
				if err != nil || !ok {
					return err
				}
			}
			return emit()
		}
	}
	return j.left.run(x, env, func() error { return j.right.run(x, env, inner) })
}

// outerLoop is a LEFT (or, with the sides exchanged, RIGHT) JOIN by nested loops.
type outerLoop struct {
	left, right producer
	on          []*expr.Cond
	rightSet    []int // sources that are NULL for an unmatched row
}

func (j *outerLoop) run(x *Exec, env *expr.Env, emit func() error) error {
	matched := false
	inner := func() error {
		for _, c := range j.on {
			ok, err := c.True(env)
			if err != nil || !ok {
				return err
			}
		}
		matched = true
		return emit()
	}
	return j.left.run(x, env, func() error {
		matched = false
		if err := j.right.run(x, env, inner); err != nil || matched {
			return err
		}
		setNull(env, j.rightSet)
		return emit()
	})
}

func setNull(env *expr.Env, srcs []int) {
	for _, i := range srcs {
		env.Rows[i].Null = true
	}
}

// bits lists the sources of a set.
func bits(set uint64) []int {
	var out []int
	for i := 0; set != 0; i, set = i+1, set>>1 {
		if set&1 != 0 {
			out = append(out, i)
		}
	}
	return out
}

// cache keeps a producer's rows while they fit, for the inner side of nested loops. It lasts for one run of
// its block: conditions in it may refer to enclosing rows.
type cache struct {
	p     producer
	srcs  []int
	state int
}

// cacheLimit bounds one cache, in bytes.
const cacheLimit = 32 << 20

type cacheState struct {
	rows   [][]expr.Row
	full   bool // all rows are there
	tooBig bool
	size   int
}

// cached wraps u's producer unless it is a static virtual table, which is one already.
func (b *block) cached(u *unit) producer {
	if v, ok := u.p.(*virtual); ok && v.t.Static {
		return u.p
	}
	c := &cache{p: u.p, srcs: bits(u.set), state: b.c.slot()}
	b.caches = append(b.caches, c.state)
	return c
}

func (c *cache) run(x *Exec, env *expr.Env, emit func() error) error {
	st, _ := x.states[c.state].(*cacheState)
	if st == nil {
		st = &cacheState{}
		x.states[c.state] = st
	}
	if st.full {
		for _, row := range st.rows {
			if err := x.Tick(); err != nil {
				return err
			}
			for i, s := range c.srcs {
				env.Rows[s] = row[i]
			}
			if err := emit(); err != nil {
				return err
			}
		}
		return nil
	}
	if st.tooBig {
		return c.p.run(x, env, emit)
	}
	// The rows are kept before they are passed on: emit may stop early.
	size := 0
	var save rowSaver
	rows := [][]expr.Row{}
	err := c.p.run(x, env, func() error {
		if st.tooBig {
			return emit()
		}
		row, n := save.rows(env, c.srcs)
		if size += n; size > cacheLimit {
			st.tooBig = true
			for _, r := range rows {
				for i, s := range c.srcs {
					env.Rows[s] = r[i]
				}
				if err := emit(); err != nil {
					return err
				}
			}
			rows = nil
			for i, s := range c.srcs {
				env.Rows[s] = row[i]
			}
			return emit()
		}
		rows = append(rows, row)
		return nil
	})
	if err != nil || st.tooBig {
		return err
	}
	if err := x.grab(size); err != nil {
		return err
	}
	st.rows, st.full, st.size = rows, true, size
	return c.run(x, env, emit)
}

// rowSaver copies current rows into chunks of memory.
type rowSaver struct {
	bytes []byte
	vals  []sqltype.Value
	rowsB []expr.Row
}

const saverChunk = 64 << 10

// rows copies the given sources' current rows; n is about the bytes kept.
func (s *rowSaver) rows(env *expr.Env, srcs []int) (out []expr.Row, n int) {
	if len(s.rowsB) < len(srcs) {
		s.rowsB = make([]expr.Row, max(256, len(srcs)))
	}
	out, s.rowsB = s.rowsB[:len(srcs):len(srcs)], s.rowsB[len(srcs):]
	for i, src := range srcs {
		out[i] = s.row(&env.Rows[src])
		n += 56 + len(out[i].Rec) + 48*len(out[i].Vals)
	}
	return out, n + 24
}

func (s *rowSaver) row(r *expr.Row) expr.Row {
	out := expr.Row{Null: r.Null, Place: r.Place}
	if r.Null {
		return out
	}
	if r.Rec != nil {
		if len(s.bytes) < len(r.Rec) {
			s.bytes = make([]byte, max(saverChunk, len(r.Rec)))
		}
		n := copy(s.bytes, r.Rec)
		out.Rec, s.bytes = s.bytes[:n:n], s.bytes[n:]
	}
	if r.Vals != nil {
		if len(s.vals) < len(r.Vals) {
			s.vals = make([]sqltype.Value, max(1024, len(r.Vals)))
		}
		n := copy(s.vals, r.Vals)
		out.Vals, s.vals = s.vals[:n:n], s.vals[n:]
	}
	return out
}

// forget empties the caches of a block at the start of its run.
func (x *Exec) forget(caches []int) {
	for _, slot := range caches {
		if st, _ := x.states[slot].(*cacheState); st != nil {
			x.mem -= int64(st.size)
			*st = cacheState{}
		}
	}
}
