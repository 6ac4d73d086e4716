package oracle

// splitRows are single page splits: which rows stay, and where the new one goes.
func splitRows() []Row {
	split := func(id, what, load, source, published string, want ...float64) Row {
		return Row{ID: id, What: what, Class: Layout, Load: load, Bytes: small, Source: source,
			Figures: []Figure{{Published: published, Unit: "rows", Want: is(want...), measure: rowsOnPages(0)}}}
	}
	o8 := split("O8", "keys 1, 2, 4, 5 fill a page; 3 inserted and rolled back", "o8.sql", "B8", "2 + 2", 2, 2)
	s1 := split("S1", "keys 1-4, 6-9 of 917 bytes fill a page; 5 inserted and rolled back", "s1.sql", "B1", "4 + 4", 4, 4)
	s1.Figures = append(s1.Figures,
		Figure{Published: "4,420", Unit: "bytes free on the first", Want: is(4420), measure: firstPage("m_freeCnt")},
		Figure{Published: "4,681", Unit: "the next row's offset", Want: is(4681), measure: firstPage("m_freeData")})
	s1.Figures[0].Derived = true
	s1.Note = "the published page header gives 4 rows, the free bytes and the offset; that the fifth row was rolled back follows from them"
	s2 := split("S2", "keys 1-4, 6-8 of 1,011 bytes fill a page; 5 inserted", "s2.sql", "B7", "3 + 5", 3, 5)
	s2.Figures[0].Derived = true
	s3 := split("S3", "keys 100, 200 .. 800 fill a page; 110 inserted", "s3.sql", "B13", "5 + 4", 5, 4)
	s4 := split("S4", "keys 5, 10 .. 25 fill a page; 22 inserted", "s4.sql", "R4", "3 + 3", 3, 3)
	s5 := Row{ID: "S5", What: "ascending identity into a descending clustered index", Class: Layout, Load: "s5.sql", Bytes: small, Source: "B18",
		Figures: []Figure{{Published: "> 99", Unit: "% fragmented", Want: within(99, 100), Decimals: 2, measure: stats(0, "avg_fragmentation_in_percent")}}}
	return []Row{o8, s1, s2, s3, s4, s5}
}
