package oracle

// Bytes of a page, of a megabyte and of a gigabyte, and megabytes that the engine's file takes at least.
const (
	kb = 1 << 10
	mb = 1 << 20
	gb = 1 << 30
)

// small is the disk a row of few pages needs.
const small = 32 * mb

// treeRows are clustered indexes loaded row by row or built.
func treeRows() []Row {
	return []Row{
		{
			ID: "O1", What: "2,000,000 rows, low ascending and high descending keys alternate", Class: Layout, Load: "o1.sql",
			Full: true, Bytes: 39 * gb / 10, Cold: true, Source: "B46",
			Figures: []Figure{
				{Published: "466,668 ± 1", Unit: "pages", Want: off(466668, 1), measure: stats(0, "page_count")},
				{Published: "~85 ± 1", Unit: "% fragmented", Want: off(85, 1), Decimals: 1, measure: stats(0, "avg_fragmentation_in_percent")},
				{Published: "~54", Unit: "% full", Want: is(54), measure: stats(0, "avg_page_space_used_in_percent")},
				{Published: "300,131 ± 0.05 %", Unit: "moves to another extent", Want: off(300131, 150), measure: contig("ExtentSwitches")},
				{Published: "~3.6", Unit: "GB reserved", Want: is(3.6), Decimals: 1, measure: space(mb, "reserved")},
				{Published: "14 to 37", Unit: "KB a read", Want: within(14, 37), measure: readKB},
			},
			Note: "how many moves depends on which page numbers the non-leaf pages took: ± 0.05 %; GB are of 1024³ bytes",
		},
		{
			ID: "O1b", What: "3,000,000 rows of the same table, keys descending", Class: Layout, Load: "o1b.sql",
			Full: true, Bytes: 36 * gb / 10, Cold: true, Source: "B46",
			Figures: []Figure{
				{Published: "428,572", Unit: "pages", Want: is(428572), measure: stats(0, "page_count")},
				{Published: "100", Unit: "% fragmented", Want: is(100), measure: stats(0, "avg_fragmentation_in_percent")},
				{Published: "~88", Unit: "% full", Want: is(88), measure: stats(0, "avg_page_space_used_in_percent")},
				{Published: "53,772 ± 0.05 %", Unit: "moves to another extent", Want: off(53772, 27), measure: contig("ExtentSwitches")},
				{Published: "~3.3", Unit: "GB reserved", Want: is(3.3), Decimals: 1, measure: space(mb, "reserved")},
				{Published: "about 360", Unit: "KB a read", Want: off(360, 5), measure: readKB},
			},
			Note: "about 360 KB is read as to the nearest ten",
		},
		{
			ID: "O4", What: "one row a page: 622 children fill a level-1 page", Class: Layout, Load: "o4.sql", Bytes: small, Source: "B14",
			Figures: []Figure{
				{Stage: "622 rows", Published: "1", Unit: "level-1 page", Want: is(1), measure: stats(1, "page_count")},
				{Stage: "623 rows", Published: "2", Unit: "level-1 pages", Want: is(2), measure: stats(1, "page_count")},
				{Stage: "623 rows", Published: "balanced: 311 + 312", Unit: "children", Want: is(311, 312), measure: rowsOnPages(1)},
			},
		},
		{
			ID: "O5", What: "7 rows of 1,011 bytes fill a page, the 8th has the highest key", Class: Layout, Load: "o5.sql", Bytes: small, Source: "B14",
			Figures: []Figure{{Published: "7 + 1", Unit: "rows", Want: is(7, 1), measure: rowsOnPages(0)}},
		},
		{
			ID: "O6", What: "1,000,000 rows, 299 a page, keys ascending or descending", Class: Layout, Load: "o6.sql", Full: true, Bytes: 128 * mb, Source: "B16",
			Figures: []Figure{
				{Stage: "ascending", Published: "0.4 ± 0.1", Unit: "% fragmented", Want: off(0.4, 0.1), Decimals: 2, measure: stats(0, "avg_fragmentation_in_percent")},
				{Stage: "ascending", Published: "3,345", Unit: "pages", Want: is(3345), Derived: true, measure: stats(0, "page_count")},
				{Stage: "descending", Published: "99.97", Unit: "% fragmented", Want: is(99.97), Decimals: 2, measure: stats(0, "avg_fragmentation_in_percent")},
				{Stage: "descending", Published: "as many", Unit: "pages", Want: is(3345), measure: stats(0, "page_count")},
			},
			Note: "content chosen: an int key and char(14), records of 25 bytes, of which 299 fill a page; in the publication the 14 bytes may be the row's version tag; " +
				"a page out of order is 0.03 %, and how many lie beside those that non-leaf pages make depends on what else the database held: ± 0.1",
		},
		{
			ID: "O7", What: "one row a page, keys 4084 down to 1; odd keys deleted; REORGANIZE", Class: Layout, Load: "o7.sql", Bytes: 128 * mb, Source: "B17",
			Figures: []Figure{
				{Stage: "loaded", Published: "99.9755", Unit: "% fragmented", Want: is(99.9755), Decimals: 4, measure: stats(0, "avg_fragmentation_in_percent")},
				{Stage: "deleted", Published: "99.9511", Unit: "% fragmented", Want: is(99.9511), Decimals: 4, measure: stats(0, "avg_fragmentation_in_percent")},
				{Stage: "reorganized", Published: "0.6853", Unit: "% fragmented", Want: is(0.6853), Decimals: 4, measure: stats(0, "avg_fragmentation_in_percent")},
			},
		},
		{
			ID: "O9", What: "24 rows of 1,010 bytes, fill factor 75; then rows into the first page", Class: Layout, Load: "o9.sql", Bytes: small, Source: "B13",
			Figures: []Figure{
				{Stage: "built", Published: "4", Unit: "pages", Want: is(4), measure: stats(0, "page_count")},
				{Stage: "built", Published: "74.99", Unit: "% full", Want: is(74.99), Decimals: 2, measure: stats(0, "avg_page_space_used_in_percent")},
				{Stage: "2 more", Published: "4", Unit: "pages", Want: is(4), measure: stats(0, "page_count")},
				{Stage: "2 more", Published: "81.25", Unit: "% full", Want: is(81.25), Decimals: 2, measure: stats(0, "avg_page_space_used_in_percent")},
				{Stage: "a third", Published: "5", Unit: "pages", Want: is(5), measure: stats(0, "page_count")},
			},
		},
		{
			ID: "O10", What: "8 rows of 6,011 bytes, fill factor 70", Class: Layout, Load: "o10.sql", Bytes: small, Source: "B31",
			Figures: []Figure{
				{Published: "8", Unit: "pages", Want: is(8), measure: stats(0, "page_count")},
				{Published: "~75 ± 1", Unit: "% full", Want: off(75, 1), measure: stats(0, "avg_page_space_used_in_percent")},
			},
		},
		{
			ID: "O11", What: "fill factor 33, of which 5.2 rows are 33 %", Class: Layout, Load: "o11.sql", Bytes: small, Source: "D7",
			Figures: []Figure{{Published: "6 + 6", Unit: "rows", Want: is(6, 6), measure: rowsOnPages(0)}},
			Note:    "content chosen: 12 records of 512 bytes",
		},
		{
			ID: "O12", What: "10,000 names by identity; rebuilt at fill factor 80; more rows", Class: Layout, Load: "o12.sql", Bytes: small, Source: "R6",
			Figures: []Figure{
				{Stage: "loaded", Published: "2.5", Unit: "% fragmented", Want: is(2.5), Decimals: 1, measure: stats(0, "avg_fragmentation_in_percent")},
				{Stage: "loaded", Published: "almost 100 (98 to 100)", Unit: "% full", Want: within(98, 100), measure: stats(0, "avg_page_space_used_in_percent")},
				{Stage: "rebuilt", Published: "79", Unit: "% full", Want: is(79), measure: stats(0, "avg_page_space_used_in_percent")},
				{Stage: "+100", Published: "80", Unit: "% full", Want: is(80), measure: stats(0, "avg_page_space_used_in_percent")},
				{Stage: "+1,000", Published: "81", Unit: "% full", Want: is(81), measure: stats(0, "avg_page_space_used_in_percent")},
				{Stage: "+10,000", Published: "89", Unit: "% full", Want: is(89), measure: stats(0, "avg_page_space_used_in_percent")},
			},
			Note: "content chosen: two names of 13 characters together, records of 30 bytes; the published names are random",
		},
	}
}
