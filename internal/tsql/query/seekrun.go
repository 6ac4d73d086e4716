package query

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// bounds evaluates the limits into st. False: no row can qualify.
func (s *seek) bounds(env *expr.Env, st *scanState) (ok bool, err error) {
	if st.buf == nil {
		st.buf = make([]byte, 0, 64) // an empty string must not be nil, which is NULL
	}
	st.buf = st.buf[:0]
	st.lo.Cols, st.hi.Cols = st.lo.Cols[:0], st.hi.Cols[:0]
	for i := range s.eq {
		raw, fit, err := s.eq[i].raw(env, st)
		if err != nil || fit == fitNever || fit == fitBelow || fit == fitAbove {
			return false, err
		}
		if fit != fitExact {
			s.finish(st)
			return true, nil
		}
		st.lo.Cols, st.hi.Cols = append(st.lo.Cols, raw), append(st.hi.Cols, raw)
	}
	var lo, hi []byte
	var loOpen, hiOpen bool
	if s.lo != nil {
		raw, fit, err := s.lo.raw(env, st)
		if err != nil || fit == fitNever || fit == fitAbove {
			return false, err
		}
		if fit == fitExact {
			lo, loOpen = raw, s.lo.open
		}
	}
	if s.hi != nil {
		raw, fit, err := s.hi.raw(env, st)
		if err != nil || fit == fitNever || fit == fitBelow {
			return false, err
		}
		if fit == fitExact {
			hi, hiOpen = raw, s.hi.open
		}
	}
	// NULLs lie below all values, and no range has them.
	below := lo != nil
	if !below && s.next != nil && s.next.Nullable && (s.notNull || s.lo != nil || s.hi != nil) {
		below, loOpen = true, true
	}
	above := hi != nil
	if s.desc {
		lo, hi, loOpen, hiOpen, below, above = hi, lo, hiOpen, loOpen, above, below
	}
	if below {
		st.lo.Cols, st.rng.LoOpen = append(st.lo.Cols, lo), loOpen
	}
	if above {
		st.hi.Cols, st.rng.HiOpen = append(st.hi.Cols, hi), hiOpen
	}
	s.finish(st)
	return true, nil
}

func (s *seek) finish(st *scanState) {
	if len(st.lo.Cols) > 0 {
		st.rng.Lo = &st.lo
	}
	if len(st.hi.Cols) > 0 {
		st.rng.Hi = &st.hi
	}
}

// fit says how a limit's value lies to the column's type.
type fit uint8

const (
	fitExact fit = iota
	fitNever     // NULL: the comparison is never true
	fitBelow     // below every value of the type
	fitAbove     // above every value
	fitNone      // no use as a limit
)

// raw is the limit in the column's row form.
func (b *bound) raw(env *expr.Env, st *scanState) ([]byte, fit, error) {
	if b.e == nil {
		return nil, fitExact, nil
	}
	v, err := b.e.Eval(env)
	if err != nil {
		return nil, 0, err
	}
	if v.Null {
		if b.null && !env.Session.Option("ANSI_NULLS") {
			return nil, fitExact, nil
		}
		return nil, fitNever, nil
	}
	t := b.col.Type
	if t.Kind.IsInt() {
		lo, hi := intRange(t.Kind)
		if v.I < lo || v.I > hi {
			if v.I < lo {
				return nil, fitBelow, nil
			}
			return nil, fitAbove, nil
		}
	}
	if t.Kind.IsString() || t.Kind.IsBinary() {
		conv, err := sqltype.Store(v, b.e.Type, t)
		if err != nil {
			return nil, fitNone, nil
		}
		v = conv
	}
	v.Kind = t.Kind
	at := len(st.buf)
	st.buf = sqltype.AppendRow(st.buf, t, v)
	return st.buf[at:len(st.buf):len(st.buf)], fitExact, nil
}

func intRange(k sqltype.Kind) (lo, hi int64) {
	switch k {
	case sqltype.Bit:
		return 0, 1
	case sqltype.TinyInt:
		return 0, 255
	case sqltype.SmallInt:
		return -1 << 15, 1<<15 - 1
	case sqltype.Int:
		return -1 << 31, 1<<31 - 1
	}
	return -1 << 63, 1<<63 - 1
}
