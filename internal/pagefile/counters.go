package pagefile

import (
	"sync/atomic"
	"time"
)

// Counters are a file's I/O since it was opened: what
// sys.dm_io_virtual_file_stats reports. Stalls are in nanoseconds, the sum over
// all reads (writes) of the time between issue and completion. Failed calls are not counted.
type Counters struct {
	Reads, ReadBytes, ReadStall    atomic.Int64
	Writes, WriteBytes, WriteStall atomic.Int64
	ReadSizes                      [MaxRun + 1]atomic.Int64 // reads by length in pages

	trace atomic.Pointer[func(first uint32, pages int)]
}

// TraceReads has fn called before every read, by the goroutine that reads;
// nil ends it. Fn must be safe for concurrent use.
func (c *Counters) TraceReads(fn func(first uint32, pages int)) {
	if fn == nil {
		c.trace.Store(nil)
		return
	}
	c.trace.Store(&fn)
}

func (c *Counters) readStarts(first uint32, pages int) time.Time {
	if fn := c.trace.Load(); fn != nil {
		(*fn)(first, pages)
	}
	return time.Now()
}

func (c *Counters) readDone(start time.Time, pages int, bytes int64) {
	c.ReadStall.Add(int64(time.Since(start)))
	c.Reads.Add(1)
	c.ReadBytes.Add(bytes)
	c.ReadSizes[pages].Add(1)
}

func (c *Counters) writeDone(start time.Time, bytes int64) {
	c.WriteStall.Add(int64(time.Since(start)))
	c.Writes.Add(1)
	c.WriteBytes.Add(bytes)
}
