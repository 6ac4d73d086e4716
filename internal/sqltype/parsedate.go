package sqltype

import "strings"

// dateText is what parseDate finds in a string.
type dateText struct {
	clock    Clock
	hasTime  bool
	hasOff   bool
	fracLen  int  // digits of the fraction
	badRange bool // well-formed, but no such date or time
}

// parseDate reads any of the date and time forms SQL Server documents for
// us_english: ISO 8601, ODBC, unseparated, numeric with / - . separators,
// alphabetic months, times with AM/PM, fractions and offsets. A year that comes
// first means year-month-day, but for old (datetime, smalldatetime) with a day-first order and no T
// it means year-day-month, as documented.
func parseDate(s string, order DateOrder, old bool) (d dateText, ok bool) {
	p := dateParser{toks: dateTokens(strings.TrimSpace(s)), order: order, old: old}
	d.clock.Day = day1900
	if len(p.toks) == 0 {
		return d, true // '' is 1900-01-01 00:00
	}
	if !p.parse() {
		return d, false
	}
	return p.finish()
}

// dateParser takes the tokens of a date and time in text apart.
type dateParser struct {
	toks  []dateTok
	pos   int
	order DateOrder
	old   bool
	isoT  bool

	nums            []string // numbers of the date part, in order
	month           int      // named month
	y, m, d         int
	hour, min, sec  int
	frac            string
	off             int
	pm              int // 0 none, 1 AM, 2 PM
	hasTime, hasOff bool
}

// peek is the token n after the next one, the zero token beyond the end.
func (p *dateParser) peek(n int) dateTok {
	if p.pos+n < len(p.toks) {
		return p.toks[p.pos+n]
	}
	return dateTok{}
}

// parse splits the tokens into a date part and a time part, in either order.
func (p *dateParser) parse() bool {
	for p.pos < len(p.toks) {
		t := p.peek(0)
		next := p.peek(1)
		switch {
		case t.kind == 'n' && (next.kind == ':' || isMeridiem(next) && !p.hasTime):
			if p.hasTime || !p.time() {
				return false
			}
		case t.kind == 'n':
			if len(p.nums) == 3 {
				return false
			}
			p.nums = append(p.nums, t.text)
			p.pos++
			if sep := p.peek(0); (sep.kind == '/' || sep.kind == '-' || sep.kind == '.') && len(p.nums) < 3 {
				p.pos++
				if k := p.peek(0).kind; k != 'n' && k != 'a' {
					return false
				}
			}
		case t.kind == 'a' && monthNumber(t.text) > 0:
			if p.month != 0 {
				return false
			}
			p.month = monthNumber(t.text)
			p.pos++
			if k := p.peek(0).kind; k == '-' || k == ',' || k == '/' || k == '.' {
				p.pos++
			}
		case t.kind == 'a' && strings.EqualFold(t.text, "T") && !t.gap && len(p.nums) > 0 && p.peek(1).kind == 'n' && !p.hasTime:
			p.isoT = true
			p.pos++
		case t.kind == 'a' && strings.EqualFold(t.text, "Z") && p.hasTime && !p.hasOff:
			p.hasOff = true
			p.pos++
		case (t.kind == '+' || t.kind == '-') && p.hasTime && !p.hasOff:
			if !p.offset() {
				return false
			}
		case t.kind == ',' && (len(p.nums) > 0 || p.month > 0):
			p.pos++
		default:
			return false
		}
	}
	return true
}

// finish checks the ranges and puts the clock together.
func (p *dateParser) finish() (d dateText, ok bool) {
	d.clock.Day = day1900
	d.hasTime, d.hasOff, d.fracLen = p.hasTime, p.hasOff, len(p.frac)
	if len(p.nums) > 0 || p.month > 0 {
		if !p.date() {
			return d, false
		}
		if p.y < 1 || p.y > 9999 || p.m < 1 || p.m > 12 || p.d < 1 || p.d > DaysIn(p.y, p.m) {
			d.badRange = true
			return d, true
		}
		d.clock.Day = DayOf(p.y, p.m, p.d)
	} else if !p.hasTime {
		return d, false
	}
	if p.pm > 0 {
		if p.hour > 12 && p.pm == 1 || p.hour > 23 {
			d.badRange = true
			return d, true
		}
		if p.hour <= 12 {
			p.hour = p.hour%12 + 12*(p.pm-1)
		}
	}
	if p.hour > 23 || p.min > 59 || p.sec > 59 {
		d.badRange = true
		return d, true
	}
	frac := (p.frac + "0000000")[:7]
	d.clock.Units = int64(p.hour*3600+p.min*60+p.sec)*unitsPerSecond + int64(atoi(frac))
	d.clock.Off = int16(p.off)
	return d, true
}
