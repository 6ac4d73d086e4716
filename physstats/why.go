package physstats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
)

// Reads is what the timed scans of a table did, averaged over them; nil is
// unknown.
type Reads struct {
	AvgReadBytes     *float64
	IOReads          *float64 // reads per scan
	IOBytes          *float64 // bytes per scan
	PhysicalReads    *float64 // pages waited for, not read ahead: those that stubs lead to
	ForwardedFetches *float64
	Slowdown         *float64 // time over the baseline's; nil too where no difference is shown
}

// Shares below which an effect is not worth a word.
const (
	smallRatio  = 0.05 // of reads, bytes and pages against the baseline
	smallShare  = 0.02 // of pages above the leaf level, and of pages read in excess
	smallPoints = 5    // of density and fragmentation, in percent
)

// Why says in one line what explains a scan's time, from measured numbers only:
// first the effects against base, the largest ahead, then what about the layout
// explains them. base is the table everything is compared with, nil when there
// is none or when s is it: then the table is described. It does not predict.
func Why(s Stats, r Reads, base *Stats, baseReads *Reads) string {
	parts := effects(s, r, baseReads)
	if s.IndexName != "" {
		parts = append(parts, "nonclustered index "+s.IndexName+" was scanned")
	}
	parts = append(parts, layout(s, r, base, baseReads)...)
	if len(parts) == 0 {
		if base == nil {
			return "nothing was measured that explains it"
		}
		parts = []string{"reads, bytes and layout are those of the baseline"}
	}
	if text := unexplained(r, baseReads); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// unexplained says that a time is on the other side of the baseline's than the reads and bytes are. Equal ones explain
// no difference but a slower scan of pages in another order.
func unexplained(r Reads, b *Reads) string {
	reads, known := factor(r.IOReads, b, func(b *Reads) *float64 { return b.IOReads })
	bytes, both := factor(r.IOBytes, b, func(b *Reads) *float64 { return b.IOBytes })
	if r.Slowdown == nil || !known || !both {
		return ""
	}
	less, more := min(reads, bytes) <= 1-smallRatio, max(reads, bytes) >= 1+smallRatio
	switch {
	case *r.Slowdown < 1 && !less:
		return "yet it was faster than the baseline: these figures do not explain it"
	case *r.Slowdown > 1 && less && !more:
		return "yet it was slower than the baseline: these figures do not explain it"
	}
	return ""
}

// merging says whether neighbours that lie near each other were read together; "" when the reads are not known.
func merging(r Reads, b *Reads) string {
	size, known := factor(r.AvgReadBytes, b, func(b *Reads) *float64 { return b.AvgReadBytes })
	reads, both := factor(r.IOReads, b, func(b *Reads) *float64 { return b.IOReads })
	switch {
	case b == nil && r.AvgReadBytes != nil:
		known, both, size, reads = true, true, *r.AvgReadBytes/(128<<10), 1 // 64 KiB, an extent, is the least
	case !known || !both:
		return ""
	}
	if size >= 0.5 && reads <= 2 {
		return ": neighbours still merge"
	}
	return ", yet neighbours are not read together"
}

// effects are what a scan did, against the baseline's where that is known.
func effects(s Stats, r Reads, b *Reads) []string {
	type effect struct {
		size float64 // as a factor of the baseline's
		text string
	}
	var out []effect
	add := func(size float64, format string, args ...any) {
		out = append(out, effect{size, fmt.Sprintf(format, args...)})
	}
	var baseIO float64
	if b != nil && b.IOReads != nil {
		baseIO = *b.IOReads
	}
	switch {
	case r.IOReads == nil || r.AvgReadBytes == nil:
		if r.AvgReadBytes != nil {
			add(1, "reads of %s on average", kib(*r.AvgReadBytes))
		}
	case baseIO > 0 && b.AvgReadBytes != nil:
		if x := *r.IOReads / baseIO; matters(x) {
			add(x, "%s times the baseline's reads (%s of %s on average, the baseline's %s)", ratio(x), count(*r.IOReads), kib(*r.AvgReadBytes), kib(*b.AvgReadBytes))
		}
	default:
		add(1, "%s of %s on average", counted(*r.IOReads, "read", "s"), kib(*r.AvgReadBytes))
	}
	if x, known := factor(r.IOBytes, b, func(b *Reads) *float64 { return b.IOBytes }); known && matters(x) {
		add(x, "%s times its bytes", ratio(x))
	}
	if size, text := stubs(s, r); text != "" {
		if baseIO > 0 {
			size /= baseIO
		} else {
			size = 0
		}
		add(size, "%s", text)
	}
	slices.SortStableFunc(out, func(a, b effect) int {
		switch {
		case a.size > b.size:
			return -1
		case a.size < b.size:
			return 1
		}
		return 0
	})
	var texts []string
	named := false // "its bytes" needs the baseline named before it
	for _, e := range out {
		if strings.HasSuffix(e.text, "times its bytes") && !named {
			e.text = strings.Replace(e.text, "its", "the baseline's", 1)
		}
		named = named || strings.Contains(e.text, "the baseline's")
		texts = append(texts, e.text)
	}
	return texts
}

// stubs says how many forwarding stubs were followed and how many of them cost a
// read of their own; size is that number, or of the stubs where it is unknown.
func stubs(s Stats, r Reads) (size float64, text string) {
	f := r.ForwardedFetches
	switch {
	case f != nil && *f >= 1 && r.PhysicalReads != nil:
		p := *r.PhysicalReads
		if p >= *f {
			return p, fmt.Sprintf("%s chased by %s", counted(*f, "stub", "s"), counted(p, "single-page read", "s"))
		}
		return p, fmt.Sprintf("%s chased, %s, the rest found in the pool", counted(*f, "stub", "s"), counted(p, "single-page read", "s"))
	case f != nil && *f >= 1:
		return *f, counted(*f, "stub", "s") + " chased"
	case f == nil && s.ForwardedRecordCount != nil && *s.ForwardedRecordCount > 0:
		n := float64(*s.ForwardedRecordCount)
		return n, counted(n, "forwarded record", "s")
	}
	return 0, ""
}

// layout is what the pages look like, as far as it differs from the baseline.
func layout(s Stats, r Reads, base *Stats, b *Reads) []string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if frag := s.AvgFragmentationPercent; frag != nil && !s.Heap() {
		switch {
		case *frag < smallPoints:
			if base == nil {
				add("leaf pages lie in key order (%.1f %% fragmentation)", *frag)
			}
		case s.ExtentSwitches != nil && s.PageCount > 0 && float64(*s.ExtentSwitches) <= 0.2*float64(s.PageCount):
			add("%.1f %% of leaf pages out of order, but only %s%s", *frag, counted(float64(*s.ExtentSwitches), "extent switch", "es"), merging(r, b))
		case s.ExtentSwitches != nil:
			add("%.1f %% of leaf pages out of order with %s: neighbours in key order are apart", *frag, counted(float64(*s.ExtentSwitches), "extent switch", "es"))
		default:
			add("%.1f %% of leaf pages out of order", *frag)
		}
	}
	if d := s.AvgPageSpaceUsedPercent; d != nil {
		switch {
		case base == nil || base.AvgPageSpaceUsedPercent == nil:
			add("pages %s %% full", short(*d))
		case math.Abs(*d-*base.AvgPageSpaceUsedPercent) > smallPoints:
			add("pages %s %% full, the baseline's %s %%", short(*d), short(*base.AvgPageSpaceUsedPercent))
		}
	}
	if base != nil && base.PageCount > 0 {
		pages := float64(s.PageCount) / float64(base.PageCount)
		bytes, known := factor(r.IOBytes, b, func(b *Reads) *float64 { return b.IOBytes })
		if matters(pages) && (!known || math.Abs(bytes-pages) > 2*smallRatio*pages) {
			add("%s times the baseline's pages", ratio(pages))
		}
	}
	if upper := s.TotalPages() - s.PageCount; s.PageCount > 0 && float64(upper) > smallShare*float64(s.PageCount) {
		add("%s above the leaf level", counted(float64(upper), "page", "s"))
	}
	if total := float64(s.TotalPages()); r.IOBytes != nil && total > 0 && (s.Heap() || s.Mode != Limited) {
		if beyond := *r.IOBytes/8192 - total; beyond > smallShare*total {
			add("%s read beyond the table's own", counted(beyond, "page", "s"))
		}
	}
	return parts
}

// factor is v over the baseline's; known is false when either is unknown.
func factor(v *float64, b *Reads, get func(*Reads) *float64) (x float64, known bool) {
	if v == nil || b == nil || get(b) == nil || *get(b) <= 0 {
		return 0, false
	}
	return *v / *get(b), true
}

func matters(ratio float64) bool { return math.Abs(ratio-1) >= smallRatio }

// ratio has two decimals below 10.
func ratio(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2f", x)
	}
	return short(x)
}

// short has one decimal below 100.
func short(x float64) string {
	if x < 99.95 {
		return fmt.Sprintf("%.1f", x)
	}
	return count(x)
}

// counted is a number of things, with the ending of many of them.
func counted(f float64, thing, many string) string {
	if math.Round(f) == 1 {
		many = ""
	}
	return count(f) + " " + thing + many
}

func kib(bytes float64) string { return short(bytes/1024) + " KiB" }

// count prints a large number with thousands separators.
func count(f float64) string { return humanize.Comma(int64(math.Round(f))) }
