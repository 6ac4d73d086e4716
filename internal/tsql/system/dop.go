package system

import "runtime"

// MaxWorkers is the most workers a statement gets, SQL Server's limit for MAXDOP 0.
const MaxWorkers = 64

// Degree is the degree of parallelism asked for: the hint or index option, else the database-scoped
// setting, else the server's; 0 means the next one, at last all cores.
func Degree(s Session, hint int) int {
	n := int64(hint)
	if n == 0 {
		if db := s.Database(); db != nil {
			n, _ = db.Config("MAXDOP")
		}
	}
	if n == 0 {
		n = s.Server().Config.Running("max degree of parallelism")
	}
	if n <= 0 {
		n = int64(runtime.GOMAXPROCS(0))
		if cpus := int64(runtime.NumCPU()); cpus < n {
			n = cpus
		}
	}
	return int(min(n, MaxWorkers))
}
