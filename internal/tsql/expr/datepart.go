package expr

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// datePart names a part of a date.
type datePart uint8

const (
	partYear datePart = iota
	partQuarter
	partMonth
	partDayOfYear
	partDay
	partWeek
	partWeekday
	partHour
	partMinute
	partSecond
	partMillisecond
	partMicrosecond
	partNanosecond
	partTZOffset
	partISOWeek
)

var datePartNames = map[string]datePart{
	"year": partYear, "yy": partYear, "yyyy": partYear, "quarter": partQuarter, "qq": partQuarter, "q": partQuarter,
	"month": partMonth, "mm": partMonth, "m": partMonth, "dayofyear": partDayOfYear, "dy": partDayOfYear, "y": partDayOfYear,
	"day": partDay, "dd": partDay, "d": partDay, "week": partWeek, "wk": partWeek, "ww": partWeek,
	"weekday": partWeekday, "dw": partWeekday, "w": partWeekday, "hour": partHour, "hh": partHour,
	"minute": partMinute, "mi": partMinute, "n": partMinute, "second": partSecond, "ss": partSecond, "s": partSecond,
	"millisecond": partMillisecond, "ms": partMillisecond, "microsecond": partMicrosecond, "mcs": partMicrosecond,
	"nanosecond": partNanosecond, "ns": partNanosecond, "tzoffset": partTZOffset, "tz": partTZOffset,
	"iso_week": partISOWeek, "isowk": partISOWeek, "isoww": partISOWeek,
}

var datePartLong = [...]string{"year", "quarter", "month", "dayofyear", "day", "week", "weekday", "hour", "minute",
	"second", "millisecond", "microsecond", "nanosecond", "tzoffset", "iso_week"}

func (p datePart) String() string { return datePartLong[p] }

// timeOnly reports parts a date has not, dateOnly parts a time has not.
func (p datePart) timeOnly() bool { return p >= partHour && p <= partNanosecond }
func (p datePart) dateOnly() bool { return p < partHour || p == partISOWeek }

// readPart takes the bare word in front of a date function; error 155.
func readPart(n ast.ScalarExpression, function string) (datePart, error) {
	word := ""
	if c, ok := n.(*ast.ColumnReferenceExpression); ok && c.MultiPartIdentifier != nil && len(c.MultiPartIdentifier.Identifiers) == 1 {
		word = c.MultiPartIdentifier.Identifiers[0].Value
	}
	p, ok := datePartNames[strings.ToLower(word)]
	switch {
	case ok:
		return p, nil
	case word == "":
		return 0, sqltype.Errorf(1023, "Invalid parameter 1 specified for %s.", strings.ToLower(function))
	}
	e := sqltype.Errorf(155, "'%s' is not a recognized %s option.", word, strings.ToLower(function))
	e.Class = 15
	return 0, e
}

func partUnsupported(p datePart, function string, t sqltype.Type) error {
	return sqltype.Errorf(9810, "The datepart %s is not supported by date function %s for data type %s.", p, strings.ToLower(function), t.Kind)
}

// dateArg brings an argument to a date kind: text to datetime2, numbers to datetime.
func dateArg(e *Expr, n int, function string) (*Expr, error) {
	switch k := e.Type.Kind; {
	case k.IsDateTime():
		return e, nil
	case k.IsString():
		return ConvertTo(e, sqltype.Of(sqltype.DateTime2))
	case k.IsNumeric() || k == sqltype.KindNull:
		return ConvertTo(e, sqltype.Of(sqltype.DateTime))
	}
	return nil, badArgument(e.Type, n, function)
}

// valueOf computes DATEPART. first is @@DATEFIRST (1 Monday … 7 Sunday).
func (p datePart) valueOf(c sqltype.Clock, first int) int64 {
	y, m, d := sqltype.DateOf(c.Day)
	sec := c.Units / 10_000_000
	switch p {
	case partYear:
		return int64(y)
	case partQuarter:
		return int64(m+2) / 3
	case partMonth:
		return int64(m)
	case partDay:
		return int64(d)
	case partDayOfYear:
		return c.Day - sqltype.DayOf(y, 1, 1) + 1
	case partWeekday:
		return weekday(c.Day, first)
	case partWeek: // the week with January 1 is week 1
		jan1 := sqltype.DayOf(y, 1, 1)
		return (c.Day-jan1+weekday(jan1, first)-1)/7 + 1
	case partISOWeek:
		thursday := c.Day - c.Day%7 + 3 // day 0 is a Monday
		ty, _, _ := sqltype.DateOf(max(thursday, 0))
		return (thursday-sqltype.DayOf(ty, 1, 1))/7 + 1
	case partHour:
		return sec / 3600
	case partMinute:
		return sec / 60 % 60
	case partSecond:
		return sec % 60
	case partMillisecond:
		return c.Units % 10_000_000 / 10_000
	case partMicrosecond:
		return c.Units % 10_000_000 / 10
	case partNanosecond:
		return c.Units % 10_000_000 * 100
	}
	return int64(c.Off)
}

// weekday counts from 1 at the week's first day.
func weekday(day int64, first int) int64 {
	return (day-int64(first)+1+7)%7 + 1
}
