package sysviews

import (
	"strings"
	"testing"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// The line of SQL Server 2019, as published.
func TestStatisticsIOText(t *testing.T) {
	got := statisticsIO(system.TableIO{Name: "x", Scans: 27, Logical: 135570, Physical: 1, ReadAhead: 2})
	want := "Table 'x'. Scan count 27, logical reads 135570, physical reads 1, page server reads 0, read-ahead reads 2, page server read-ahead reads 0, lob logical reads 0, lob physical reads 0, lob page server reads 0, lob read-ahead reads 0, lob page server read-ahead reads 0."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestStatisticsTimeText(t *testing.T) {
	want := "\n SQL Server Execution Times:\n   CPU time = 734 ms,  elapsed time = 764 ms."
	if got := statisticsTime(734, 764); got != want {
		t.Errorf("got %q", got)
	}
}

// The published report of an index of 192 pages. The heading needs a table and is left out.
func TestShowContigText(t *testing.T) {
	k := engine.Contig{Pages: 192, Extents: 26, ExtentSwitches: 187, BestCount: 24, ActualCount: 188, ScanDensity: 24.0 / 188 * 100,
		LogicalFragmentation: 94.0 / 192 * 100, ExtentFragmentation: 25.0 / 26 * 100, AvgFreeBytes: 6721, AvgPageDensity: (1 - 6721.0/8094) * 100}
	full := contigRow{index{ix: &engine.Index{ID: 1}}, k}.lines()
	want := `- Pages Scanned................................: 192
- Extents Scanned..............................: 26
- Extent Switches..............................: 187
- Avg. Pages per Extent........................: 7.4
- Scan Density [Best Count:Actual Count].......: 12.77% [24:188]
- Logical Scan Fragmentation ..................: 48.96%
- Extent Scan Fragmentation ...................: 96.15%
- Avg. Bytes Free per Page.....................: 6721.0
- Avg. Page Density (full).....................: 16.96%`
	if got := strings.Join(full, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	k.Fast = true
	fast := contigRow{index{ix: &engine.Index{ID: 1}}, k}.lines()
	want = `- Pages Scanned................................: 192
- Extent Switches..............................: 187
- Scan Density [Best Count:Actual Count].......: 12.77% [24:188]
- Logical Scan Fragmentation ..................: 48.96%
- Extent Scan Fragmentation ...................: 96.15%`
	if got := strings.Join(fast, "\n"); got != want {
		t.Errorf("FAST: got\n%s\nwant\n%s", got, want)
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"%", "", true}, {"a%", "abc", true}, {"%c", "abc", true}, {"%b%", "abc", true}, {"%d%", "abc", false},
		{"a_c", "abc", true}, {"a_c", "ac", false}, {"a[_]c", "a_c", true}, {"a[_]c", "abc", false}, {"abc", "ab", false}, {"%%", "x", true},
	} {
		if got := matches([]rune(c.pattern), []rune(c.s)); got != c.want {
			t.Errorf("%q like %q: %v", c.s, c.pattern, got)
		}
	}
}

func TestHandles(t *testing.T) {
	h := handle(sqlHandle, 0x0123456789abcdef)
	if got, ok := hashOf(h.S); !ok || got != 0x0123456789abcdef {
		t.Errorf("hash %x, %v", got, ok)
	}
	for _, bad := range []string{"", "x", strings.Repeat("\x02", 15), strings.Repeat("\x03", 16)} {
		if _, ok := hashOf(bad); ok {
			t.Errorf("%q is taken for a handle", bad)
		}
	}
}

func TestSptValues(t *testing.T) {
	n, types := 0, map[string]int{}
	err := eachSptValue(nil, nil, func(r sptRow) bool {
		n++
		types[r.typ]++
		return true
	})
	if err != nil || n != 2506 || types["P"] != 2048 {
		t.Errorf("%d rows, %v, %v", n, types, err)
	}
}

// The unit's id is what the header of its pages spells.
func TestUnitID(t *testing.T) {
	for _, c := range []struct {
		object uint32
		index  int
		want   int64
	}{
		{5, 0, 327680},          // sys.sysrowsets' own id on a SQL Server
		{6, 1, 281474977103872}, // another of its base tables
		{901578250, 2, 2<<48 | 901578250<<16},
	} {
		if got := unitID(c.object, c.index); got != c.want {
			t.Errorf("unit of %d, %d: %d, want %d", c.object, c.index, got, c.want)
		}
	}
}

func TestChar(t *testing.T) {
	if v := as(sqltype.CharOf(4), str("U")); v.S != "U   " || v.Kind != sqltype.Char {
		t.Errorf("%+v", v)
	}
	if v := as(tInt, null); !v.Null || v.Kind != sqltype.Int {
		t.Errorf("%+v", v)
	}
}
