package scan

import (
	"fmt"
	"strings"

	"scanfrag/loaders"
)

// DryRun is the text of every statement a run would send that changes or times
// anything, in order; the queries that only look are named in comments.
func DryRun(s Spec) string {
	var b strings.Builder
	for _, d := range s.Drives {
		for _, p := range s.Plans {
			database := s.DatabaseName(d, p.Loader.Name())
			fmt.Fprintf(&b, "-- drive %s, loader %s: %s\n", d.Name, p.Loader.Name(), p.Loader.About())
			for _, n := range p.Notes {
				fmt.Fprintf(&b, "-- note: %s\n", n)
			}
			for _, text := range CreateStatements(s.Engine, d, database) {
				fmt.Fprintf(&b, "%s\nGO\n", text)
			}
			fmt.Fprintf(&b, "USE [%s];\nGO\n", database)
			for _, batch := range p.Script.Batches {
				b.WriteString(strings.TrimRight(batch.Text, "\r\n"))
				if batch.Count > 1 {
					fmt.Fprintf(&b, "\nGO %d\n", batch.Count)
				} else {
					b.WriteString("\nGO\n")
				}
			}
			b.WriteString("CHECKPOINT;\nGO\n-- the nine rules and the physical statistics (DETAILED) are measured\n")
			if !s.ValidateOnly {
				for _, step := range s.Order() {
					degree, about := step.Maxdop, ""
					if degree == 0 && s.Schedulers > 0 {
						degree = min(s.Schedulers, maxScheduler)
					} else if degree == 0 {
						about = " (a run sends the number of the server's schedulers)"
					}
					fmt.Fprintf(&b, "-- scan %d at MAXDOP %d%s\nALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = %d;\nCHECKPOINT;\nDBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;\n%s\nGO\n",
						step.Run, step.Maxdop, about, degree, Query(loaders.Table))
				}
			}
			b.WriteString("USE master;\nGO\n")
			if !s.Keep {
				for _, text := range DropStatements(s.Engine, database) {
					fmt.Fprintf(&b, "%s\nGO\n", text)
				}
			}
		}
	}
	return b.String()
}
