package ddl

import (
	"context"
	"math"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
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

func createSequence(n *ast.CreateSequenceStatement) (*Statement, error) {
	d, err := sequenceOptions(n.SequenceOptions)
	if err != nil {
		return nil, err
	}
	parts := query.Parts(n.Name)
	if temporary(parts) {
		return nil, query.Unsupported("a temporary sequence")
	}
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		db, schema, name, err := h.Place(parts)
		if err != nil {
			return err
		}
		s := &engine.Sequence{Schema: schema, Name: name, Type: sqltype.Of(sqltype.BigInt), Increment: 1}
		if d.typ != nil {
			s.Type = *d.typ
		}
		s.Min, s.Max = limits(s.Type.Kind)
		start := d.start
		if start == nil { // the end that it moves away from
			switch {
			case d.increment != nil && *d.increment < 0 && d.max != nil:
				start = d.max
			case d.increment != nil && *d.increment < 0:
				start = &s.Max
			case d.min != nil:
				start = d.min
			default:
				start = &s.Min
			}
		}
		s.Start = *start
		if err := d.apply(s); err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		return tx.CreateSequence(ctx, db, s)
	}}, nil
}

func temporary(parts []string) bool { return strings.HasPrefix(parts[len(parts)-1], "#") }

// sequence finds the sequence that ALTER or DROP names; nil when there is none.
func sequence(h Host, parts []string) (*engine.Database, *engine.Sequence) {
	db, schema, name := system.Locate(h.Instance(), h.Database(), parts)
	if db == nil || temporary(parts) {
		return nil, nil
	}
	return db, db.Sequence(schema, name)
}

func alterSequence(n *ast.AlterSequenceStatement) (*Statement, error) {
	d, err := sequenceOptions(n.SequenceOptions)
	if err != nil {
		return nil, err
	}
	switch {
	case d.start != nil:
		return nil, sqltype.Errorf(11710, "Argument 'START WITH' cannot be used in an ALTER SEQUENCE statement.")
	case d.typ != nil:
		return nil, sqltype.Errorf(11711, "Argument 'AS' cannot be used in an ALTER SEQUENCE statement.")
	}
	parts := query.Parts(n.Name)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		db, was := sequence(h, parts)
		if was == nil {
			return sqltype.Errorf(208, "Invalid object name '%s'.", strings.Join(parts, "."))
		}
		now := &engine.Sequence{Name: was.Name, Type: was.Type, Start: was.Start, Increment: was.Increment, Min: was.Min, Max: was.Max,
			Cycle: was.Cycle, Cache: was.Cache, State: &engine.SequenceState{}}
		now.State.Current, now.State.Used = was.Given()
		if d.restart != nil {
			now.Start = *d.restart
		}
		if d.restart != nil || d.again {
			now.State.Used = false
		}
		if err := d.apply(now); err != nil {
			return err
		}
		if now.State.Used && (now.State.Current < now.Min || now.State.Current > now.Max) {
			return sqltype.Errorf(11704, "The current value '%d' for sequence object '%s' must be between the minimum and maximum value of the sequence object.", now.State.Current, was.Name)
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		return tx.AlterSequence(ctx, db, was, now)
	}}, nil
}

func dropSequence(n *ast.DropSequenceStatement) (*Statement, error) {
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		for _, o := range n.Objects {
			parts := query.Parts(o)
			db, s := sequence(h, parts)
			if s == nil {
				if err := OtherKind(h, "SEQUENCE", parts); err != nil {
					return err
				}
				if n.IsIfExists {
					continue
				}
				e := sqltype.Errorf(3701, "Cannot drop the sequence object '%s', because it does not exist or you do not have permission.", strings.Join(parts, "."))
				e.Class, e.State = 11, 5
				return e
			}
			tx, changed, err := txn(h)
			if err != nil {
				return err
			}
			err = tx.DropSequence(ctx, db, s)
			changed()
			if err != nil {
				return err
			}
		}
		return nil
	}}, nil
}
