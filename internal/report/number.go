package report

import (
	"fmt"
	"strconv"

	"github.com/dustin/go-humanize"
)

// unknown stands for a figure nobody measured.
const unknown = "-"

// plain is a figure for machines: full precision, empty when unknown.
func plain[T int | int64 | float64 | bool](v *T) string {
	if v == nil {
		return ""
	}
	switch x := any(*v).(type) {
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	default:
		return fmt.Sprint(x)
	}
}

// fixed is a figure for people with so many decimals.
func fixed(v *float64, decimals int) string {
	if v == nil {
		return unknown
	}
	return strconv.FormatFloat(*v, 'f', decimals, 64)
}

// seconds of a scan, to the millisecond.
func seconds(v *float64) string { return fixed(v, 3) }

// count is a whole number with separators between thousands.
func count(v *int64) string {
	if v == nil {
		return unknown
	}
	return humanize.Comma(*v)
}

// round is count of a mean.
func round(v *float64) string {
	if v == nil {
		return unknown
	}
	n := int64(*v + 0.5)
	return count(&n)
}

// Bytes is a size with a binary unit.
func Bytes(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.0f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d B", n)
}
