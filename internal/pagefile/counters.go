package pagefile

import "sync/atomic"

// Counters are a file's I/O since it was opened: what
// sys.dm_io_virtual_file_stats reports. Stalls are in nanoseconds.
type Counters struct {
	Reads, ReadBytes, ReadStall    atomic.Int64
	Writes, WriteBytes, WriteStall atomic.Int64
	ReadSizes                      [MaxRun + 1]atomic.Int64 // reads by length in pages
}
