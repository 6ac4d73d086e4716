package engine

import (
	"context"
	"fmt"

	"scanfrag/internal/page"
)

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

// sampledPages is the size below which SAMPLED reads every page (documented).
const sampledPages = 10000

// PhysicalStats walks one index (heap: indexID 0); all levels in Detailed, the leaf otherwise.
// A heap's Records count stubs and forwarded records apart, as SQL Server does. Sampled figures of
// records are estimates from every hundredth page.
func (tx *Txn) PhysicalStats(ctx context.Context, t *Table, indexID int, mode Mode) ([]LevelStats, error) {
	s, base, err := tx.measured(ctx, t, indexID)
	if err != nil {
		return nil, err
	}
	if s.heap != nil {
		return s.heapStats(ctx, base, mode)
	}
	switch mode {
	case Limited:
		o, err := s.leafOrder(ctx)
		if err != nil {
			return nil, err
		}
		o.fillIndex(&base)
		return []LevelStats{base}, nil
	case Sampled:
		if u := s.unit().Pages(); u.Used-u.IAM >= sampledPages {
			return s.sampledStats(ctx, base)
		}
	}
	levels, err := s.measureTree(ctx)
	if err != nil {
		return nil, err
	}
	var out []LevelStats
	for n := range levels {
		l := base
		l.Level = n
		levels[n].order.fillIndex(&l)
		levels[n].sums.fill(&l)
		out = append(out, l)
	}
	if mode == Sampled {
		out = out[:1]
	}
	return out, nil
}

// measured finds the storage of an index under a shared lock.
func (tx *Txn) measured(ctx context.Context, t *Table, indexID int) (*storage, LevelStats, error) {
	if err := tx.use(ctx, t, shared, false); err != nil {
		return nil, LevelStats{}, err
	}
	for i, ix := range t.Indexes {
		if ix.ID != indexID || t.st[i] == nil {
			continue
		}
		s := t.st[i]
		l := LevelStats{IndexID: indexID, Depth: 1, IndexType: "HEAP"}
		if s.tree != nil {
			l.IndexType = "CLUSTERED INDEX"
			if i > 0 {
				l.IndexType = "NONCLUSTERED INDEX"
			}
			l.Depth = s.tree.Meta().Depth
		}
		return s, l, nil
	}
	return nil, LevelStats{}, fmt.Errorf("physical statistics: table %s.%s has no index %d", t.Schema, t.Name, indexID)
}

func (s *storage) heapStats(ctx context.Context, l LevelStats, mode Mode) ([]LevelStats, error) {
	list, err := extentsOf(s.unit())
	if err != nil {
		return nil, err
	}
	var o order
	for _, e := range list {
		for i := range page.ID(page.ExtentPages) {
			if e.Mask>>i&1 != 0 {
				o.add(e.First + i)
			}
		}
	}
	o.fillHeap(&l)
	if mode == Limited {
		return []LevelStats{l}, nil
	}
	var sums recordSums
	step := 1
	if mode == Sampled && o.pages >= sampledPages {
		step = sampleStep
		l.KnownFragments, l.Fragments, l.FragmentationPercent, l.AvgFragmentPages = false, 0, 0, 0
	}
	err = s.eachPage(ctx, list, step, func(p *page.Page) error {
		sums.add(p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	sums.scale(o.pages)
	sums.fill(&l)
	l.Forwarded, l.KnownForwarded = sums.forwarded, true
	return []LevelStats{l}, nil
}
