package report

import (
	"encoding/csv"
	"io"
	"strconv"

	"scanfrag/scan"
)

// csvColumns are the columns of CSV, with the names and units of the JSON.
var csvColumns = []string{
	"drive", "loader", "engine", "rows", "maxdop", "dop", "valid", "rank", "tie", "median_seconds", "slowdown", "load_seconds",
	"pool_pages", "table_pages", "index_type", "page_count", "record_count", "forwarded_record_count", "avg_fragmentation_percent",
	"fragment_count", "avg_fragment_pages", "avg_page_space_used_percent", "extents", "extent_switches", "index_depth",
	"avg_read_bytes", "reserved_kb", "data_kb", "index_kb", "unused_kb",
	"scan", "elapsed_seconds", "cpu_seconds", "logical_reads", "physical_reads", "read_ahead_reads", "io_reads", "io_bytes",
	"forwarded_fetches", "cold",
}

// CSV writes one line per timed scan, the figures of its result repeated on
// each; a result without scans has one line with those cells empty. Numbers are
// plain with a dot, unknown is empty.
func CSV(w io.Writer, results []scan.Result) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvColumns); err != nil {
		return err
	}
	for _, r := range results {
		common := resultCells(r)
		for i, s := range r.Scans {
			if err := out.Write(append(common[:len(common):len(common)], scanCells(i+1, s)...)); err != nil {
				return err
			}
		}
		if len(r.Scans) == 0 {
			if err := out.Write(append(common, make([]string, len(csvColumns)-len(common))...)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func resultCells(r scan.Result) []string {
	c := []string{r.Drive, r.Loader, r.Engine, strconv.FormatInt(r.Rows, 10), plain(r.Maxdop), plain(r.DOP), plain(r.Valid), plain(r.Rank),
		plain(r.Tie), plain(r.MedianSeconds), plain(r.Slowdown), plain(r.LoadSeconds), plain(r.PoolPages), plain(r.TablePages)}
	if s := r.Stats; s != nil {
		c = append(c, s.IndexType, strconv.FormatInt(s.PageCount, 10), plain(s.RecordCount), plain(s.ForwardedRecordCount), plain(s.AvgFragmentationPercent),
			plain(s.FragmentCount), plain(s.AvgFragmentPages), plain(s.AvgPageSpaceUsedPercent), plain(s.Extents), plain(s.ExtentSwitches),
			strconv.FormatInt(s.IndexDepth, 10))
	} else {
		c = append(c, make([]string, 11)...)
	}
	return append(c, plain(r.AvgReadBytes), plain(r.ReservedKB), plain(r.DataKB), plain(r.IndexKB), plain(r.UnusedKB))
}

func scanCells(n int, s scan.Scan) []string {
	return []string{strconv.Itoa(n), plain(&s.ElapsedSeconds), plain(s.CPUSeconds), plain(s.LogicalReads), plain(s.PhysicalReads),
		plain(s.ReadAheadReads), plain(s.IOReads), plain(s.IOBytes), plain(s.ForwardedFetches), plain(s.Cold)}
}
