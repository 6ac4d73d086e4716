package query

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/shopspring/decimal"
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// rowset is a built-in function in FROM whose rows depend on its arguments alone.
type rowset struct {
	src, slot int
	args      []*expr.Expr
	cols      []column
	rows      float64 // estimate
	each      func(args []sqltype.Value, row []sqltype.Value, emit func() error) error
}

// rowset compiles GENERATE_SERIES and STRING_SPLIT. Arguments see variables and, under APPLY, the sources to the left.
func (b *block) rowset(n *ast.GlobalFunctionTableReference) (*unit, error) {
	f := &rowset{slot: b.c.slot(), rows: 1000}
	saved := b.refs
	b.refs = 0
	for _, p := range n.Parameters {
		e, err := expr.Compile(b, p)
		if err != nil {
			return nil, err
		}
		f.args = append(f.args, e)
	}
	deps := b.refs
	b.refs |= saved
	name := strings.ToUpper(n.Name.Value)
	if len(f.args) < 2 {
		return nil, tooFewArguments(strings.ToLower(name))
	}
	if len(f.args) > 3 {
		return nil, TooManyArguments(strings.ToLower(name))
	}
	compile := f.series
	if name == "STRING_SPLIT" {
		compile = f.split
	}
	if err := compile(); err != nil {
		return nil, err
	}
	s := &source{alias: ident(n.Alias), cols: f.cols, rows: f.rows}
	if s.alias == "" {
		s.parts, s.alias = []string{n.Name.Value}, n.Name.Value
	}
	if err := s.rename(n.Columns); err != nil {
		return nil, err
	}
	var err error
	if f.src, err = b.addSource(s); err != nil {
		return nil, err
	}
	return &unit{p: f, set: 1 << f.src, rows: f.rows, deps: deps}, nil
}

func (f *rowset) run(x *Exec, env *expr.Env, emit func() error) error {
	var buf [3]sqltype.Value
	args := buf[:len(f.args)]
	for i, a := range f.args {
		var err error
		if args[i], err = a.Eval(env); err != nil {
			return err
		}
		if args[i].Null {
			return nil
		}
	}
	row := x.buffer(f.slot, len(f.cols))
	r := &env.Rows[f.src]
	return f.each(args, row, func() error {
		r.Null, r.Vals = false, row
		if err := x.Tick(); err != nil {
			return err
		}
		return emit()
	})
}

func badArgument(value any, n int, name string) error {
	return sqltype.Errorf(4199, "Argument value %v is invalid for argument %d of %s function.", value, n, name)
}

// series is GENERATE_SERIES(start, stop [, step]): the step is 1 or -1 when it is not given. All arguments are of one type.
func (f *rowset) series() error {
	k := f.args[0].Type.Kind
	for _, a := range f.args {
		if a.Type.Kind != k || !(k.IsInt() && k != sqltype.Bit || k == sqltype.Decimal) {
			return sqltype.Errorf(5373, "All the input parameters should be of the same type. Supported types are tinyint, smallint, int, bigint, decimal and numeric.")
		}
	}
	if k == sqltype.Decimal {
		t, err := unify(f.args)
		if err != nil {
			return err
		}
		for i := range f.args {
			if f.args[i], err = expr.ConvertTo(f.args[i], t); err != nil {
				return err
			}
		}
		f.each = decimals
	} else {
		f.each = func(args, row []sqltype.Value, emit func() error) error { return integers(k, args, row, emit) }
		lo, ok := f.args[0].Value()
		hi, also := f.args[1].Value()
		if ok && also {
			f.rows = math.Abs(float64(hi.I)-float64(lo.I)) + 1
		}
	}
	f.cols = []column{{name: "value", typ: f.args[0].Type}}
	return nil
}

func integers(k sqltype.Kind, args, row []sqltype.Value, emit func() error) error {
	i, stop, step := args[0].I, args[1].I, int64(1)
	if stop < i {
		step = -1
	}
	if len(args) > 2 {
		if step = args[2].I; step == 0 {
			return badArgument(0, 3, "generate_series")
		}
	}
	for step > 0 && i <= stop || step < 0 && i >= stop {
		row[0] = sqltype.Value{Kind: k, I: i}
		if err := emit(); err != nil {
			return err
		}
		if step > 0 && i > math.MaxInt64-step || step < 0 && i < math.MinInt64-step {
			break
		}
		i += step
	}
	return nil
}

func decimals(args, row []sqltype.Value, emit func() error) error {
	i, stop, step := *args[0].D, *args[1].D, decimal.NewFromInt(1)
	if stop.LessThan(i) {
		step = step.Neg()
	}
	if len(args) > 2 {
		if step = *args[2].D; step.IsZero() {
			return badArgument(0, 3, "generate_series")
		}
	}
	for ; step.IsPositive() && i.LessThanOrEqual(stop) || step.IsNegative() && i.GreaterThanOrEqual(stop); i = i.Add(step) {
		row[0] = sqltype.DecimalValue(i)
		if err := emit(); err != nil {
			return err
		}
	}
	return nil
}

// split is STRING_SPLIT(string, separator [, enable_ordinal]).
func (f *rowset) split() error {
	for i, a := range f.args[:2] {
		if !a.Type.Kind.IsString() && a.Type.Kind != sqltype.KindNull {
			return sqltype.Errorf(8116, "Argument data type %s is invalid for argument %d of string_split function.", a.Type.Kind, i+1)
		}
	}
	t := f.args[0].Type
	switch {
	case t.Kind == sqltype.KindNull:
		t = sqltype.VarCharOf(1)
	case t.Kind == sqltype.Char:
		t.Kind = sqltype.VarChar
	case t.Kind == sqltype.NChar:
		t.Kind = sqltype.NVarChar
	}
	f.cols = []column{{name: "value", typ: t}}
	if len(f.args) > 2 {
		v, ok := f.args[2].Value()
		if !ok {
			return sqltype.Errorf(8748, "The enable_ordinal argument for STRING_SPLIT only supports constant values (not variables or columns).")
		}
		switch {
		case !v.Null && v.I == 1:
			f.cols = append(f.cols, column{name: "ordinal", typ: sqltype.Of(sqltype.BigInt), ord: 1})
		case !v.Null && v.I != 0:
			return badArgument(v.I, 3, "STRING_SPLIT")
		}
		f.args = f.args[:2]
	}
	f.rows = 50
	f.each = func(args, row []sqltype.Value, emit func() error) error {
		sep := args[1].S
		if utf8.RuneCountInString(sep) != 1 {
			return sqltype.Errorf(214, "Procedure expects parameter 'separator' of type 'nchar(1)/nvarchar(1)'.")
		}
		n := int64(0)
		for part := range strings.SplitSeq(args[0].S, sep) {
			n++
			row[0] = sqltype.StringOf(t.Kind, part)
			if len(row) > 1 {
				row[1] = sqltype.IntOf(sqltype.BigInt, n)
			}
			if err := emit(); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}
