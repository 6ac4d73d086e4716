package sqltype

import "time"

// Units of the date and time kinds.
const (
	ticksPerSecond = 300 // datetime
	ticksPerDay    = 24 * 3600 * ticksPerSecond
	unitsPerSecond = 10_000_000 // time, datetime2, datetimeoffset: 100 ns
	unitsPerDay    = 24 * 3600 * unitsPerSecond
	minutesPerDay  = 24 * 60

	day1900    = 693595 // days from 0001-01-01 to 1900-01-01
	maxDay     = 3652058
	minDTDay   = -53690  // 1753-01-01, days since 1900
	maxDTDay   = 2958463 // 9999-12-31
	maxSmallDT = 65535*minutesPerDay + minutesPerDay - 1

	maxOffset = 14 * 60 // datetimeoffset, minutes either way
)

// scaleUnits is the length of one unit of a fractional-second scale, in 100 ns.
var scaleUnits = [8]int64{10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1}

// Clock is a date and time of day taken apart: the common form of every
// conversion between date kinds and of their text.
type Clock struct {
	Day   int64 // days since 0001-01-01
	Units int64 // 100 ns since midnight
	Off   int16 // minutes east of UTC (datetimeoffset); Day and Units are local
}

// DayOf counts days from 0001-01-01 in the proleptic Gregorian calendar.
func DayOf(year, month, day int) int64 {
	y := int64(year) - 1
	n := y*365 + y/4 - y/100 + y/400
	for m := 1; m < month; m++ {
		n += int64(DaysIn(year, m))
	}
	return n + int64(day) - 1
}

// DaysIn is the length of a month.
func DaysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// DateOf is the inverse of DayOf.
func DateOf(n int64) (year, month, day int) {
	n400, n := n/146097, n%146097
	n100 := min(n/36524, 3)
	n -= n100 * 36524
	n4 := n / 1461
	n -= n4 * 1461
	n1 := min(n/365, 3)
	n -= n1 * 365
	year = int(n400*400+n100*100+n4*4+n1) + 1
	month = 1
	for n >= int64(DaysIn(year, month)) {
		n -= int64(DaysIn(year, month))
		month++
	}
	return year, month, int(n) + 1
}

// ClockOf takes a date or time value apart. time has day 1900-01-01 and date
// midnight, as conversions between them assume.
func ClockOf(v Value) Clock {
	switch v.Kind {
	case DateTime:
		d := floorDiv(v.I, ticksPerDay)
		return Clock{Day: d + day1900, Units: tickUnits(v.I - d*ticksPerDay)}
	case SmallDateTime:
		return Clock{Day: v.I/minutesPerDay + day1900, Units: v.I % minutesPerDay * 60 * unitsPerSecond}
	case Date:
		return Clock{Day: v.I}
	case Time:
		return Clock{Day: day1900, Units: v.I}
	case DateTime2:
		return Clock{Day: v.I / unitsPerDay, Units: v.I % unitsPerDay}
	case DateTimeOffset:
		local := v.I + int64(v.Off)*60*unitsPerSecond
		d := floorDiv(local, unitsPerDay)
		return Clock{Day: d, Units: local - d*unitsPerDay, Off: v.Off}
	}
	panic("sqltype: not a date or time: " + v.Kind.String())
}

// tickUnits turns 1/300 s into 100 ns. SQL Server shows ticks as milliseconds
// ending in 0, 3 or 7 but converts them exactly (compatibility level 130 on),
// 1/300 s being .0033333.
func tickUnits(ticks int64) int64 { return (ticks*unitsPerSecond + ticksPerSecond/2) / ticksPerSecond }

func unitTicks(units int64) int64 {
	return (units*ticksPerSecond + unitsPerSecond/2) / unitsPerSecond
}

// ClockFromTime reads a Go time in its own zone.
func ClockFromTime(t time.Time) Clock {
	_, off := t.Zone()
	return Clock{
		Day:   DayOf(t.Year(), int(t.Month()), t.Day()),
		Units: int64(t.Hour()*3600+t.Minute()*60+t.Second())*unitsPerSecond + int64(t.Nanosecond())/100,
		Off:   int16(off / 60),
	}
}

// UTC moves the clock to offset 0.
func (c Clock) UTC() Clock {
	u := c.Day*unitsPerDay + c.Units - int64(c.Off)*60*unitsPerSecond
	d := floorDiv(u, unitsPerDay)
	return Clock{Day: d, Units: u - d*unitsPerDay}
}

// Value builds a value of type t, rounding the time to t's precision; ok is
// false when the date is outside t's range.
func (c Clock) Value(t Type) (v Value, ok bool) {
	v.Kind = t.Kind
	switch t.Kind {
	case Date:
		v.I = c.Day
		return v, c.Day >= 0 && c.Day <= maxDay
	case Time:
		v.I = roundUnits(c.Units, t.Scale)
		if v.I >= unitsPerDay { // 23:59:59.99… rounds to midnight
			v.I -= unitsPerDay
		}
		return v, true
	case DateTime:
		v.I = (c.Day-day1900)*ticksPerDay + unitTicks(c.Units)
		return v, v.I >= minDTDay*ticksPerDay && v.I < (maxDTDay+1)*ticksPerDay
	case SmallDateTime:
		// 29.998 s rounds down, 29.999 s up (documented).
		v.I = (c.Day-day1900)*minutesPerDay + (c.Units+30_001*unitsPerSecond/1000)/(60*unitsPerSecond)
		return v, v.I >= 0 && v.I <= maxSmallDT
	case DateTime2:
		v.I = c.Day*unitsPerDay + roundUnits(c.Units, t.Scale)
		return v, v.I >= 0 && v.I < (maxDay+1)*unitsPerDay
	case DateTimeOffset:
		v.I = c.Day*unitsPerDay + roundUnits(c.Units, t.Scale) - int64(c.Off)*60*unitsPerSecond
		v.Off = c.Off
		return v, v.I >= 0 && v.I < (maxDay+1)*unitsPerDay
	}
	panic("sqltype: not a date or time: " + t.String())
}

func roundUnits(units int64, scale uint8) int64 {
	u := scaleUnits[scale]
	return (units + u/2) / u * u
}
