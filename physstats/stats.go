// Package physstats asks a server what a table looks like on disk: the figures
// of sys.dm_db_index_physical_stats, DBCC SHOWCONTIG and sp_spaceused for one
// table, in one flat record, and what follows from them.
package physstats

// Stats describes the heap or clustered index of one table (index 0 or 1,
// partition 1, in-row data), or a nonclustered index that IndexName names. Pointers are nil where the server does not say:
// in LIMITED mode densities and record counts, for a heap outside DETAILED
// mode the fragmentation, for an index the forwarded records.
type Stats struct {
	Mode      string `json:"mode"`       // LIMITED, SAMPLED or DETAILED, as asked for
	IndexType string `json:"index_type"` // "HEAP", "CLUSTERED INDEX" or "NONCLUSTERED INDEX", as the server words it
	IndexName string `json:"index_name,omitempty"`

	// Leaf level or heap.
	PageCount            int64  `json:"page_count"`
	RecordCount          *int64 `json:"record_count"` // for a heap, stubs and forwarded records count twice
	ForwardedRecordCount *int64 `json:"forwarded_record_count"`
	GhostRecordCount     *int64 `json:"ghost_record_count"`

	// AvgFragmentationPercent is, for an index, the share of leaf pages whose
	// successor in key order is not the next page of the file; for a heap, the
	// share of extents that do not follow their predecessor.
	AvgFragmentationPercent *float64 `json:"avg_fragmentation_percent"`
	FragmentCount           *int64   `json:"fragment_count"` // runs of pages that lie next to each other
	AvgFragmentPages        *float64 `json:"avg_fragment_pages"`
	AvgPageSpaceUsedPercent *float64 `json:"avg_page_space_used_percent"`

	// From DBCC SHOWCONTIG: a walk along the leaf level in logical order.
	Extents        *int64 `json:"extents"`
	ExtentSwitches *int64 `json:"extent_switches"` // how often the walk moved to another extent

	IndexDepth int64   `json:"index_depth"` // 1 for a heap
	Levels     []Level `json:"levels"`      // 0 is the leaf; in LIMITED mode only the leaf

	// Missing says what could not be read and why.
	Missing []string `json:"-"`
}

// Level is one level of the B-tree; a heap has level 0 only.
type Level struct {
	Level                   int64    `json:"level"`
	PageCount               int64    `json:"page_count"`
	RecordCount             *int64   `json:"record_count"`
	AvgFragmentationPercent *float64 `json:"avg_fragmentation_percent"`
	AvgPageSpaceUsedPercent *float64 `json:"avg_page_space_used_percent"`
}

// TotalPages is the number of pages of all levels known.
func (s Stats) TotalPages() int64 {
	var n int64
	for _, l := range s.Levels {
		n += l.PageCount
	}
	return n
}

// Heap reports whether the table has no clustered index.
func (s Stats) Heap() bool { return s.IndexType == "HEAP" }

// Space is what sp_spaceused reports for one table, in KB.
type Space struct {
	Rows       int64
	ReservedKB int64
	DataKB     int64
	IndexKB    int64 // index_size: non-leaf and IAM pages of a clustered index land here
	UnusedKB   int64
}

// Contig is the part of DBCC SHOWCONTIG ... WITH TABLERESULTS that the kit uses.
type Contig struct {
	Pages          int64
	Extents        int64
	ExtentSwitches int64
	Density        float64 // average page density, percent
}
