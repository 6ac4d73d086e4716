package oracle

import "scanfrag/loaders"

// loadRows are the loads of the exercise of 2009, as the kit has them, at its size.
func loadRows() []Row {
	load := func(id, loader string, figures ...Figure) Row {
		r := Row{ID: id, What: "load " + loader + ", 4,000,000 rows", Class: Layout, Loader: loader, Rows: loaders.PublishedRows, Full: true,
			Figures: figures, Source: "shea-2009"}
		if l, ok := loaders.Lookup(loader); ok {
			if s, ok := l.(loaders.Sized); ok {
				r.Bytes = s.Size(r.Rows).PeakBytes
			}
		}
		return r
	}
	pages := func(text string, n float64) Figure {
		return Figure{Published: text, Unit: "leaf pages", Want: is(n), Derived: true, measure: stats(0, "page_count")}
	}
	return []Row{
		load("E1", "alternating", pages("933,333", 933333),
			Figure{Published: "just under 7,864,320", Unit: "KB of data and index", Want: within(7_850_000, 7_864_319), measure: space(1, "data", "index_size")}),
		load("E2", "baseline", pages("571,429", 571429)),
		load("E3", "lowfill", pages("800,000", 800000)),
	}
}
