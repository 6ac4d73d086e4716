package sqltype

import (
	"strconv"
	"strings"
)

// formatFloat is CONVERT(varchar, float, style): 0 at most 6 digits, scientific
// when needed; 1 always 8 digits scientific, 2 16 digits, 3 the shortest
// text that reads back (17 digits). The exponent has at least three digits.
func formatFloat(f float64, style int) string {
	switch style {
	case 1:
		return threeDigitExp(strconv.FormatFloat(f, 'e', 7, 64))
	case 2:
		return threeDigitExp(strconv.FormatFloat(f, 'e', 15, 64))
	case 3:
		return threeDigitExp(strconv.FormatFloat(f, 'e', 16, 64))
	}
	if f == 0 {
		return "0"
	}
	s := strconv.FormatFloat(f, 'e', 5, 64)
	exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exp < -4 || exp >= 6 {
		mant := s[:strings.IndexByte(s, 'e')]
		mant = strings.TrimSuffix(strings.TrimRight(mant, "0"), ".")
		return threeDigitExp(mant + s[strings.IndexByte(s, 'e'):])
	}
	s = strconv.FormatFloat(f, 'f', 5-exp, 64)
	if strings.IndexByte(s, '.') >= 0 {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func threeDigitExp(s string) string {
	i := strings.IndexByte(s, 'e')
	if i < 0 { // Inf, NaN: our own broken invariant elsewhere, printed as is
		return s
	}
	digits := s[i+2:]
	for len(digits) < 3 {
		digits = "0" + digits
	}
	return s[:i+2] + digits
}

// formatMoney is CONVERT(varchar, money, style): 0 two decimals, 1 with
// commas, 2 (and 126) four decimals.
func formatMoney(i int64, style int) string {
	neg := i < 0
	u := uint64(i)
	if neg {
		u = -u
	}
	var frac string
	if style == 2 || style == 126 {
		frac = pad0(u%10000, 4)
		u /= 10000
	} else {
		u = (u + 50) / 100
		frac = pad0(u%100, 2)
		u /= 100
	}
	whole := strconv.FormatUint(u, 10)
	if style == 1 {
		for p := len(whole) - 3; p > 0; p -= 3 {
			whole = whole[:p] + "," + whole[p:]
		}
	}
	s := whole + "." + frac
	if neg && strings.Trim(s, "0.,") != "" {
		return "-" + s
	}
	return s
}

func pad0(u uint64, width int) string {
	s := strconv.FormatUint(u, 10)
	for len(s) < width {
		s = "0" + s
	}
	return s
}

// formatDecimal writes every digit of the scale: decimal(5,2) 0.5 is "0.50".
func formatDecimal(v Value) string {
	return v.D.StringFixed(max(0, -v.D.Exponent()))
}

const hexDigits = "0123456789ABCDEF"

// Hex is binary text as SQL Server writes it, "0x" in front when prefix is set.
func Hex(b string, prefix bool) string {
	out := make([]byte, 0, 2*len(b)+2)
	if prefix {
		out = append(out, "0x"...)
	}
	for i := 0; i < len(b); i++ {
		out = append(out, hexDigits[b[i]>>4], hexDigits[b[i]&15])
	}
	return string(out)
}

// FormatGUID writes the 16 stored bytes; the first three groups are little endian.
func FormatGUID(b string) string {
	if len(b) != 16 {
		return Hex(b, true)
	}
	h := func(i ...int) string {
		var s []byte
		for _, k := range i {
			s = append(s, hexDigits[b[k]>>4], hexDigits[b[k]&15])
		}
		return string(s)
	}
	return h(3, 2, 1, 0) + "-" + h(5, 4) + "-" + h(7, 6) + "-" + h(8, 9) + "-" + h(10, 11, 12, 13, 14, 15)
}
