package sysviews

import (
	"fmt"

	"scanfrag/internal/tsql/system"
)

// Numbers of the messages of SET STATISTICS.
const (
	msgStatisticsTime = 3612
	msgStatisticsIO   = 3615
)

// The texts are those of SQL Server 2019 and later, to the blank: tools read them.
func init() {
	system.RegisterStatementHook(func(c *system.Call, st *system.StatementStats) error {
		o := c.Session.Options()
		if o.StatisticsIO {
			for _, t := range st.Tables {
				if err := c.Info(msgStatisticsIO, statisticsIO(t)); err != nil {
					return err
				}
			}
		}
		if o.StatisticsTime {
			return c.Info(msgStatisticsTime, statisticsTime(st.CPU.Milliseconds(), st.Elapsed.Milliseconds()))
		}
		return nil
	})
}

func statisticsIO(t system.TableIO) string {
	return fmt.Sprintf("Table '%s'. Scan count %d, logical reads %d, physical reads %d, page server reads 0, read-ahead reads %d, page server read-ahead reads 0, "+
		"lob logical reads 0, lob physical reads 0, lob page server reads 0, lob read-ahead reads 0, lob page server read-ahead reads 0.",
		t.Name, t.Scans, t.Logical, t.Physical, t.ReadAhead)
}

func statisticsTime(cpuMS, elapsedMS int64) string {
	return fmt.Sprintf("\n SQL Server Execution Times:\n   CPU time = %d ms,  elapsed time = %d ms.", cpuMS, elapsedMS)
}
