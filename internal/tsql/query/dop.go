package query

import "runtime"

// MaxWorkers is the most workers a statement gets, SQL Server's limit for MAXDOP 0.
const MaxWorkers = 64

// dop is the degree of parallelism asked for: the hint, else the database-scoped
// setting, else the server's; 0 in the latter two means the next one, at last all cores.
func (c *Compiler) dop() func(h Host) int {
	hint := c.MaxDOP
	serial := c.Serial
	return func(h Host) int {
		if serial {
			return 1
		}
		n := int64(hint)
		if n == 0 {
			if db := h.Database(); db != nil {
				n, _ = db.Config("MAXDOP")
			}
		}
		if n == 0 {
			n = h.Server().Config.Running("max degree of parallelism")
		}
		if n <= 0 {
			n = int64(runtime.GOMAXPROCS(0))
			if cpus := int64(runtime.NumCPU()); cpus < n {
				n = cpus
			}
		}
		return int(min(n, MaxWorkers))
	}
}
