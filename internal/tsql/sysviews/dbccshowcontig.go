package sysviews

import (
	"fmt"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// contigRow is what SHOWCONTIG says of one index.
type contigRow struct {
	index
	c engine.Contig
}

// DBCC SHOWCONTIG [(table [, index])] [WITH TABLERESULTS, FAST, ALL_INDEXES, ALL_LEVELS,
// NO_INFOMSGS]. As documented, ALL_INDEXES overrules an index that is named, and ALL_LEVELS is accepted and changes nothing.
func init() {
	dbcc("SHOWCONTIG", func(c *system.Call, a args, with dbccOptions) error {
		tables := database(c).Tables()
		var only *engine.Index
		if len(a) > 0 {
			t, err := dbccTable(c, a, 0)
			if err != nil {
				return err
			}
			tables = []*engine.Table{t}
			if len(a) > 1 {
				if only, err = dbccIndex(t, a, 1); err != nil {
					return err
				}
			}
		}
		tx, err := c.Session.Txn()
		if err != nil {
			return err
		}
		var rows []contigRow
		for _, t := range tables {
			if !with.has("TableResults") && !with.quiet() {
				if err := c.Info(0, fmt.Sprintf("DBCC SHOWCONTIG scanning '%s' table...", t.Name)); err != nil {
					return err
				}
			}
			list := t.Indexes[:1]
			switch {
			case with.has("AllIndexes"):
				list = t.Indexes
			case only != nil:
				list = []*engine.Index{only}
			}
			for _, ix := range list {
				if ix.Absent() {
					continue
				}
				k, err := tx.ShowContig(c.Ctx, t, ix.ID, with.has("Fast"))
				if err != nil {
					return err
				}
				r := contigRow{index{t, ix}, k}
				if with.has("TableResults") {
					rows = append(rows, r)
				} else if !with.quiet() {
					if err := r.print(c); err != nil {
						return err
					}
				}
			}
		}
		if with.has("TableResults") {
			return result(c, contigFields(), rows)
		}
		return nil
	})
}

// print sends the report, a message a line.
func (r contigRow) print(c *system.Call) error {
	level := "TABLE"
	if r.ix.ID > 1 {
		level = "LEAF"
	}
	head := []string{
		fmt.Sprintf("Table: '%s' (%d); index ID: %d, database ID: %d", r.table.Name, r.table.ID, r.ix.ID, r.table.Database().ID()),
		level + " level scan performed.",
	}
	for _, l := range append(head, r.lines()...) {
		if err := c.Info(0, l); err != nil {
			return err
		}
	}
	return nil
}

// lines are the figures, to SQL Server's layout. Logical fragmentation means nothing for a heap. FAST prints the extent
// scan fragmentation although WITH TABLERESULTS it is NULL: both are documented so.
func (r contigRow) lines() (out []string) {
	k := r.c
	add := func(has bool, format string, args ...any) {
		if has {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(true, "- Pages Scanned................................: %d", k.Pages)
	add(!k.Fast, "- Extents Scanned..............................: %d", k.Extents)
	add(true, "- Extent Switches..............................: %d", k.ExtentSwitches)
	add(!k.Fast, "- Avg. Pages per Extent........................: %.1f", r.pagesPerExtent())
	add(true, "- Scan Density [Best Count:Actual Count].......: %.2f%% [%d:%d]", k.ScanDensity, k.BestCount, k.ActualCount)
	add(!r.heap(), "- Logical Scan Fragmentation ..................: %.2f%%", k.LogicalFragmentation)
	add(true, "- Extent Scan Fragmentation ...................: %.2f%%", k.ExtentFragmentation)
	add(!k.Fast, "- Avg. Bytes Free per Page.....................: %.1f", k.AvgFreeBytes)
	add(!k.Fast, "- Avg. Page Density (full).....................: %.2f%%", k.AvgPageDensity)
	return out
}

func (r contigRow) pagesPerExtent() float64 {
	if r.c.Extents == 0 {
		return 0
	}
	return float64(r.c.Pages) / float64(r.c.Extents)
}

// contigFields are the columns WITH TABLERESULTS; what FAST does not look at is NULL.
func contigFields() []field[contigRow] {
	full := func(f func(k engine.Contig) value) func(contigRow) value {
		return func(r contigRow) value { return known(!r.c.Fast, f(r.c)) }
	}
	return fields[contigRow](
		opt("ObjectName", tName, func(r contigRow) value { return str(r.table.Name) }),
		opt("ObjectId", tInt, func(r contigRow) value { return num(r.table.ID) }),
		opt("IndexName", tName, func(r contigRow) value { return known(!r.heap(), str(r.ix.Name)) }),
		opt("IndexId", tInt, func(r contigRow) value { return num(r.ix.ID) }),
		opt("Level", tInt, func(contigRow) value { return num(0) }),
		opt("Pages", tBig, func(r contigRow) value { return num(r.c.Pages) }),
		opt("Rows", tBig, full(func(k engine.Contig) value { return num(k.Rows) })),
		opt("MinimumRecordSize", tInt, full(func(k engine.Contig) value { return num(k.MinRecord) })),
		opt("MaximumRecordSize", tInt, full(func(k engine.Contig) value { return num(k.MaxRecord) })),
		opt("AverageRecordSize", tFloat, full(func(k engine.Contig) value { return flt(k.AvgRecord) })),
		opt("ForwardedRecords", tBig, full(func(k engine.Contig) value { return num(k.Forwarded) })),
		opt("Extents", tBig, full(func(k engine.Contig) value { return num(k.Extents) })),
		opt("ExtentSwitches", tBig, func(r contigRow) value { return num(r.c.ExtentSwitches) }),
		opt("AverageFreeBytes", tFloat, full(func(k engine.Contig) value { return flt(k.AvgFreeBytes) })),
		opt("AveragePageDensity", tFloat, full(func(k engine.Contig) value { return flt(k.AvgPageDensity) })),
		opt("ScanDensity", tFloat, func(r contigRow) value { return flt(r.c.ScanDensity) }),
		opt("BestCount", tBig, func(r contigRow) value { return num(r.c.BestCount) }),
		opt("ActualCount", tBig, func(r contigRow) value { return num(r.c.ActualCount) }),
		opt("LogicalFragmentation", tFloat, func(r contigRow) value { return flt(r.c.LogicalFragmentation) }),
		opt("ExtentFragmentation", tFloat, full(func(k engine.Contig) value { return flt(k.ExtentFragmentation) })),
	)
}
