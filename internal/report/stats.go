package report

import (
	"fmt"

	"scanfrag/physstats"
	"scanfrag/scan"
)

// Stats is the physical statistics of one table, a figure per line, and its
// levels.
func Stats(title string, s physstats.Stats, sp *physstats.Space) []Table {
	t := Table{Title: title, Columns: cols("figure", "#value")}
	t.Add("index type", s.IndexType)
	if s.IndexName != "" {
		t.Add("index", s.IndexName)
	}
	t.Add("mode", s.Mode)
	t.Add("leaf pages", count(&s.PageCount))
	t.Add("records", count(s.RecordCount))
	t.Add("forwarded records", count(s.ForwardedRecordCount))
	t.Add("ghost records", count(s.GhostRecordCount))
	t.Add("fragmentation %", fixed(s.AvgFragmentationPercent, 2))
	t.Add("fragments", count(s.FragmentCount))
	t.Add("pages per fragment", fixed(s.AvgFragmentPages, 2))
	t.Add("page density %", fixed(s.AvgPageSpaceUsedPercent, 2))
	t.Add("extents", count(s.Extents))
	t.Add("extent switches", count(s.ExtentSwitches))
	t.Add("index depth", count(&s.IndexDepth))
	if sp != nil {
		t.Add("rows (sp_spaceused)", count(&sp.Rows))
		t.Add("reserved KiB", count(&sp.ReservedKB))
		t.Add("data KiB", count(&sp.DataKB))
		t.Add("index KiB", count(&sp.IndexKB))
		t.Add("unused KiB", count(&sp.UnusedKB))
	}
	out := []Table{t}
	if len(s.Levels) > 1 {
		l := Table{Title: "Levels", Columns: cols("#level", "#pages", "#records", "#fragmentation %", "#density %")}
		for _, v := range s.Levels {
			l.Add(fmt.Sprint(v.Level), count(&v.PageCount), count(v.RecordCount), fixed(v.AvgFragmentationPercent, 2), fixed(v.AvgPageSpaceUsedPercent, 2))
		}
		out = append(out, l)
	}
	if s.PageCount < 1000 {
		out[len(out)-1].Notes = append(out[len(out)-1].Notes, "fewer than 1000 pages: fragmentation means little at this size")
	}
	return out
}

// Scans is the single scans of some results.
func Scans(results []scan.Result) Table {
	t := Table{Columns: cols("loader", "#maxdop", "#dop", "#scan", "#elapsed s", "#cpu s", "#logical reads", "#physical", "#read-ahead", "#reads", "#MiB read",
		"#forwarded fetches", "cold")}
	for _, r := range results {
		for i, s := range r.Scans {
			cold := "unknown: " + s.ColdReason
			if s.Cold != nil && *s.Cold {
				cold = "yes"
			} else if s.Cold != nil {
				cold = "no: " + s.ColdReason
			}
			var mb *float64
			if s.IOBytes != nil {
				x := float64(*s.IOBytes) / (1 << 20)
				mb = &x
			}
			t.Add(r.Loader, dash(plain(r.Maxdop)), dash(plain(r.DOP)), fmt.Sprint(i+1), seconds(&s.ElapsedSeconds), seconds(s.CPUSeconds), count(s.LogicalReads),
				count(s.PhysicalReads), count(s.ReadAheadReads), count(s.IOReads), fixed(mb, 1), count(s.ForwardedFetches), cold)
		}
	}
	return t
}

func dash(s string) string {
	if s == "" {
		return unknown
	}
	return s
}
