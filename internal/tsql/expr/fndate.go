package expr

import (
	"strings"
	"time"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

func dateFunctions() map[string]builtin {
	return map[string]builtin{
		"GETDATE":                now(sqltype.Of(sqltype.DateTime), false),
		"CURRENT_TIMESTAMP":      now(sqltype.Of(sqltype.DateTime), false),
		"GETUTCDATE":             now(sqltype.Of(sqltype.DateTime), true),
		"SYSDATETIME":            now(sqltype.Of(sqltype.DateTime2), false),
		"SYSUTCDATETIME":         now(sqltype.Of(sqltype.DateTime2), true),
		"SYSDATETIMEOFFSET":      now(sqltype.Of(sqltype.DateTimeOffset), false),
		"EOMONTH":                {min: 1, max: 2, build: buildEOMonth},
		"DATEFROMPARTS":          fromParts(3, sqltype.Of(sqltype.Date)),
		"DATETIMEFROMPARTS":      fromParts(7, sqltype.Of(sqltype.DateTime)),
		"SMALLDATETIMEFROMPARTS": fromParts(5, sqltype.Of(sqltype.SmallDateTime)),
		"DATETIME2FROMPARTS":     {min: 8, max: 8, build: buildDateTime2FromParts},
		"TIMEFROMPARTS":          {min: 5, max: 5, build: buildTimeFromParts},
		"ISDATE":                 {min: 1, max: 1, build: buildIsDate},
		"SWITCHOFFSET":           {min: 2, max: 2, build: buildOffset},
		"TODATETIMEOFFSET":       {min: 2, max: 2, build: buildOffset},
	}
}

// now is the statement's time in one of its forms.
func now(t sqltype.Type, utc bool) builtin {
	return builtin{min: 0, max: 0, build: func(*compiler, string, []*Expr) (*Expr, error) {
		return New(t, false, func(env *Env) (sqltype.Value, error) {
			var at time.Time
			if env.Stmt != nil {
				at = env.Stmt.Now(env.Session)
			} else {
				at = env.Session.Now()
			}
			if utc {
				at = at.UTC()
			}
			v, _ := sqltype.ClockFromTime(at).Value(t)
			return v, nil
		}, nil), nil
	}}
}

func rawDateAdd(c *compiler, name string, params []ast.ScalarExpression) (*Expr, error) {
	p, err := readPart(params[0], name)
	if err != nil {
		return nil, err
	}
	e, err := c.exprs(params[1], params[2])
	if err != nil {
		return nil, err
	}
	n, err := convert(e[0], sqltype.Of(sqltype.BigInt), 0, true)
	if err != nil {
		return nil, badArgument(e[0].Type, 2, name)
	}
	d := e[1]
	if !d.Type.Kind.IsDateTime() { // text too gives datetime here
		if !d.Type.Kind.IsString() && !d.Type.Kind.IsNumeric() && d.Type.Kind != sqltype.KindNull {
			return nil, badArgument(d.Type, 3, name)
		}
		if d, err = ConvertTo(d, sqltype.Of(sqltype.DateTime)); err != nil {
			return nil, err
		}
	}
	t := d.Type
	if t.Kind == sqltype.Date && p.timeOnly() || t.Kind == sqltype.Time && p.dateOnly() || p == partTZOffset || p == partISOWeek {
		return nil, partUnsupported(p, name, t)
	}
	return strict2(t, n, d, func(n, v sqltype.Value) (sqltype.Value, error) {
		if !sqltype.InRange(sqltype.Int, n.I) {
			return sqltype.Value{}, sqltype.Overflow(sqltype.Of(sqltype.Int))
		}
		c, ok := p.add(sqltype.ClockOf(v), n.I)
		if ok || t.Kind == sqltype.Time {
			if r, ok := c.Value(t); ok {
				return r, nil
			}
		}
		return sqltype.Value{}, sqltype.Errorf(517, "Adding a value to a '%s' column caused an overflow.", t.Kind)
	}), nil
}

func rawDateTrunc(c *compiler, name string, params []ast.ScalarExpression) (*Expr, error) {
	p, err := readPart(params[0], name)
	if err != nil {
		return nil, err
	}
	e, err := c.expr(params[1])
	if err != nil {
		return nil, err
	}
	d, err := dateArg(e, 2, name)
	if err != nil {
		return nil, err
	}
	t := d.Type
	if t.Kind == sqltype.Date && p.timeOnly() || t.Kind == sqltype.Time && p.dateOnly() || p == partWeekday || p >= partNanosecond && p != partISOWeek {
		return nil, partUnsupported(p, name, t)
	}
	return New(t, d.Nullable, func(env *Env) (sqltype.Value, error) {
		v, err := d.Eval(env)
		if err != nil || v.Null {
			return sqltype.NullOf(t.Kind), err
		}
		first := 7
		if p == partWeek {
			first = env.Session.DateFirst()
		}
		r, ok := p.truncate(sqltype.ClockOf(v), first).Value(t)
		if !ok {
			return r, sqltype.Errorf(517, "Adding a value to a '%s' column caused an overflow.", t.Kind)
		}
		return r, nil
	}, nil), nil
}

func buildEOMonth(_ *compiler, name string, a []*Expr) (*Expr, error) {
	t := sqltype.Of(sqltype.Date)
	d, err := dateArg(a[0], 1, name)
	if err != nil {
		return nil, err
	}
	if d, err = ConvertTo(d, t); err != nil {
		return nil, err
	}
	n := intConst(0)
	if len(a) == 2 {
		if n, err = asInt(a[1]); err != nil {
			return nil, err
		}
	}
	out := New(t, true, func(env *Env) (sqltype.Value, error) {
		v, err := d.Eval(env)
		if err != nil || v.Null {
			return sqltype.NullOf(t.Kind), err
		}
		months, err := n.Eval(env)
		if err != nil {
			return months, err
		}
		c, ok := partMonth.add(sqltype.Clock{Day: v.I}, months.I)
		if !ok {
			return v, sqltype.Errorf(517, "Adding a value to a 'date' column caused an overflow.")
		}
		y, m, _ := sqltype.DateOf(c.Day)
		return sqltype.IntOf(t.Kind, sqltype.DayOf(y, m, sqltype.DaysIn(y, m))), nil
	}, nil)
	return fold(out, d, n), nil
}

// buildIsDate says whether text converts to datetime; other types than text
// and datetime are 0.
func buildIsDate(_ *compiler, name string, a []*Expr) (*Expr, error) {
	e := a[0]
	switch k := e.Type.Kind; {
	case k == sqltype.DateTime || k == sqltype.SmallDateTime || k.IsString() || k.IsInt() || k == sqltype.KindNull:
	default:
		return nil, badArgument(e.Type, 1, name)
	}
	t := sqltype.Of(sqltype.Int)
	out := New(t, false, func(env *Env) (sqltype.Value, error) {
		v, err := e.Eval(env)
		if err != nil || v.Null {
			return sqltype.IntOf(t.Kind, 0), err
		}
		if v.Kind.IsInt() {
			v = sqltype.StringOf(sqltype.VarChar, sqltype.Format(sqltype.Of(v.Kind), v))
		}
		if v.Kind.IsString() && strings.TrimSpace(v.S) == "" {
			return sqltype.IntOf(t.Kind, 0), nil
		}
		if v.Kind.IsString() {
			_, err = sqltype.DateFromText(v, sqltype.Of(sqltype.DateTime), 0, env.dateOrder())
		}
		if err != nil {
			return sqltype.IntOf(t.Kind, 0), nil
		}
		return sqltype.IntOf(t.Kind, 1), nil
	}, nil)
	return out, nil // depends on SET DATEFORMAT
}
