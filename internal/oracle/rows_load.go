package oracle

// loadRows are the loads of the exercise of 2009, as the kit has them, at its size.
func loadRows() []Row {
	load := func(id, what, loader string, bytes int64, figures ...Figure) Row {
		return Row{ID: id, What: what, Class: Layout, Loader: loader, Rows: 4_000_000, Full: true, Bytes: bytes, Figures: figures, Source: "shea-2009"}
	}
	pages := func(text string, n float64) Figure {
		return Figure{Published: text, Unit: "leaf pages", Want: is(n), Derived: true, measure: stats(0, "page_count")}
	}
	return []Row{
		load("E1", "load alternating, 4,000,000 rows", "alternating", 8*gb, pages("933,333", 933333),
			Figure{Published: "< 7,864,320", Unit: "KB of data and index", Want: within(7_850_000, 7_864_319), measure: space(1, "data", "index_size")}),
		load("E2", "load baseline, 4,000,000 rows", "baseline", 10*gb, pages("571,429", 571429)),
		load("E3", "load lowfill, 4,000,000 rows", "lowfill", 13*gb, pages("800,000", 800000)),
	}
}
