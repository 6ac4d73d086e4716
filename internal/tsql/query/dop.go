package query

import "scanfrag/internal/tsql/system"

// dop is the degree of parallelism of the statement's scans.
func (c *Compiler) dop() func(h Host) int {
	hint := c.MaxDOP
	serial := c.Serial
	return func(h Host) int {
		if serial {
			return 1
		}
		return system.Degree(h, hint)
	}
}
