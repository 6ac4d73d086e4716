package ddl

import (
	"math"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// sequenceDef is what the options of CREATE and ALTER SEQUENCE say.
type sequenceDef struct {
	typ                                 *sqltype.Type
	start, increment, min, max, restart *int64
	noMin, noMax, again                 bool // again: RESTART without a value
	cycle                               *bool
	cache                               *int64
	cached                              bool
}

func sequenceOptions(list []any) (d sequenceDef, err error) {
	for _, o := range list {
		switch o := o.(type) {
		case *ast.DataTypeSequenceOption:
			t, err := expr.DataType(o.DataType)
			if err != nil {
				return d, err
			}
			if t.Kind == sqltype.Decimal {
				return d, query.Unsupported("a sequence of type " + t.String())
			}
			if !t.Kind.IsInt() || t.Kind == sqltype.Bit {
				return d, sqltype.Errorf(11702, "The sequence object must be of data type int, bigint, smallint, tinyint, or decimal or numeric with a scale of 0, or any user-defined data type that is based on one of the above integer data types.")
			}
			d.typ = &t
		case *ast.SequenceOption:
			switch o.OptionKind {
			case "Cycle":
				yes := !o.NoValue
				d.cycle = &yes
			case "MinValue":
				d.noMin = true
			case "MaxValue":
				d.noMax = true
			case "Cache":
				d.cache, d.cached = new(int64), true
			}
		case *ast.ScalarExpressionSequenceOption:
			if err := d.number(o); err != nil {
				return d, err
			}
		}
	}
	return d, nil
}

func (d *sequenceDef) number(o *ast.ScalarExpressionSequenceOption) error {
	var v *int64
	if o.OptionValue != nil {
		e, err := expr.CompileAs(expr.NoScope{}, o.OptionValue, sqltype.Of(sqltype.BigInt))
		if err != nil {
			return err
		}
		c, ok := e.Value()
		if !ok || c.Null {
			return sqltype.Errorf(102, "Incorrect syntax near '%s'.", strings.ToUpper(o.OptionKind))
		}
		v = &c.I
	}
	switch o.OptionKind {
	case "Start":
		d.start = v
	case "Increment":
		d.increment = v
	case "MinValue":
		d.min = v
	case "MaxValue":
		d.max = v
	case "Restart":
		d.restart, d.again = v, v == nil
	case "Cache":
		d.cache, d.cached = v, true
	}
	return nil
}

// apply fills s from the options; what they do not say stays as it is.
func (d *sequenceDef) apply(s *engine.Sequence) error {
	lo, hi := limits(s.Type.Kind)
	set := func(to *int64, v *int64) {
		if v != nil {
			*to = *v
		}
	}
	set(&s.Increment, d.increment)
	set(&s.Min, d.min)
	set(&s.Max, d.max)
	if d.noMin {
		s.Min = lo
	}
	if d.noMax {
		s.Max = hi
	}
	set(&s.Start, d.start)
	if d.cycle != nil {
		s.Cycle = *d.cycle
	}
	if d.cached {
		s.Cache = d.cache
	}
	switch {
	case s.Increment == 0:
		return sqltype.Errorf(11700, "The increment for sequence object '%s' cannot be zero.", s.Name)
	case s.Min >= s.Max:
		return sqltype.Errorf(11705, "The minimum value for sequence object '%s' must be less than its maximum value.", s.Name)
	case s.Min < lo || s.Max > hi:
		return sqltype.Errorf(11708, "An invalid value was specified for argument '%s' for the given data type.", "MINVALUE or MAXVALUE")
	case s.Start < s.Min || s.Start > s.Max:
		return sqltype.Errorf(11703, "The start value for sequence object '%s' must be between the minimum and maximum value of the sequence object.", s.Name)
	case s.Increment != math.MinInt64 && uint64(max(s.Increment, -s.Increment)) > uint64(s.Max)-uint64(s.Min):
		return sqltype.Errorf(11701, "The absolute value of the increment for sequence object '%s' must be less than or equal to the difference between the minimum and maximum value of the sequence object.", s.Name)
	}
	return nil
}

func limits(k sqltype.Kind) (lo, hi int64) {
	switch k {
	case sqltype.TinyInt:
		return 0, math.MaxUint8
	case sqltype.SmallInt:
		return math.MinInt16, math.MaxInt16
	case sqltype.Int:
		return math.MinInt32, math.MaxInt32
	}
	return math.MinInt64, math.MaxInt64
}
