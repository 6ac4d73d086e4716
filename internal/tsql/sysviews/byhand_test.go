package sysviews_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"scanfrag/internal/page"
)

// level is one level of a table, counted from the list that DBCC IND gives and from the pages it names: its own
// arithmetic, after the published definitions.
type level struct {
	heap                                          bool
	iams                                          int // pages of the allocation map, of level 0
	pages, fragments                              int
	disorder                                      int // pages whose successor is not the index's next page in the file
	switches, extents, jumps                      int // extents: different ones; jumps: those that do not follow the one before
	records, forwarded, ghosts, bytes, used, free int
	least, most                                   int
}

// byHand walks the chain of every level of a table's first index, or a heap's pages in IAM order; other counts the
// pages that are not of the leaf.
func byHand(t *testing.T, e *env, table string) (levels []level, other int) {
	t.Helper()
	const file, no, kind, at, next, prev = 0, 1, 9, 10, 12, 14
	type node struct{ next, prev int }
	chains := []map[int]node{}
	var inOrder []int // of a heap
	iams := 0
	for _, r := range e.run("DBCC IND (0, '" + table + "', 1) WITH NO_INFOMSGS").sets[0].rows {
		if r[file] != "1" {
			t.Fatalf("a page of file %s", r[file])
		}
		if r[kind] == "10" {
			iams++
			other++
			continue
		}
		n := atoi(t, r[at])
		for len(chains) <= n {
			chains = append(chains, map[int]node{})
		}
		chains[n][atoi(t, r[no])] = node{atoi(t, r[next]), atoi(t, r[prev])}
		if inOrder = append(inOrder, atoi(t, r[no])); n > 0 {
			other++
		}
	}
	isHeap := e.run("SELECT index_id FROM sys.indexes WHERE index_id < 2 AND object_id = OBJECT_ID('" + table + "')").sets[0].rows[0][0] == "0"
	inFile := slices.Sorted(slices.Values(inOrder))
	for n, chain := range chains {
		l := level{heap: isHeap}
		if n == 0 {
			l.iams = iams
		}
		order := inOrder
		if !isHeap {
			order = nil
			first := 0
			for id, at := range chain {
				if at.prev == 0 {
					first = id
				}
			}
			for id := first; id != 0; id = chain[id].next {
				if _, ok := chain[id]; !ok || len(order) > len(chain) {
					t.Fatalf("level %d: the chain of %d pages leads astray at page %d", n, len(chain), id)
				}
				order = append(order, id)
			}
			if len(order) != len(chain) {
				t.Fatalf("level %d: the chain has %d of %d pages", n, len(order), len(chain))
			}
		}
		l.follow(order, inFile)
		for _, id := range order {
			l.look(t, e, uint32(id))
		}
		levels = append(levels, l)
	}
	return levels, other
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// follow counts fragments and extents along the pages; inFile are all pages of the table in the order of the file.
func (l *level) follow(order, inFile []int) {
	seen := map[int]bool{}
	last, lastNew := math.MinInt, math.MinInt
	for _, id := range order {
		if id != last+1 {
			l.fragments++
		}
		if i, _ := slices.BinarySearch(inFile, last); last >= 0 && (i+1 == len(inFile) || inFile[i+1] != id) {
			l.disorder++
		}
		if last >= 0 && id/8 != last/8 {
			l.switches++
		}
		if !seen[id/8] {
			seen[id/8] = true
			if l.extents++; l.extents > 1 && id/8 != lastNew+1 {
				l.jumps++
			}
			lastNew = id / 8
		}
		last = id
	}
	l.pages = len(order)
}

// look counts a page's records.
func (l *level) look(t *testing.T, e *env, no uint32) {
	t.Helper()
	ref, err := e.inst.Database("d").Store().Get(page.MakeID(1, no), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ref.Release()
	p := ref.Page
	l.free += p.FreeCount()
	slots := 0
	for i := range p.SlotCount() {
		rec := p.Record(i)
		if rec == nil {
			continue
		}
		slots++
		l.used += len(rec)
		switch page.RecordKind(rec) {
		case page.KindGhost, page.KindGhostIndex: // they take space but are no records
			l.ghosts++
			continue
		case page.KindForwarded:
			l.forwarded++
		}
		if l.records == 0 {
			l.least = len(rec)
		}
		l.records++
		l.least, l.most = min(l.least, len(rec)), max(l.most, len(rec))
		l.bytes += len(rec)
	}
	l.used += 2 * max(slots-1, 0)
}

func round3(x float64) float64 { return math.Round(x*1000) / 1000 }

func number(x float64) string { return strconv.FormatFloat(x, 'G', -1, 64) }

// fragmentation is of pages in an index, of extents in a heap.
func (l *level) fragmentation() (percent float64, fragments int) {
	if l.heap {
		return float64(l.jumps) / float64(l.extents) * 100, l.jumps + 1
	}
	return float64(l.disorder) / float64(l.pages) * 100, l.fragments
}

// detailed is the row of sys.dm_db_index_physical_stats from index_level to forwarded_record_count.
func (l *level) detailed(n, depth int) []string {
	percent, fragments := l.fragmentation()
	_, full := l.density()
	frag, size, forwarded := fmt.Sprint(fragments), number(float64(l.pages)/float64(fragments)), "NULL"
	if n > 0 {
		frag, size = "NULL", "NULL"
	}
	if l.heap {
		forwarded = fmt.Sprint(l.forwarded)
	}
	return []string{fmt.Sprint(n), fmt.Sprint(depth), number(percent), frag, size, fmt.Sprint(l.pages),
		number(full), fmt.Sprint(l.records), fmt.Sprint(l.ghosts),
		fmt.Sprint(l.least), fmt.Sprint(l.most), number(round3(float64(l.bytes) / float64(l.records))), forwarded}
}

// density is of pages without empty slots, where both sources of it, m_freeCnt and the records, agree.
func (l *level) density() (free, percent float64) {
	return round3(float64(l.free) / float64(l.pages)), round3(float64(l.used)/float64(l.pages)) / 8094 * 100
}

func (l *level) scan() (density float64, best, actual int, logical, extent float64) {
	best, actual = (l.pages+7)/8, l.switches+1
	if !l.heap {
		logical, _ = l.fragmentation()
	}
	return float64(best) / float64(actual) * 100, best, actual, logical, float64(l.jumps) / float64(l.extents) * 100
}

// contig is the row of SHOWCONTIG from Level on.
func (l *level) contig(fast bool) []string {
	free, full := l.density()
	density, best, actual, logical, extent := l.scan()
	out := []string{"0", fmt.Sprint(l.pages), fmt.Sprint(l.records), fmt.Sprint(l.least), fmt.Sprint(l.most), number(round3(float64(l.bytes) / float64(l.records))),
		fmt.Sprint(l.forwarded), fmt.Sprint(l.extents), fmt.Sprint(l.switches), number(free), number(full), number(density), fmt.Sprint(best), fmt.Sprint(actual), number(logical), number(extent)}
	if fast {
		for _, i := range []int{2, 3, 4, 5, 6, 7, 9, 10, 15} {
			out[i] = "NULL"
		}
	}
	return out
}

func (l *level) contigText() (out []string) {
	free, full := l.density()
	density, best, actual, logical, extent := l.scan()
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	add("- Pages Scanned................................: %d", l.pages)
	add("- Extents Scanned..............................: %d", l.extents)
	add("- Extent Switches..............................: %d", l.switches)
	add("- Avg. Pages per Extent........................: %.1f", float64(l.pages)/float64(l.extents))
	add("- Scan Density [Best Count:Actual Count].......: %.2f%% [%d:%d]", density, best, actual)
	if !l.heap {
		add("- Logical Scan Fragmentation ..................: %.2f%%", logical)
	}
	add("- Extent Scan Fragmentation ...................: %.2f%%", extent)
	add("- Avg. Bytes Free per Page.....................: %.1f", free)
	add("- Avg. Page Density (full).....................: %.2f%%", full)
	return out
}
