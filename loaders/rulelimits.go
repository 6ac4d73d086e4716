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

func ruleSize(f Facts) (bool, string, string, string, error) {
	// Compared as products so that no rounding of the limit decides.
	wanted := fmt.Sprintf("less than %s KiB", humanize.Comma(SizeLimitKB(f.Wanted)))
	note := ""
	if f.Wanted != PublishedRows {
		note = fmt.Sprintf("the limit of %s KiB is scaled from %s rows", humanize.Comma(limitKB), humanize.Comma(PublishedRows))
	}
	if f.SpaceErr != nil {
		return false, "", wanted, note, f.SpaceErr
	}
	kb := f.Space.DataKB + f.Space.IndexKB
	ok := kb*PublishedRows < limitKB*f.Wanted
	if !ok && f.Wanted < scalableRows {
		ok, note = true, fmt.Sprintf("not under the limit, but no breach: too few rows to scale the limit (%s are needed)", humanize.Comma(scalableRows))
	}
	return ok, fmt.Sprintf("%s KiB (data %s, index_size %s)", humanize.Comma(kb), humanize.Comma(f.Space.DataKB), humanize.Comma(f.Space.IndexKB)), wanted, note, nil
}

func ruleDensity(f Facts) (bool, string, string, string, error) {
	const wanted = "more than 50 %"
	if f.ContigErr != nil {
		return false, "", wanted, "", f.ContigErr
	}
	ok, note := f.Contig.Density > 50, ""
	if !ok && f.Contig.Pages < judgeablePages {
		ok, note = true, fmt.Sprintf("not above the limit, but no breach: too few pages to judge the density (%d are needed)", judgeablePages)
	}
	return ok, fmt.Sprintf("%.2f %%", f.Contig.Density), wanted, note, nil
}
