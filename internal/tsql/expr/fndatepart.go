package expr

import (
	"strconv"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

func datePartFunctions() map[string]builtin {
	fixed := func(p datePart) builtin {
		return builtin{min: 1, max: 1, build: func(_ *compiler, name string, a []*Expr) (*Expr, error) {
			return partOf(p, a[0], 1, name)
		}}
	}
	return map[string]builtin{
		"YEAR": fixed(partYear), "MONTH": fixed(partMonth), "DAY": fixed(partDay),
		"DATEPART":     {min: 2, max: 2, raw: rawDatePart},
		"DATENAME":     {min: 2, max: 2, raw: rawDateName},
		"DATEADD":      {min: 3, max: 3, raw: rawDateAdd},
		"DATEDIFF":     {min: 3, max: 3, raw: rawDateDiff},
		"DATEDIFF_BIG": {min: 3, max: 3, raw: rawDateDiff},
		"DATETRUNC":    {min: 2, max: 2, raw: rawDateTrunc},
	}
}

func rawDatePart(c *compiler, name string, params []ast.ScalarExpression) (*Expr, error) {
	p, err := readPart(params[0], name)
	if err != nil {
		return nil, err
	}
	e, err := c.expr(params[1])
	if err != nil {
		return nil, err
	}
	return partOf(p, e, 2, name)
}

func partOf(p datePart, e *Expr, n int, name string) (*Expr, error) {
	d, err := dateArg(e, n, name)
	if err != nil {
		return nil, err
	}
	k := d.Type.Kind
	if k == sqltype.Date && p.timeOnly() || k == sqltype.Time && p.dateOnly() || p == partTZOffset && k != sqltype.DateTimeOffset && k != sqltype.DateTime2 {
		return nil, partUnsupported(p, name, d.Type)
	}
	f := func(v sqltype.Value, first int) int64 { return p.valueOf(clockForParts(v), first) }
	t := sqltype.Of(sqltype.Int)
	if p == partWeek || p == partWeekday { // depend on SET DATEFIRST
		return New(t, true, func(env *Env) (sqltype.Value, error) {
			v, err := d.Eval(env)
			if err != nil || v.Null {
				return sqltype.NullOf(t.Kind), err
			}
			return sqltype.IntOf(t.Kind, f(v, env.Session.DateFirst())), nil
		}, nil), nil
	}
	return strict1(t, d, func(v sqltype.Value) (sqltype.Value, error) {
		return sqltype.IntOf(t.Kind, f(v, 7)), nil
	}), nil
}

// clockForParts is ClockOf with datetime's fraction as whole milliseconds, which
// is what DATEPART shows of it (.003, not .0033333).
func clockForParts(v sqltype.Value) sqltype.Clock {
	c := sqltype.ClockOf(v)
	if v.Kind == sqltype.DateTime {
		c.Units = (c.Units + 5_000) / 10_000 * 10_000
	}
	return c
}

func rawDateName(c *compiler, name string, params []ast.ScalarExpression) (*Expr, error) {
	p, err := readPart(params[0], name)
	if err != nil {
		return nil, err
	}
	e, err := c.expr(params[1])
	if err != nil {
		return nil, err
	}
	t := sqltype.NVarCharOf(30)
	if p == partMonth || p == partWeekday {
		d, err := dateArg(e, 2, name)
		if err != nil {
			return nil, err
		}
		if d.Type.Kind == sqltype.Time {
			return nil, partUnsupported(p, name, d.Type)
		}
		return strict1(t, d, func(v sqltype.Value) (sqltype.Value, error) {
			c := sqltype.ClockOf(v)
			if p == partWeekday {
				return sqltype.StringOf(t.Kind, sqltype.DayName(c.Day)), nil
			}
			_, m, _ := sqltype.DateOf(c.Day)
			return sqltype.StringOf(t.Kind, sqltype.MonthName(m)), nil
		}), nil
	}
	i, err := partOf(p, e, 2, name)
	if err != nil {
		return nil, err
	}
	return New(t, i.Nullable, func(env *Env) (sqltype.Value, error) {
		v, err := i.Eval(env)
		if err != nil || v.Null {
			return sqltype.NullOf(t.Kind), err
		}
		if p == partTZOffset {
			return sqltype.StringOf(t.Kind, offsetText(v.I)), nil
		}
		return sqltype.StringOf(t.Kind, strconv.FormatInt(v.I, 10)), nil
	}, nil), nil
}

func offsetText(minutes int64) string {
	sign := "+"
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	return sign + padInt(int(minutes/60), 2) + ":" + padInt(int(minutes%60), 2)
}

func rawDateDiff(c *compiler, name string, params []ast.ScalarExpression) (*Expr, error) {
	p, err := readPart(params[0], name)
	if err != nil {
		return nil, err
	}
	e, err := c.exprs(params[1], params[2])
	if err != nil {
		return nil, err
	}
	for i := range e {
		if e[i], err = dateArg(e[i], i+2, name); err != nil {
			return nil, err
		}
		if e[i].Type.Kind == sqltype.Time && p.dateOnly() {
			return nil, partUnsupported(p, name, e[i].Type)
		}
	}
	if p == partTZOffset || p == partISOWeek {
		return nil, partUnsupported(p, name, e[0].Type)
	}
	t := sqltype.Of(sqltype.Int)
	if name == "DATEDIFF_BIG" {
		t = sqltype.Of(sqltype.BigInt)
	}
	return strict2(t, e[0], e[1], func(a, b sqltype.Value) (sqltype.Value, error) {
		n, ok := p.between(utcClock(a), utcClock(b))
		if !ok || !sqltype.InRange(t.Kind, n) {
			return sqltype.Value{}, sqltype.Errorf(535, "The %s function resulted in an overflow. The number of dateparts separating two date/time instances is too large. Try to use %s with a less precise datepart.",
				dateFunctionName(name), dateFunctionName(name))
		}
		return sqltype.IntOf(t.Kind, n), nil
	}), nil
}

func dateFunctionName(name string) string {
	if name == "DATEDIFF_BIG" {
		return "datediff_big"
	}
	return "datediff"
}

// utcClock compares datetimeoffset values by their instant.
func utcClock(v sqltype.Value) sqltype.Clock {
	if v.Kind == sqltype.DateTimeOffset {
		v.Off = 0
	}
	return clockForParts(v)
}
