package oracle

// otherRows are published figures that no engine without SQL Server's log and scheduler can have.
func otherRows() []Row {
	return []Row{
		{
			ID: "X2", What: "waits for pages being read, trace flag 652 on and off", Class: NotReproducible, Source: "B44",
			Figures: []Figure{{Published: "163 and 72", Unit: "PAGEIOLATCH_SH waits"}},
			Note:    "how often a thread waits for a page depends on the speed of that drive and processor, and the sample database's tables are not public in that state",
		},
		{
			ID: "L1", What: "log bytes of an insert, and of one that splits a page", Class: NotReproducible, Source: "B7",
			Figures: []Figure{
				{Published: "1,228 and 6,724", Unit: "for 1,011 bytes"},
				{Published: "328 and 5,924", Unit: "for 111"},
				{Published: "240 and 10,436", Unit: "for 21"},
			},
			Note: "the embedded engine writes no durable log, so it has no log records to count",
		},
	}
}
