package expr

import (
	"math"
	"math/bits"

	"scanfrag/internal/sqltype"
)

// unitsOf is the length of a time part in 100 ns; nanoseconds are counted apart.
func (p datePart) unitsOf() int64 {
	switch p {
	case partHour:
		return 36_000_000_000
	case partMinute:
		return 600_000_000
	case partSecond:
		return 10_000_000
	case partMillisecond:
		return 10_000
	case partMicrosecond:
		return 10
	}
	return 1
}

const dayUnits = 864_000_000_000

// between counts the boundaries of p crossed from a to b, as DATEDIFF does:
// weeks begin on Sunday whatever DATEFIRST says.
func (p datePart) between(a, b sqltype.Clock) (n int64, ok bool) {
	ay, am, _ := sqltype.DateOf(a.Day)
	by, bm, _ := sqltype.DateOf(b.Day)
	switch p {
	case partYear:
		return int64(by - ay), true
	case partQuarter:
		return int64((by*12+bm-1)/3 - (ay*12+am-1)/3), true
	case partMonth:
		return int64(by*12 + bm - ay*12 - am), true
	case partDay, partDayOfYear, partWeekday:
		return b.Day - a.Day, true
	case partWeek: // day 6 of the count is a Sunday
		return (b.Day+1)/7 - (a.Day+1)/7, true
	case partNanosecond:
		days := b.Day - a.Day
		if days > 106_000 || days < -106_000 {
			return 0, false
		}
		units := days*dayUnits + b.Units - a.Units
		hi, lo := bits.Mul64(uint64(max(units, -units)), 100)
		if hi != 0 || lo > math.MaxInt64 {
			return 0, false
		}
		return units * 100, true
	}
	u := p.unitsOf()
	perDay := dayUnits / u
	return (b.Day-a.Day)*perDay + b.Units/u - a.Units/u, true
}

// add moves c by n parts; ok is false when the result leaves the years 1-9999.
func (p datePart) add(c sqltype.Clock, n int64) (sqltype.Clock, bool) {
	months := int64(0)
	switch p {
	case partYear:
		months = n * 12
	case partQuarter:
		months = n * 3
	case partMonth:
		months = n
	case partDay, partDayOfYear, partWeekday:
		c.Day += n
		return c, inCalendar(c.Day)
	case partWeek:
		c.Day += n * 7
		return c, inCalendar(c.Day)
	case partNanosecond: // rounded to 100 ns
		c.Units += int64(math.Round(float64(n) / 100))
	default:
		u := p.unitsOf()
		c.Day += n / (dayUnits / u)
		c.Units += n % (dayUnits / u) * u
	}
	if months != 0 {
		y, m, d := sqltype.DateOf(c.Day)
		t := int64(y)*12 + int64(m) - 1 + months
		if t < 12 || t >= 120000 {
			return c, false
		}
		y, m = int(t/12), int(t%12)+1
		c.Day = sqltype.DayOf(y, m, min(d, sqltype.DaysIn(y, m)))
		return c, true
	}
	for c.Units < 0 {
		c.Units += dayUnits
		c.Day--
	}
	c.Day += c.Units / dayUnits
	c.Units %= dayUnits
	return c, inCalendar(c.Day)
}

func inCalendar(day int64) bool { return day >= 0 && day <= 3652058 }

// truncate clears everything below p.
func (p datePart) truncate(c sqltype.Clock, first int) sqltype.Clock {
	y, m, _ := sqltype.DateOf(c.Day)
	switch p {
	case partYear:
		c.Day = sqltype.DayOf(y, 1, 1)
	case partQuarter:
		c.Day = sqltype.DayOf(y, (m-1)/3*3+1, 1)
	case partMonth:
		c.Day = sqltype.DayOf(y, m, 1)
	case partWeek:
		c.Day -= weekday(c.Day, first) - 1
	case partISOWeek:
		c.Day -= c.Day % 7
	case partDay, partDayOfYear:
	default:
		c.Units -= c.Units % p.unitsOf()
		return c
	}
	c.Units = 0
	return c
}
