package main

import (
	"context"
	"slices"

	"scanfrag/loaders"
)

// Peers and tools by the names that --list and skips use.
const (
	needSQLite   = "SQLite"
	needPostgres = "PostgreSQL"
	needFio      = "fio"
)

// stage measures works that share a preparation. disk is the most it holds at one
// time, for rows rows and the works wanted of it.
type stage struct {
	works []Work
	disk  func(rows int64, want []string) int64
	run   func(ctx context.Context, b *bench, want []string) error
}

// Names of works that code asks for.
const (
	whileWork       = "while"
	alternatingWork = "alternating"
	insertWork      = "insert"
	scanFioWork     = "scan-fio"
	scanSerialWork  = "scan-pg-serial"
	scanParWork     = "scan-pg-parallel"
	statsWork       = "stats"
	rulesWork       = "rules"
	mainWork        = "main"
	growWork        = "grow"
	memoryWork      = "memory"
)

// stages are all works, in the order of the table.
func stages() []stage {
	out := []stage{
		{
			works: []Work{{Name: whileWork, Title: "empty WHILE counting loop", Unit: perSec, Floor: 2e6, Aim: 10e6, Absolute: true}},
			run:   runWhile,
		},
		{
			works: []Work{{Name: alternatingWork, Title: "alternating through T-SQL against SQLite", Unit: seconds, Peer: needSQLite, Needs: []string{needSQLite}, Floor: 1, Aim: 2}},
			// SQLite keeps whole rows in interior pages too: about as many pages as ours.
			disk: func(rows int64, _ []string) int64 { return peak("alternating", rows) * 6 / 5 },
			run:  runAlternating,
		},
		{
			works: []Work{{Name: insertWork, Title: "INSERT ... SELECT into a heap against PostgreSQL, unlogged", Unit: seconds, Peer: needPostgres, Needs: []string{needPostgres}, Floor: 1, Aim: 2}},
			disk:  func(rows int64, _ []string) int64 { return 2 * packed(rows) },
			run:   runInsert,
		},
		{
			works: []Work{
				{Name: scanFioWork, Title: "cold serial scan of baseline against fio sequential", Unit: rate, Peer: needFio, Needs: []string{needFio}, Floor: 0.85, Aim: 0.95},
				{Name: scanSerialWork, Title: "cold scan of baseline against PostgreSQL's count, serial", Unit: seconds, Peer: needPostgres, Needs: []string{needPostgres}, Floor: 1, Aim: 1.5},
				{Name: scanParWork, Title: "cold scan of baseline against PostgreSQL's count, parallel", Unit: seconds, Peer: needPostgres, Needs: []string{needPostgres}, Floor: 1, Aim: 1.5},
				{Name: statsWork, Title: "DETAILED stats of baseline against fio sequential", Unit: rate, Peer: needFio, Needs: []string{needFio}, Floor: 0.7, Aim: 0.9},
				{Name: rulesWork, Title: "all nine rules on baseline, in cold scans of it", Unit: seconds, Peer: "own scan", Floor: 2, Aim: 1, Lower: true},
			},
			disk: func(rows int64, want []string) int64 {
				n := peak(loaders.Baseline, rows)
				if slices.Contains(want, scanSerialWork) || slices.Contains(want, scanParWork) {
					n += packed(rows)
				}
				return n
			},
			run: runBaseline,
		},
	}
	for _, load := range []string{"alternating", "lowfill", "heap"} {
		out = append(out, stage{
			works: []Work{{Name: "replay-" + load, Title: "cold serial scan of " + load + " against fio, same reads", Unit: rate, Peer: needFio, Needs: []string{needFio}, Floor: 0.8, Aim: 0.95}},
			disk:  func(rows int64, _ []string) int64 { return peak(load, rows) },
			run:   func(ctx context.Context, b *bench, _ []string) error { return runReplay(ctx, b, load) },
		})
	}
	return append(out,
		stage{
			works: []Work{{Name: mainWork, Title: "the main job, whole: scanfrag run", Unit: seconds, Floor: 600, Aim: 300, Lower: true, Absolute: true, Published: true}},
			disk: func(rows int64, _ []string) int64 {
				var n int64
				for _, name := range loaders.Default() {
					n = max(n, peak(name, rows))
				}
				return n
			},
			run: runMain,
		},
		stage{
			// "Flat" leaves a tenth for noise.
			works: []Work{{Name: growWork, Title: "growth of the time per row, worst of load, scan, stats and rules", Unit: times, Floor: 1.5, Aim: 1.1, Lower: true, Absolute: true, Published: true}},
			// Sizes that do not fit are skipped one by one.
			disk: func(rows int64, _ []string) int64 { return peak(loaders.Baseline, growSizes(rows)[1]) },
			run:  runGrow,
		})
}

// workNames are the names --only takes.
func workNames() []string {
	var out []string
	for _, s := range stages() {
		for _, w := range s.works {
			out = append(out, w.Name)
		}
	}
	return out
}

// peak is the most disk a load takes at one time.
func peak(name string, rows int64) int64 {
	l, ok := loaders.Lookup(name)
	if s, sized := l.(loaders.Sized); ok && sized {
		return s.Size(rows).PeakBytes
	}
	panic("bench: " + name + " is no built-in load of known size")
}

// packed is the size of the rows on full pages, 7 to a page, with a tenth to spare
// for a file that grows in steps.
func packed(rows int64) int64 { return rows / 7 * 8192 * 11 / 10 }
