package expr

import (
	"math/big"
	"strconv"
	"strings"

	"scanfrag/internal/sqltype"
)

// buildFormat is FORMAT for en-us: the standard numeric formats N, F, D, X and P,
// digit pictures of 0 # , . and date pictures. Other formats and cultures are
// refused by name, not guessed.
func buildFormat(_ *compiler, name string, a []*Expr) (*Expr, error) {
	t := sqltype.NVarCharOf(4000)
	if a[1].Type.Kind == sqltype.KindNull {
		return nil, badArgument(a[1].Type, 2, name)
	}
	if !a[0].Type.Kind.IsNumeric() && !a[0].Type.Kind.IsDateTime() {
		return nil, badArgument(a[0].Type, 1, name)
	}
	picture, err := text(a[1])
	if err != nil {
		return nil, err
	}
	if len(a) == 3 {
		v, ok := a[2].Value()
		if !ok || v.Null || !strings.EqualFold(v.S, "en-us") {
			return nil, unsupported("FORMAT with a culture other than en-us")
		}
	}
	return strict2(t, a[0], picture, func(v, p sqltype.Value) (sqltype.Value, error) {
		s, ok := "", false
		if v.Kind.IsDateTime() {
			s, ok = formatClock(sqltype.ClockOf(v), p.S)
		} else {
			d, err := sqltype.Convert(v, sqltype.DecimalOf(38, 10), 0, true)
			if err != nil {
				return d, err
			}
			s, ok = formatNumber(d.D.Coefficient(), p.S)
		}
		if !ok {
			return sqltype.Value{}, unsupported("FORMAT picture '%s'", p.S)
		}
		return sqltype.StringOf(t.Kind, s), nil
	}), nil
}

// formatNumber formats coef, in units of 10^-10.
func formatNumber(coef *big.Int, p string) (string, bool) {
	if p == "" {
		p = "0.##########"
	}
	if strings.ContainsAny(p[:1], "NnFfDdPp") {
		n := 2
		if len(p) > 1 {
			i, err := strconv.Atoi(p[1:])
			if err != nil || i < 0 || i > 10 {
				return "", false
			}
			n = i
		}
		switch p[0] | 0x20 {
		case 'n':
			return digitText(coef, 1, n, n, true), true
		case 'f':
			return digitText(coef, 1, n, n, false), true
		case 'p':
			return digitText(new(big.Int).Mul(coef, big.NewInt(100)), 1, n, n, true) + "%", true
		}
		if len(p) == 1 {
			n = 1
		}
		return digitText(coef, n, 0, 0, false), true
	}
	if strings.Trim(p, "0#,.") != "" || strings.Count(p, ".") > 1 {
		return "", false
	}
	whole, frac, _ := strings.Cut(p, ".")
	group := strings.Contains(whole, ",")
	if strings.Contains(frac, ",") || strings.HasSuffix(whole, ",") {
		return "", false
	}
	return digitText(coef, strings.Count(whole, "0"), strings.Count(frac, "0"), len(frac), group), true
}

// digitText rounds to maxDec decimals, keeps minDec, and pads the whole part to minWhole.
func digitText(coef *big.Int, minWhole, minDec, maxDec int, group bool) string {
	maxDec = min(maxDec, 10)
	neg := coef.Sign() < 0
	c := new(big.Int).Abs(coef)
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(10-maxDec)), nil)
	c.Add(c, new(big.Int).Rsh(unit, 1)).Quo(c, unit)
	s := c.String()
	for len(s) <= maxDec {
		s = "0" + s
	}
	whole, frac := s[:len(s)-maxDec], s[len(s)-maxDec:]
	for len(frac) > minDec && frac[len(frac)-1] == '0' {
		frac = frac[:len(frac)-1]
	}
	whole = strings.TrimLeft(whole, "0")
	for len(whole) < minWhole {
		whole = "0" + whole
	}
	if group {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	out := whole
	if frac != "" {
		out += "." + frac
	}
	if neg && c.Sign() != 0 {
		out = "-" + out
	}
	return out
}

func formatClock(c sqltype.Clock, p string) (string, bool) {
	switch p {
	case "d":
		p = "M/d/yyyy"
	case "D":
		p = "dddd, MMMM d, yyyy"
	case "t":
		p = "h:mm tt"
	case "T":
		p = "h:mm:ss tt"
	case "s":
		p = "yyyy-MM-ddTHH:mm:ss"
	}
	y, m, d := sqltype.DateOf(c.Day)
	sec := int(c.Units / 10_000_000)
	h := sec / 3600
	var b strings.Builder
	for i := 0; i < len(p); {
		n := 1
		for i+n < len(p) && p[i+n] == p[i] {
			n++
		}
		switch p[i] {
		case 'y':
			b.WriteString(padInt(y%[...]int{10, 100, 100, 1000, 10000}[min(n, 4)], n))
		case 'M':
			switch {
			case n >= 4:
				b.WriteString(sqltype.MonthName(m))
			case n == 3:
				b.WriteString(sqltype.MonthName(m)[:3])
			default:
				b.WriteString(padInt(m, n))
			}
		case 'd':
			switch {
			case n >= 4:
				b.WriteString(sqltype.DayName(c.Day))
			case n == 3:
				b.WriteString(sqltype.DayName(c.Day)[:3])
			default:
				b.WriteString(padInt(d, n))
			}
		case 'H':
			b.WriteString(padInt(h, n))
		case 'h':
			b.WriteString(padInt((h+11)%12+1, n))
		case 'm':
			b.WriteString(padInt(sec/60%60, n))
		case 's':
			b.WriteString(padInt(sec%60, n))
		case 'f':
			if n > 7 {
				return "", false
			}
			b.WriteString(padInt(int(c.Units%10_000_000), 7)[:n])
		case 't':
			b.WriteString([2]string{"AM", "PM"}[h/12][:min(n, 2)])
		case ' ', '-', '/', ':', '.', ',', 'T':
			b.WriteString(p[i : i+n])
		default:
			return "", false
		}
		i += n
	}
	return b.String(), true
}

func padInt(i, width int) string {
	s := strconv.Itoa(i)
	for len(s) < width {
		s = "0" + s
	}
	return s
}
