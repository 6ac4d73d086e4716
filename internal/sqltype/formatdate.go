package sqltype

import (
	"fmt"
	"strings"
)

var (
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September",
		"October", "November", "December"}
	dayNames = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
)

// MonthName and DayName are us_english; day counts from 0001-01-01, a Monday.
func MonthName(month int) string {
	if month < 1 || month > 12 {
		return ""
	}
	return monthNames[month-1]
}

// DayName is the weekday of a day count.
func DayName(day int64) string { return dayNames[((day%7)+7)%7] }

// styleForm is the date and the time of a CONVERT style. Letters: y year (yy two digits
// when the style is below 100), m month, M month name (3 letters), d day, D
// day padded with a blank; h hour 24, H hour 12 padded with a blank, I hour 12
// zero-padded, n minute, s second, f the fraction with its separator, A AM/PM.
type styleForm struct {
	date, time string
	fracSep    string // before the fraction
}

var dateStyles = map[int]styleForm{
	100: {"M D y", "H:nA", ""}, 101: {"m/d/y", "", ""}, 102: {"y.m.d", "", ""}, 103: {"d/m/y", "", ""},
	104: {"d.m.y", "", ""}, 105: {"d-m-y", "", ""}, 106: {"d M y", "", ""}, 107: {"M d, y", "", ""},
	108: {"", "h:n:s", ""}, 109: {"M D y", "H:n:sfA", ":"}, 110: {"m-d-y", "", ""}, 111: {"y/m/d", "", ""},
	112: {"ymd", "", ""}, 113: {"d M y", "h:n:sf", ":"}, 114: {"", "h:n:sf", ":"},
	120: {"y-m-d", "h:n:s", ""}, 121: {"y-m-d", "h:n:sf", "."}, 126: {"y-m-d", "h:n:sf", "."}, 127: {"y-m-d", "h:n:sf", "."},
	22: {"m/d/y", "H:n:s A", ""}, 23: {"y-m-d", "", ""},
}

// normalStyle folds a style number: the second result says whether the year
// has four digits.
func normalStyle(style int, def int) (int, bool) {
	switch {
	case style == 0:
		return def, true
	case style == 24:
		return 108, true
	case style == 20:
		return 120, true
	case style == 21 || style == 25:
		return 121, true
	case style == 9:
		return 109, true
	case style == 13:
		return 113, true
	case style == 22:
		return 22, false
	case style == 23:
		return 23, true
	case style >= 1 && style <= 14:
		return style + 100, false
	}
	return style, true
}

// formatDate is CONVERT(varchar, date or time, style). Style 0 means 100 for
// datetime and smalldatetime, 121 for the newer types.
func formatDate(t Type, v Value, style int) (string, error) {
	def := 121
	if v.Kind == DateTime || v.Kind == SmallDateTime {
		def = 100
	}
	n, century := normalStyle(style, def)
	if n == 130 || n == 131 {
		return "", Errorf(281, "%d is not a supported style number when converting from %s to a character string: the Hijri calendar is not supported.", style, t.Kind)
	}
	f, ok := dateStyles[n]
	if !ok {
		return "", Errorf(281, "%d is not a valid style number when converting from %s to a character string.", style, t.Kind)
	}
	c := ClockOf(v)
	if v.Kind == DateTimeOffset && n == 127 {
		c = c.UTC()
	}
	var date, tod string
	if v.Kind != Time {
		date = formatPattern(f.date, c, century, t, "")
	}
	if v.Kind != Date {
		sep := f.fracSep
		if (v.Kind == DateTime || v.Kind == SmallDateTime) && (n == 126 || n == 127) && c.Units%unitsPerSecond == 0 {
			sep = "-" // ISO 8601 drops a zero fraction
		}
		if sep == ":" && v.Kind != DateTime && v.Kind != SmallDateTime {
			sep = "." // the newer types keep the point (our reading)
		}
		tod = formatPattern(f.time, c, century, t, sep)
	}
	if date == "" && tod == "" {
		return "", Errorf(281, "%d is not a valid style number when converting from %s to a character string.", style, t.Kind)
	}
	join := " "
	if n == 126 || n == 127 {
		join = "T"
	}
	if date == "" || tod == "" {
		join = ""
	}
	if v.Kind == Time && (n == 100 || n == 109) {
		tod = strings.TrimLeft(tod, " ")
	}
	s := date + join + tod
	if n == 127 && v.Kind != Date {
		return s + "Z", nil
	}
	if v.Kind == DateTimeOffset && tod != "" {
		if n != 126 {
			s += " "
		}
		s += formatOffset(v.Off)
	}
	return s, nil
}

func formatOffset(off int16) string {
	sign := '+'
	if off < 0 {
		sign, off = '-', -off
	}
	return fmt.Sprintf("%c%02d:%02d", sign, off/60, off%60)
}

func formatPattern(pattern string, c Clock, century bool, t Type, fracSep string) string {
	y, m, d := DateOf(c.Day)
	sec := c.Units / unitsPerSecond
	h := sec / 3600
	h12 := (h+11)%12 + 1
	var b strings.Builder
	for _, r := range pattern {
		switch r {
		case 'y':
			if century {
				fmt.Fprintf(&b, "%04d", y)
			} else {
				fmt.Fprintf(&b, "%02d", y%100)
			}
		case 'm':
			fmt.Fprintf(&b, "%02d", m)
		case 'M':
			b.WriteString(MonthName(m)[:min(3, len(MonthName(m)))])
		case 'd':
			fmt.Fprintf(&b, "%02d", d)
		case 'D':
			fmt.Fprintf(&b, "%2d", d)
		case 'h':
			fmt.Fprintf(&b, "%02d", h)
		case 'H':
			fmt.Fprintf(&b, "%2d", h12)
		case 'n':
			fmt.Fprintf(&b, "%02d", sec/60%60)
		case 's':
			fmt.Fprintf(&b, "%02d", sec%60)
		case 'f':
			if n := fractionDigits(t); n > 0 && fracSep != "-" {
				b.WriteString(fracSep)
				b.WriteString(fractionText(t, c.Units))
			}
		case 'A':
			b.WriteString([2]string{"AM", "PM"}[h/12&1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func fractionDigits(t Type) int {
	switch t.Kind {
	case DateTime, SmallDateTime:
		return 3
	case Date:
		return 0
	}
	return int(t.Scale)
}

// fractionText writes the fraction of a second; datetime shows whole
// milliseconds, rounded (ticks give .000 .003 .007).
func fractionText(t Type, units int64) string {
	n := fractionDigits(t)
	f := units % unitsPerSecond
	if t.Kind == DateTime {
		f = min(f+scaleUnits[3]/2, unitsPerSecond-1)
	}
	return pad0(uint64(f/scaleUnits[n]), n)
}
