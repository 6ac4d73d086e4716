package engine

import "context"

// Mode of a physical walk, as the last argument of sys.dm_db_index_physical_stats.
type Mode uint8

const (
	Limited  Mode = iota // level above the leaf; PFS and IAM for heaps
	Sampled              // 1 % of the pages, Detailed below 10,000 pages
	Detailed             // every page, one row per level
)

// LevelStats is one row of sys.dm_db_index_physical_stats. Fields that the mode does not give are
// marked by Known… false and are NULL.
type LevelStats struct {
	IndexID, Level, Depth   int
	IndexType               string  // HEAP, CLUSTERED INDEX, NONCLUSTERED INDEX
	FragmentationPercent    float64 // index: (fragments-1)/pages*100; heap: out-of-order extents
	Fragments               int64
	AvgFragmentPages        float64
	KnownFragments          bool // fragment columns known
	Pages                   int64
	KnownRecords            bool // the rest is known
	AvgPageSpaceUsedPercent float64
	Records, Ghosts         int64
	MinRecord, MaxRecord    int
	AvgRecord               float64 // 3 decimals
	Forwarded               int64
	KnownForwarded          bool // heaps only
}

// PhysicalStats walks one index (heap: indexID 0); all levels in Detailed, the leaf otherwise.
func (tx *Txn) PhysicalStats(ctx context.Context, t *Table, indexID int, mode Mode) ([]LevelStats, error) {
	panic("not yet")
}

// Contig is what DBCC SHOWCONTIG reports about the leaf level.
type Contig struct {
	Pages, Extents, ExtentSwitches int64
	AvgFreeBytes, AvgPageDensity   float64
	BestCount, ActualCount         int64
	ScanDensity                    float64
	LogicalFragmentation           float64
	ExtentFragmentation            float64
	Rows                           int64
	MinRecord, MaxRecord           int
	AvgRecord                      float64
	Forwarded                      int64
	Fast                           bool // rows, record sizes and free bytes unknown
}

func (tx *Txn) ShowContig(ctx context.Context, t *Table, indexID int, fast bool) (Contig, error) {
	panic("not yet")
}

// Space is sp_spaceused for one table, in pages; with reserved >= used >= data.
type Space struct{ Reserved, Used, Data int64 }

func (t *Table) Space() Space { panic("not yet") }

// Operational counters of one index since the table was attached (sys.dm_db_index_operational_stats).
type Operational struct {
	LeafInserts, LeafDeletes, LeafUpdates int64
	LeafAllocations, NonLeafAllocations   int64
	RangeScans, SingletonLookups          int64
	ForwardedFetches                      int64
}

func (t *Table) Operational(indexID int) Operational { panic("not yet") }

// Check verifies the whole database: every page owned once or free, chains and parents agree, keys in
// order, stubs and back pointers match, counts right, checksums. One error per finding.
func (d *Database) Check(ctx context.Context) []error { panic("not yet") }
