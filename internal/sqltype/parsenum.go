package sqltype

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// trimBlanks drops what conversions to numbers ignore at both ends.
func trimBlanks(s string) string { return strings.Trim(s, " \t\r\n") }

// parseInt reads a whole number as a conversion from a string does: blanks
// around, a sign, digits. "" and a lone sign are 0. overflow is set when the
// digits are fine but exceed 64 bits.
func parseInt(s string) (i int64, ok, overflow bool) {
	s = trimBlanks(s)
	t := s
	if t != "" && (t[0] == '+' || t[0] == '-') {
		t = strings.TrimLeft(t[1:], " ")
	}
	if t == "" {
		return 0, true, false
	}
	for j := 0; j < len(t); j++ {
		if t[j] < '0' || t[j] > '9' {
			return 0, false, false
		}
	}
	if s[0] == '-' {
		t = "-" + t
	}
	i, err := strconv.ParseInt(t, 10, 64)
	return i, true, err != nil
}

// parseDecimal reads digits with an optional point, no exponent: coefficient
// and scale. Too many digits are an overflow.
func parseDecimal(s string) (coef *big.Int, scale int, ok, overflow bool) {
	s = trimBlanks(s)
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = strings.TrimLeft(s[1:], " ")
	}
	point := strings.IndexByte(s, '.')
	ds := s
	if point >= 0 {
		ds = s[:point] + s[point+1:]
		scale = len(s) - point - 1
	}
	if ds == "" {
		return nil, 0, false, false
	}
	for j := 0; j < len(ds); j++ {
		if ds[j] < '0' || ds[j] > '9' {
			return nil, 0, false, false
		}
	}
	whole := strings.TrimLeft(ds[:len(ds)-scale], "0")
	if len(whole) > 38 {
		return nil, 0, true, true
	}
	if cut := scale - 60; cut > 0 { // digits that no type can hold
		ds, scale = ds[:len(ds)-cut], 60
	}
	coef, _ = new(big.Int).SetString(ds, 10)
	if neg {
		coef.Neg(coef)
	}
	return coef, scale, true, false
}

// parseFloat reads a float; "" is 0.
func parseFloat(s string) (f float64, ok, overflow bool) {
	s = trimBlanks(s)
	if s == "" {
		return 0, true, false
	}
	for j := 0; j < len(s); j++ { // ParseFloat also takes hex, underscores, Inf and NaN
		switch c := s[j]; {
		case c >= '0' && c <= '9', c == '+', c == '-', c == '.', c == 'e', c == 'E':
		case c == 'd' || c == 'D':
			s = s[:j] + "e" + s[j+1:]
		default:
			return 0, false, false
		}
	}
	if c := s[len(s)-1]; c == 'e' || c == 'E' {
		s += "0"
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, math.IsInf(f, 0), math.IsInf(f, 0)
	}
	return f, true, false
}

// currency signs SQL Server accepts in money text (those in code page 1252).
const currency = "$€£¥¤¢"

// parseMoney reads money text: sign, currency sign, commas, up to any number
// of decimals (rounded to four); "" is 0. The unit is a ten-thousandth.
func parseMoney(s string) (i int64, ok, overflow bool) {
	s = trimBlanks(s)
	neg := false
	seenSign, seenCur := false, false
	for s != "" {
		if !seenSign && (s[0] == '-' || s[0] == '+') {
			neg, seenSign = s[0] == '-', true
			s = strings.TrimLeft(s[1:], " ")
			continue
		}
		if !seenCur {
			if t, cut := cutCurrency(s); cut {
				seenCur = true
				s = strings.TrimLeft(t, " ")
				continue
			}
		}
		break
	}
	if s == "" || s == "." {
		return 0, true, false
	}
	whole, frac, _ := strings.Cut(s, ".")
	whole = strings.ReplaceAll(whole, ",", "")
	if whole == "" {
		whole = "0"
	}
	if strings.ContainsAny(whole+frac, "+- ") {
		return 0, false, false
	}
	coef, scale, ok, overflow := parseDecimal(whole + "." + frac)
	if !ok || overflow {
		return 0, ok, overflow
	}
	coef = scaleDown(coef, scale-4)
	if neg {
		coef.Neg(coef)
	}
	if !coef.IsInt64() {
		return 0, true, true
	}
	return coef.Int64(), true, false
}

func cutCurrency(s string) (string, bool) {
	for _, r := range currency {
		if t, ok := strings.CutPrefix(s, string(r)); ok {
			return t, true
		}
	}
	return s, false
}

// parseBit reads 'true', 'false' or a whole number.
func parseBit(s string) (i int64, ok bool) {
	s = trimBlanks(s)
	switch {
	case strings.EqualFold(s, "true"):
		return 1, true
	case strings.EqualFold(s, "false"):
		return 0, true
	}
	i, ok, overflow := parseInt(s)
	if i != 0 || overflow {
		i = 1
	}
	return i, ok
}
