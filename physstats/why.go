package physstats

import (
	"fmt"
	"strings"
)

// Reads is what the timed scans of a table did, averaged over them; nil is
// unknown.
type Reads struct {
	AvgReadBytes     *float64
	IOReads          *float64 // reads per scan
	IOBytes          *float64 // bytes per scan
	ForwardedFetches *float64
}

// Why says in one line what about the layout and the reads explains a scan's
// time, from measured numbers only. base is the table everything is compared
// with, nil when there is none or when s is it. It describes; it does not
// predict: two effects may hold and the larger is named first.
func Why(s Stats, r Reads, base *Stats, baseReads *Reads) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }

	if f := r.ForwardedFetches; f != nil && *f >= 1 {
		add("%s forwarding stubs chased, one single-page read each when not cached", count(*f))
	} else if f := s.ForwardedRecordCount; f != nil && *f > 0 {
		add("%s forwarded records", count(float64(*f)))
	}
	if r.AvgReadBytes != nil {
		kb := *r.AvgReadBytes / 1024
		switch {
		case r.IOReads != nil:
			add("%s reads of %.0f KB on average", count(*r.IOReads), kb)
		default:
			add("reads of %.0f KB on average", kb)
		}
	}
	if frag := s.AvgFragmentationPercent; frag != nil && !s.Heap() {
		switch {
		case *frag < 5:
			add("leaf pages lie in key order (%.1f %% fragmentation)", *frag)
		case s.ExtentSwitches != nil && s.PageCount > 0 && float64(*s.ExtentSwitches) <= 0.2*float64(s.PageCount):
			add("%.1f %% of leaf pages out of order, but only %s extent switches: neighbours still merge", *frag, count(float64(*s.ExtentSwitches)))
		case s.ExtentSwitches != nil:
			add("%.1f %% of leaf pages out of order with %s extent switches: neighbours in key order are apart", *frag, count(float64(*s.ExtentSwitches)))
		default:
			add("%.1f %% of leaf pages out of order", *frag)
		}
	}
	if d := s.AvgPageSpaceUsedPercent; d != nil {
		add("pages %.0f %% full", *d)
	}
	if base != nil && base.PageCount > 0 {
		add("%.2f times the pages of the baseline", float64(s.PageCount)/float64(base.PageCount))
	}
	if base != nil && baseReads != nil && r.IOBytes != nil && baseReads.IOBytes != nil && *baseReads.IOBytes > 0 {
		if x := *r.IOBytes / *baseReads.IOBytes; x >= 1.05 && (base.PageCount == 0 || x > 1.2*float64(s.PageCount)/float64(base.PageCount)) {
			add("%.2f times its bytes read", x)
		}
	}
	if len(parts) == 0 {
		return "nothing was measured that explains it"
	}
	return strings.Join(parts, "; ")
}

// count prints a large number with thousands separators.
func count(f float64) string {
	s := fmt.Sprintf("%.0f", f)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
