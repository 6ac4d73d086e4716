package query

import (
	"cmp"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// windowFrame is the frame of an OVER clause: from a bound to a bound, by rows or by peers.
type windowFrame struct {
	rows   bool
	lo, hi frameBound
}

// frameBound is an end of a frame: so many rows from the current row (by RANGE: its peers), or the partition's end.
type frameBound struct {
	unbounded bool
	offset    int64 // negative: preceding
}

// defaultFrame is RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW.
var defaultFrame = windowFrame{lo: frameBound{unbounded: true}}

func (b *block) windowFrame(o *ast.OverClause) (f windowFrame, err error) {
	n := o.WindowFrameClause
	if n == nil {
		f = defaultFrame
		f.hi.unbounded = o.OrderByClause == nil
		return f, nil
	}
	if o.OrderByClause == nil {
		return f, sqltype.Errorf(10756, "Window frame with ROWS or RANGE must have an ORDER BY clause.")
	}
	f.rows = strings.EqualFold(n.WindowFrameType, "Rows")
	bound := func(d *ast.WindowDelimiter, wrong string) (e frameBound, err error) {
		if d == nil || d.WindowDelimiterType == "CurrentRow" {
			return e, nil
		}
		if e.unbounded = strings.HasPrefix(d.WindowDelimiterType, "Unbounded"); e.unbounded {
			if d.WindowDelimiterType == wrong {
				err = sqltype.Errorf(4193, "The window frame is not valid and cannot be used with the OVER clause.")
			}
			return e, err
		}
		if !f.rows {
			return e, sqltype.Errorf(4194, "RANGE is only supported with UNBOUNDED and CURRENT ROW window frame delimiters.")
		}
		v, err := expr.CompileAs(expr.NoScope{}, d.OffsetValue, sqltype.Of(sqltype.BigInt))
		if err != nil {
			return e, err
		}
		c, ok := v.Value()
		if !ok || c.Null || c.I < 0 {
			return e, sqltype.Errorf(4193, "The window frame is not valid and cannot be used with the OVER clause.")
		}
		if e.offset = c.I; d.WindowDelimiterType == "ValuePreceding" {
			e.offset = -c.I
		}
		return e, nil
	}
	if f.lo, err = bound(n.Top, "UnboundedFollowing"); err != nil {
		return f, err
	}
	if f.hi, err = bound(n.Bottom, "UnboundedPreceding"); err != nil {
		return f, err
	}
	if !f.lo.unbounded && !f.hi.unbounded && cmp.Compare(f.lo.offset, 0) > cmp.Compare(f.hi.offset, 0) {
		return f, sqltype.Errorf(4193, "The window frame is not valid and cannot be used with the OVER clause.")
	}
	return f, nil
}

// of is the frame [lo, hi) of row i among total rows, whose peers are [first, last).
func (f *windowFrame) of(i, first, last, total int64) (lo, hi int64) {
	hi = total
	if !f.lo.unbounded {
		if lo = first; f.rows {
			lo = i + f.lo.offset
		}
	}
	if !f.hi.unbounded {
		if hi = last; f.rows {
			hi = i + f.hi.offset + 1
		}
	}
	hi = min(max(hi, 0), total)
	return min(max(lo, 0), hi), hi
}

// windowValues keeps an expression's value for every row of a partition.
type windowValues struct {
	list *spool.List
	at   []int64
	buf  []byte
}

func (s *windowValues) add(x *Exec, v sqltype.Value) error {
	if err := x.grab(8); err != nil {
		return err
	}
	s.at = append(s.at, s.list.Size())
	s.buf = spool.AppendValue(s.buf[:0], v)
	return s.list.Add(s.buf)
}

func (s *windowValues) get(i int64) (sqltype.Value, error) {
	row, err := s.list.At(s.at[i])
	if err != nil {
		return sqltype.Value{}, err
	}
	v, _, err := spool.Value(row)
	return v, err
}

func (s *windowValues) close(x *Exec) {
	s.list.Close()
	x.mem -= int64(8 * len(s.at))
}

// sliding is an aggregate over a frame whose ends only move on. No value is ever taken out: the frame is two parts, each with
// its aggregates ready, that of rows [j, mid) for every j and that of [mid, hi); when the first is used up the second
// becomes it. That is a constant number of merges for each row.
type sliding struct {
	agg      *aggFunc
	vals     *windowValues
	lo, mid  int64
	hi       int64
	suffixes []aggState // of [mid-1, mid), [mid-2, mid), …
	rest     aggState
}

// stateBytes is about what a state takes.
const stateBytes = 200

func (s *sliding) value(x *Exec, lo, hi int64) (sqltype.Value, error) {
	for ; s.hi < hi; s.hi++ {
		if err := s.step(x, &s.rest, s.hi); err != nil {
			return sqltype.Value{}, err
		}
	}
	if lo > s.mid {
		if err := s.turn(x, lo); err != nil {
			return sqltype.Value{}, err
		}
	}
	s.lo = lo
	var sum aggState
	if k := s.mid - lo; k > 0 {
		if err := s.agg.merge(&sum, &s.suffixes[k-1]); err != nil {
			return sqltype.Value{}, err
		}
	}
	if err := s.agg.merge(&sum, &s.rest); err != nil {
		return sqltype.Value{}, err
	}
	return s.agg.final(&sum)
}

// turn makes the rows [lo, hi) the first part.
func (s *sliding) turn(x *Exec, lo int64) error {
	x.mem -= int64(stateBytes * len(s.suffixes))
	s.suffixes = s.suffixes[:0]
	s.mid, s.hi, s.rest = max(s.hi, lo), max(s.hi, lo), aggState{}
	for j := s.mid - 1; j >= lo; j-- {
		if err := x.grab(stateBytes); err != nil {
			return err
		}
		var st aggState
		if err := s.step(x, &st, j); err != nil {
			return err
		}
		if n := len(s.suffixes); n > 0 {
			if err := s.agg.merge(&st, &s.suffixes[n-1]); err != nil {
				return err
			}
		}
		s.suffixes = append(s.suffixes, st)
	}
	return nil
}

func (s *sliding) step(x *Exec, st *aggState, i int64) error {
	if s.agg.arg == nil {
		return s.agg.value(st, x, sqltype.Value{})
	}
	v, err := s.vals.get(i)
	if err != nil {
		return err
	}
	return s.agg.value(st, x, v)
}
