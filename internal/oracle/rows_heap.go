package oracle

// heapRows are tables without a clustered index.
func heapRows() []Row {
	pages, forwarded := stats(0, "page_count"), stats(0, "forwarded_record_count")
	return []Row{
		{
			ID: "H1", What: "1,000,000 rows of 19 bytes, one by one", Class: Layout, Load: "h1.sql", Full: true, Bytes: 64 * mb, Source: "B24",
			Figures: []Figure{{Published: "21,800", Unit: "KB of data", Want: is(21800), measure: space(1, "data")}},
		},
		{
			ID: "H2", What: "rows of 12 bytes by INSERT .. SELECT under TABLOCK", Class: Layout, Load: "h2.sql", Bytes: small, Source: "B26",
			Figures: []Figure{{Published: "578 on one page (of 1,000: 578 + 422)", Unit: "rows", Want: is(578, 422), measure: rowsOnPages(0)}},
		},
		{
			ID: "H3", What: "5 rows of 2,014 bytes; the first grown to 6,500 characters", Class: Layout, Load: "h3.sql", Bytes: small, Source: "B22",
			Figures: []Figure{
				{Stage: "loaded", Published: "2", Unit: "pages", Want: is(2), measure: pages},
				{Stage: "loaded", Published: "2", Unit: "logical reads", Want: is(2), measure: reads},
				{Stage: "grown", Published: "3", Unit: "pages", Want: is(3), measure: pages},
				{Stage: "grown", Published: "4", Unit: "logical reads", Want: is(4), measure: reads},
			},
			Note: "without the publication's nonclustered index, which COUNT(*) would read instead",
		},
		{
			ID: "H4", What: "(1, NULL), (2, 7,800 characters), (3, NULL) in one VALUES list; 1 and 3 grown", Class: Layout, Load: "h4.sql", Bytes: small, Source: "B21",
			Figures: []Figure{
				{Stage: "loaded", Published: "1", Unit: "page", Want: is(1), measure: pages},
				{Stage: "loaded", Published: "2,612.333", Unit: "bytes a record", Want: is(2612.333), Decimals: 3, measure: stats(0, "avg_record_size_in_bytes")},
				{Stage: "loaded", Published: "96.8742278230788", Unit: "% full", Want: is(96.8742278230788), Decimals: 13, measure: stats(0, "avg_page_space_used_in_percent")},
				{Stage: "loaded", Published: "1", Unit: "logical read", Want: is(1), measure: reads},
				{Stage: "grown", Published: "3", Unit: "pages", Want: is(3), Derived: true, measure: pages},
				{Stage: "grown", Published: "2", Unit: "forwarded", Want: is(2), Derived: true, measure: forwarded},
				{Stage: "grown", Published: "5", Unit: "logical reads", Want: is(5), Derived: true, measure: reads},
			},
			Note: "the copy of the book prints 98.87…, a slip of one digit: the three records it lists give 96.87…",
		},
		{
			ID: "H5", What: "600 rows (int, 'Dan'), the name then doubled", Class: Layout, Load: "h5.sql", Bytes: small, Source: "B53",
			Figures: []Figure{
				{Stage: "loaded", Published: "2", Unit: "pages", Want: is(2), measure: pages},
				{Stage: "grown", Published: "2", Unit: "pages", Want: is(2), measure: pages},
				{Stage: "grown", Published: "64", Unit: "forwarded", Want: is(64), measure: forwarded},
				{Stage: "grown", Published: "66", Unit: "logical reads", Want: is(66), measure: reads},
			},
		},
		{
			ID: "H7", What: "1,000 rows of 219 bytes; even ones grown to 1,000 characters; all but 5 deleted", Class: Layout, Load: "h7.sql", Bytes: small, Source: "R7",
			Figures: []Figure{
				{Stage: "loaded", Published: "29", Unit: "logical reads", Want: is(29), measure: reads},
				{Stage: "grown", Published: "486", Unit: "logical reads", Want: is(486), measure: reads},
				{Stage: "deleted", Published: "80+", Unit: "pages", Want: within(80, 89), measure: pages},
				{Stage: "deleted", Published: "88", Unit: "logical reads", Want: is(88), measure: reads},
			},
		},
		{
			ID: "H8", What: "10,000 filled varchar(890), shortened; clustered index made and dropped", Class: Layout, Load: "h8.sql", Bytes: 64 * mb, Source: "B27b",
			Figures: []Figure{
				{Stage: "shortened", Published: "1,272 ± 22", Unit: "pages", Want: off(1272, 22), measure: pages},
				{Stage: "clustered and dropped", Published: "29", Unit: "pages", Want: is(29), measure: pages},
			},
			Note: "how the rows were inserted was not published: 8 to a page, as one by one, make 1,250 pages, so ± 22; content chosen: shortened to 6 characters, records of 21 bytes",
		},
		{
			ID: "H9", What: "char(10) altered to char(12)", Class: Layout, Load: "h9.sql", Bytes: small, Source: "B36",
			Figures: []Figure{
				{Stage: "before", Published: "17", Unit: "bytes a record", Want: is(17), Derived: true, measure: stats(0, "max_record_size_in_bytes")},
				{Stage: "after", Published: "old bytes kept: 29", Unit: "bytes a record", Want: is(29), Derived: true, measure: stats(0, "max_record_size_in_bytes")},
			},
			Note: "published: the row has both columns, the old and the new one",
		},
	}
}
