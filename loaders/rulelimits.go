package loaders

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// limitKB is 7.5 GiB at the published row count.
const limitKB = 7_864_320

// SizeLimitKB is the size in KiB that data and index of so many rows must stay under, rounded up: 7.5 GiB at
// PublishedRows, in proportion at others.
func SizeLimitKB(rows int64) int64 { return ceilDiv(limitKB*rows, PublishedRows) }

// Below these sizes whole pages and extents outweigh the layout: being over the
// scaled size limit, or not above the density limit, is noted and no breach. The
// exercise itself knows one size only.
const (
	scalableRows   = 10_000
	judgeablePages = 10
)

func ruleSize(f Facts) (r finding) {
	r.wanted = fmt.Sprintf("less than %s KiB", humanize.Comma(SizeLimitKB(f.Wanted)))
	if f.Wanted != PublishedRows {
		r.note = fmt.Sprintf("the limit of %s KiB is scaled from %s rows", humanize.Comma(limitKB), humanize.Comma(PublishedRows))
	}
	if r.err = f.SpaceErr; r.err != nil {
		return r
	}
	kb := f.Space.DataKB + f.Space.IndexKB
	r.measured = fmt.Sprintf("%s KiB (data %s, index_size %s)", humanize.Comma(kb), humanize.Comma(f.Space.DataKB), humanize.Comma(f.Space.IndexKB))
	r.ok = kb*PublishedRows < limitKB*f.Wanted // as products: no rounding of the limit decides
	if !r.ok && f.Wanted < scalableRows {
		r.ok, r.note = true, fmt.Sprintf("not under the limit, but no breach: too few rows to scale the limit (%s are needed)", humanize.Comma(scalableRows))
	}
	return r
}

func ruleDensity(f Facts) (r finding) {
	r.wanted = "more than 50 %"
	if r.err = f.ContigErr; r.err != nil {
		return r
	}
	r.ok, r.measured = f.Contig.Density > 50, fmt.Sprintf("%.2f %%", f.Contig.Density)
	if !r.ok && f.Contig.Pages < judgeablePages {
		r.ok, r.note = true, fmt.Sprintf("not above the limit, but no breach: too few pages to judge the density (%d are needed)", judgeablePages)
	}
	return r
}
