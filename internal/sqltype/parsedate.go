package sqltype

import (
	"strings"
)

// DateOrder says how three numbers make a date: SET DATEFORMAT.
type DateOrder uint8

// The orders; the zero value is us_english's.
const (
	OrderMDY DateOrder = iota
	OrderDMY
	OrderYMD
	OrderYDM
	OrderMYD
	OrderDYM
)

// dateOrders are the names in SET DATEFORMAT, by DateOrder.
var dateOrders = [...]string{"mdy", "dmy", "ymd", "ydm", "myd", "dym"}

// ParseDateOrder reads a SET DATEFORMAT name; an unknown one is OrderMDY.
func ParseDateOrder(name string) DateOrder {
	for i, n := range dateOrders {
		if strings.EqualFold(n, name) {
			return DateOrder(i)
		}
	}
	return OrderMDY
}

// styleOrder is the order a CONVERT style implies; session's without one.
func styleOrder(style int, session DateOrder) DateOrder {
	switch style % 100 {
	case 0:
		if style == 0 {
			return session
		}
	case 3, 4, 5, 6, 13:
		return OrderDMY
	case 2, 11, 12, 20, 21, 23, 25, 26, 27:
		return OrderYMD
	}
	return OrderMDY
}

// dateText is what parseDate finds in a string.
type dateText struct {
	clock    Clock
	hasDate  bool
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

type dateTok struct {
	kind byte // 'n' number, 'a' word, or the separator itself; 0 ends
	text string
	gap  bool // white space before
}

func dateTokens(s string) []dateTok {
	var toks []dateTok
	gap := false
	for i := 0; i < len(s); {
		c := s[i]
		j := i + 1
		kind := c
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			gap = true
			i++
			continue
		case c >= '0' && c <= '9':
			kind = 'n'
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			kind = 'a'
			for j < len(s) && s[j]|0x20 >= 'a' && s[j]|0x20 <= 'z' {
				j++
			}
		}
		toks = append(toks, dateTok{kind: kind, text: s[i:j], gap: gap})
		gap = false
		i = j
	}
	return toks
}

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

func isMeridiem(t dateTok) bool {
	return t.kind == 'a' && (strings.EqualFold(t.text, "AM") || strings.EqualFold(t.text, "PM"))
}

func (p *dateParser) time() bool {
	p.hasTime = true
	parts := []*int{&p.hour, &p.min, &p.sec}
	for i, dst := range parts {
		t := p.peek(0)
		if t.kind != 'n' || len(t.text) > 2 {
			return false
		}
		*dst = atoi(t.text)
		p.pos++
		k := p.peek(0).kind
		if k == ':' && i < 2 {
			p.pos++
			continue
		}
		if i == 2 && (k == '.' || k == ':') {
			f := p.peek(1)
			if f.kind != 'n' {
				return false
			}
			p.frac = f.text
			if k == ':' { // hh:mi:ss:mmm counts thousandths
				if len(f.text) > 3 {
					return false
				}
				p.frac = strings.Repeat("0", 3-len(f.text)) + f.text
			}
			p.pos += 2
		}
		break
	}
	if t := p.peek(0); isMeridiem(t) {
		p.pm = 1
		if t.text[0]|0x20 == 'p' {
			p.pm = 2
		}
		p.pos++
	}
	return true
}

func (p *dateParser) offset() bool {
	h, colon, m := p.peek(1), p.peek(2), p.peek(3)
	if h.kind != 'n' || colon.kind != ':' || m.kind != 'n' || len(h.text) > 2 || len(m.text) != 2 {
		return false
	}
	p.off = atoi(h.text)*60 + atoi(m.text)
	if atoi(m.text) > 59 || p.off > 14*60 {
		return false
	}
	if p.peek(0).kind == '-' {
		p.off = -p.off
	}
	p.hasOff = true
	p.pos += 4
	return true
}

func atoi(s string) int {
	n := 0
	for i := 0; i < len(s) && n < 1e9; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func monthNumber(s string) int {
	for i, n := range monthNames {
		if strings.EqualFold(s, n) || strings.EqualFold(s, n[:3]) || i == 8 && strings.EqualFold(s, "sept") {
			return i + 1
		}
	}
	return 0
}

// year applies the two-digit cutoff of 2049.
func year(s string) int {
	y := atoi(s)
	switch {
	case len(s) > 2:
		return y
	case y < 50:
		return 2000 + y
	}
	return 1900 + y
}

func (p *dateParser) finish() (d dateText, ok bool) {
	d.clock.Day = day1900
	d.hasTime, d.hasOff, d.fracLen = p.hasTime, p.hasOff, len(p.frac)
	if len(p.nums) > 0 || p.month > 0 {
		if !p.date() {
			return d, false
		}
		d.hasDate = true
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

// date turns the numbers and the month name into year, month, day.
func (p *dateParser) date() bool {
	n := p.nums
	for _, s := range n {
		if len(s) > 8 {
			return false
		}
	}
	if p.month > 0 {
		p.m, p.d = p.month, 1
		switch len(n) {
		case 1: // Apr 1996, 1996 April; Apr 15 has no year
			if len(n[0]) != 4 {
				return false
			}
			p.y = year(n[0])
		case 2:
			if len(n[0]) == 4 {
				n[0], n[1] = n[1], n[0]
			}
			p.d, p.y = atoi(n[0]), year(n[1])
			return len(n[0]) <= 2 && len(n[1]) <= 4
		default:
			return false
		}
		return true
	}
	switch len(n) {
	case 1: // unseparated
		s := n[0]
		switch len(s) {
		case 8:
			p.y, p.m, p.d = atoi(s[:4]), atoi(s[4:6]), atoi(s[6:])
		case 6:
			p.y, p.m, p.d = year(s[:2]), atoi(s[2:4]), atoi(s[4:])
		case 4:
			p.y, p.m, p.d = atoi(s), 1, 1
		default:
			return false
		}
		return true
	case 3:
		order := p.order
		switch {
		case len(n[0]) == 4:
			dayFirst := order == OrderDMY || order == OrderYDM
			order = OrderYMD
			if p.old && dayFirst && !p.isoT {
				order = OrderYDM
			}
		case len(n[1]) == 4 && order != OrderMYD && order != OrderDYM:
			return false
		case len(n[2]) == 4 && (order == OrderYMD || order == OrderYDM):
			order = OrderMDY
		}
		var ys, ms, ds string
		switch order {
		case OrderMDY:
			ms, ds, ys = n[0], n[1], n[2]
		case OrderDMY:
			ds, ms, ys = n[0], n[1], n[2]
		case OrderYMD:
			ys, ms, ds = n[0], n[1], n[2]
		case OrderYDM:
			ys, ds, ms = n[0], n[1], n[2]
		case OrderMYD:
			ms, ys, ds = n[0], n[1], n[2]
		case OrderDYM:
			ds, ys, ms = n[0], n[1], n[2]
		}
		if len(ms) > 2 || len(ds) > 2 || len(ys) > 4 || len(ys) == 3 {
			return false
		}
		p.y, p.m, p.d = year(ys), atoi(ms), atoi(ds)
		return true
	}
	return false
}
