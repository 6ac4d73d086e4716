package physstats

import "testing"

func f(v float64) *float64 { return &v }
func i(v int64) *int64     { return &v }

func levels(pages ...int64) []Level {
	var out []Level
	for n, p := range pages {
		out = append(out, Level{Level: int64(n), PageCount: p})
	}
	return out
}

func TestWhy(t *testing.T) {
	ci := "CLUSTERED INDEX"
	base := Stats{IndexType: ci, PageCount: 1000, AvgFragmentationPercent: f(0.1), AvgPageSpaceUsedPercent: f(87.9), ExtentSwitches: i(125), Levels: levels(1000, 3, 1)}
	baseReads := Reads{AvgReadBytes: f(512 << 10), IOReads: f(16), IOBytes: f(1004 * 8192)}
	for _, tt := range []struct {
		name  string
		s     Stats
		r     Reads
		alone bool // without a baseline
		want  string
	}{
		{"nothing", Stats{IndexType: "HEAP"}, Reads{}, true, "nothing was measured that explains it"},
		{"the same", base, baseReads, false, "reads, bytes and layout are those of the baseline"},
		{"baseline", base, baseReads, true, "16 reads of 512 KiB on average; leaf pages lie in key order (0.1 % fragmentation); pages 87.9 % full"},
		{"reverse", Stats{IndexType: ci, PageCount: 1000, AvgFragmentationPercent: f(100), ExtentSwitches: i(130), AvgPageSpaceUsedPercent: f(87.9)},
			Reads{AvgReadBytes: f(393.6 * 1024), IOReads: f(21), IOBytes: f(1010 * 8192)}, false,
			"1.31 times the baseline's reads (21 of 394 KiB on average, the baseline's 512 KiB); " +
				"100.0 % of leaf pages out of order, but only 130 extent switches: neighbours still merge"},
		{"near, read apart", Stats{IndexType: ci, PageCount: 1000, AvgFragmentationPercent: f(7.9), ExtentSwitches: i(130), AvgPageSpaceUsedPercent: f(87.9)},
			Reads{AvgReadBytes: f(104 * 1024), IOReads: f(79), IOBytes: f(1004 * 8192)}, false,
			"4.94 times the baseline's reads (79 of 104 KiB on average, the baseline's 512 KiB); " +
				"7.9 % of leaf pages out of order, but only 130 extent switches, yet neighbours are not read together"},
		{"equal and faster", base, Reads{AvgReadBytes: f(512 << 10), IOReads: f(16), IOBytes: f(1004 * 8192), Slowdown: f(0.75)}, false,
			"reads, bytes and layout are those of the baseline; yet it was faster than the baseline: these figures do not explain it"},
		{"worse and faster", base, Reads{AvgReadBytes: f(256 << 10), IOReads: f(32), IOBytes: f(1004 * 8192), Slowdown: f(0.9)}, false,
			"2.00 times the baseline's reads (32 of 256 KiB on average, the baseline's 512 KiB); yet it was faster than the baseline: these figures do not explain it"},
		{"better and slower", base, Reads{AvgReadBytes: f(512 << 10), IOReads: f(8), IOBytes: f(502 * 8192), Slowdown: f(1.2)}, false,
			"0.50 times the baseline's reads (8 of 512 KiB on average, the baseline's 512 KiB); 0.50 times its bytes; yet it was slower than the baseline: these figures do not explain it"},
		{"worse and slower", base, Reads{AvgReadBytes: f(256 << 10), IOReads: f(32), IOBytes: f(1004 * 8192), Slowdown: f(1.4)}, false,
			"2.00 times the baseline's reads (32 of 256 KiB on average, the baseline's 512 KiB)"},
		{"one of each", Stats{IndexType: "HEAP", PageCount: 1000}, Reads{AvgReadBytes: f(8192), IOReads: f(1), PhysicalReads: f(1), ForwardedFetches: f(1)}, true,
			"1 read of 8.0 KiB on average; 1 stub chased by 1 single-page read"},
		{"alternating", Stats{IndexType: ci, PageCount: 1633, AvgFragmentationPercent: f(85.8), ExtentSwitches: i(1050), AvgPageSpaceUsedPercent: f(53.6), Levels: levels(1633, 83, 3, 1)},
			Reads{AvgReadBytes: f(14 * 1024), IOReads: f(983), IOBytes: f(1720 * 8192)}, false,
			"61.4 times the baseline's reads (983 of 14.0 KiB on average, the baseline's 512 KiB); 1.71 times its bytes; " +
				"85.8 % of leaf pages out of order with 1,050 extent switches: neighbours in key order are apart; pages 53.6 % full, the baseline's 87.9 %; " +
				"87 pages above the leaf level"},
		{"lowfill", Stats{IndexType: ci, PageCount: 1400, AvgFragmentationPercent: f(0.4), AvgPageSpaceUsedPercent: f(63.6), Levels: levels(1400, 175, 25, 1)},
			Reads{AvgReadBytes: f(500 * 1024), IOReads: f(16), IOBytes: f(1601 * 8192)}, false,
			"1.59 times the baseline's bytes; pages 63.6 % full, the baseline's 87.9 %; 1.40 times the baseline's pages; 201 pages above the leaf level"},
		{"heap", Stats{IndexType: "HEAP", PageCount: 1680, ForwardedRecordCount: i(6800), AvgPageSpaceUsedPercent: f(54.2), Levels: levels(1680)},
			Reads{AvgReadBytes: f(8.4 * 1024), IOReads: f(2032), IOBytes: f(2100 * 8192), PhysicalReads: f(2000), ForwardedFetches: f(6800)}, false,
			"127 times the baseline's reads (2,032 of 8.4 KiB on average, the baseline's 512 KiB); 6,800 stubs chased, 2,000 single-page reads, the rest found in the pool; " +
				"2.09 times its bytes; pages 54.2 % full, the baseline's 87.9 %; 1.68 times the baseline's pages; 420 pages read beyond the table's own"},
		{"heap in the pool", Stats{IndexType: "HEAP", PageCount: 1680, Levels: levels(1680)},
			Reads{AvgReadBytes: f(400 * 1024), IOReads: f(33), IOBytes: f(1680 * 8192), PhysicalReads: f(3), ForwardedFetches: f(6800)}, false,
			"2.06 times the baseline's reads (33 of 400 KiB on average, the baseline's 512 KiB); 1.67 times its bytes; 6,800 stubs chased, 3 single-page reads, the rest found in the pool"},
		{"on a server without rights", Stats{IndexType: "HEAP", PageCount: 1000, ForwardedRecordCount: i(6800)}, Reads{}, false, "6,800 forwarded records"},
		{"stubs, reads unknown", Stats{IndexType: "HEAP", PageCount: 1000}, Reads{ForwardedFetches: f(9)}, true, "9 stubs chased"},
	} {
		bs, br := &base, &baseReads
		if tt.alone {
			bs, br = nil, nil
		}
		if got := Why(tt.s, tt.r, bs, br); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
