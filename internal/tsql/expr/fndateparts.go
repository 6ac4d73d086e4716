package expr

import (
	"strconv"
	"strings"

	"scanfrag/internal/sqltype"
)

func cannotConstruct(t sqltype.Type) error {
	return sqltype.Errorf(289, "Cannot construct data type %s, some of the arguments have values which are not valid.", t.Kind)
}

// clockOfParts checks year, month, day, hour, minute, second and 100 ns units.
func clockOfParts(p [7]int64) (sqltype.Clock, bool) {
	y, m, d := p[0], p[1], p[2]
	if y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > int64(sqltype.DaysIn(int(y), int(m))) {
		return sqltype.Clock{}, false
	}
	if p[3] < 0 || p[3] > 23 || p[4] < 0 || p[4] > 59 || p[5] < 0 || p[5] > 59 || p[6] < 0 || p[6] > 9_999_999 {
		return sqltype.Clock{}, false
	}
	return sqltype.Clock{Day: sqltype.DayOf(int(y), int(m), int(d)), Units: (p[3]*3600+p[4]*60+p[5])*10_000_000 + p[6]}, true
}

// fromParts builds DATEFROMPARTS and its kin; the seventh argument is milliseconds.
func fromParts(n int, t sqltype.Type) builtin {
	return builtin{min: n, max: n, build: func(_ *compiler, _ string, a []*Expr) (*Expr, error) {
		args, err := allInts(a)
		if err != nil {
			return nil, err
		}
		return strictN(t, args, func(v []sqltype.Value) (sqltype.Value, error) {
			var p [7]int64
			for i := range v {
				p[i] = v[i].I
			}
			if p[6] < 0 || p[6] > 999 {
				return sqltype.Value{}, cannotConstruct(t)
			}
			p[6] *= 10_000
			c, ok := clockOfParts(p)
			if !ok {
				return sqltype.Value{}, cannotConstruct(t)
			}
			r, ok := c.Value(t)
			if !ok {
				return sqltype.Value{}, cannotConstruct(t)
			}
			return r, nil
		}), nil
	}}
}

func allInts(a []*Expr) ([]*Expr, error) {
	out := make([]*Expr, len(a))
	for i, e := range a {
		x, err := asInt(e)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// precisionArg is the constant last argument of DATETIME2FROMPARTS and TIMEFROMPARTS.
func precisionArg(e *Expr) (int, error) {
	v, ok := e.Value()
	if !ok || v.Null || !e.Type.Kind.IsInt() || v.I < 0 || v.I > 7 {
		return 0, sqltype.Errorf(10760, "Scale argument is not valid. Valid expressions for data type are integer constants and integer constant expressions.")
	}
	return int(v.I), nil
}

func buildDateTime2FromParts(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	return scaledParts("datetime2", a, 0)
}

func buildTimeFromParts(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	return scaledParts("time", a, 3)
}

// scaledParts reads parts from index first of (year … second, fraction) on; the
// fraction counts units of the precision.
func scaledParts(name string, a []*Expr, first int) (*Expr, error) {
	scale, err := precisionArg(a[len(a)-1])
	if err != nil {
		return nil, err
	}
	t, err := sqltype.FromName(name, scale)
	if err != nil {
		return nil, err
	}
	args, err := allInts(a[:len(a)-1])
	if err != nil {
		return nil, err
	}
	return strictN(t, args, func(v []sqltype.Value) (sqltype.Value, error) {
		p := [7]int64{1900, 1, 1}
		for i := range v {
			p[first+i] = v[i].I
		}
		for range 7 - scale {
			p[6] *= 10
		}
		c, ok := clockOfParts(p)
		if !ok {
			return sqltype.Value{}, cannotConstruct(t)
		}
		r, _ := c.Value(t)
		return r, nil
	}), nil
}

// buildOffset is SWITCHOFFSET (same instant, other offset) and TODATETIMEOFFSET
// (same clock, offset attached).
func buildOffset(_ *compiler, name string, a []*Expr) (*Expr, error) {
	d, err := dateArg(a[0], 1, name)
	if err != nil {
		return nil, err
	}
	t := sqltype.Of(sqltype.DateTimeOffset)
	if d.Type.Kind == sqltype.DateTimeOffset {
		t = d.Type
	}
	if d, err = ConvertTo(d, t); err != nil {
		return nil, err
	}
	zone := a[1]
	if !zone.Type.Kind.IsInt() && !zone.Type.Kind.IsString() {
		return nil, badArgument(zone.Type, 2, name)
	}
	return strict2(t, d, zone, func(v, z sqltype.Value) (sqltype.Value, error) {
		off, ok := z.I, true
		if z.Kind.IsString() {
			off, ok = parseOffset(z.S)
		}
		if !ok || off < -840 || off > 840 {
			return sqltype.Value{}, sqltype.Errorf(9812, "The timezone provided to builtin function %s is invalid.", strings.ToLower(name))
		}
		if name == "TODATETIMEOFFSET" {
			c := sqltype.ClockOf(v)
			c.Off = int16(off)
			r, ok := c.Value(t)
			if !ok {
				return r, sqltype.Errorf(517, "Adding a value to a 'datetimeoffset' column caused an overflow.")
			}
			return r, nil
		}
		v.Off = int16(off)
		return v, nil
	}), nil
}

func parseOffset(s string) (int64, bool) {
	if len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	h, err1 := strconv.Atoi(s[1:3])
	m, err2 := strconv.Atoi(s[4:])
	if err1 != nil || err2 != nil || m > 59 || m < 0 || h < 0 {
		return 0, false
	}
	off := int64(h*60 + m)
	if s[0] == '-' {
		off = -off
	}
	return off, true
}
