package system

import (
	"hash/fnv"
	"sort"
	"sync"
	"time"
)

// TableIO is one table's line of SET STATISTICS IO.
type TableIO struct {
	Name                         string
	Scans                        int64
	Logical, Physical, ReadAhead int64 // pages
}

// StatementStats is what was measured of one execution of a statement.
type StatementStats struct {
	Text     string // the statement's own text
	Line     int32
	Started  time.Time
	Elapsed  time.Duration
	CPU      time.Duration // of all workers; an upper bound while other sessions run
	Rows     int64
	DOP      int // 1 = serial
	Tables   []TableIO
	Logical  int64 // sums over Tables
	Physical int64 // read-ahead included, as sys.dm_exec_query_stats has it
}

// StatementHook sees each statement that ran while its SET STATISTICS option was
// on; it writes the texts of STATISTICS IO and TIME to c.Sink.
type StatementHook func(c *Call, st *StatementStats) error

var (
	hookMu sync.RWMutex
	hooks  []StatementHook
)

// RegisterStatementHook adds a hook; hooks run in the order of registration.
func RegisterStatementHook(h StatementHook) {
	hookMu.Lock()
	defer hookMu.Unlock()
	hooks = append(hooks, h)
}

// RunStatementHooks calls every hook.
func RunStatementHooks(c *Call, st *StatementStats) error {
	hookMu.RLock()
	defer hookMu.RUnlock()
	for _, h := range hooks {
		if err := h(c, st); err != nil {
			return err
		}
	}
	return nil
}

// QueryStat is one row of sys.dm_exec_query_stats. Times in nanoseconds, reads in pages.
type QueryStat struct {
	Hash                                  uint64 // of the text: query_hash, sql_handle
	Text                                  string
	Created, LastRun                      time.Time
	Count                                 int64
	TotalCPU, LastCPU, MinCPU, MaxCPU     int64
	TotalElapsed, LastElapsed             int64
	MinElapsed, MaxElapsed                int64
	TotalLogical, LastLogical             int64
	MinLogical, MaxLogical                int64
	TotalPhysical, LastPhysical           int64
	MinPhysical, MaxPhysical              int64
	TotalRows, LastRows, MinRows, MaxRows int64
	TotalDOP, LastDOP, MinDOP, MaxDOP     int64
}

// maxQueryStats bounds the registry; the entry run longest ago makes room.
const maxQueryStats = 1000

// IOTotals are the page counts of all statements since the server started.
type IOTotals struct{ Logical, Physical, ReadAhead int64 }

// QueryStats collects statement statistics by statement text.
type QueryStats struct {
	mu     sync.Mutex
	m      map[string]*QueryStat
	totals IOTotals
}

// Totals are kept over Clear and over entries that made room.
func (q *QueryStats) Totals() IOTotals {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.totals
}

// Text is the text behind a hash; ok false when it is not kept any more.
func (q *QueryStats) Text(hash uint64) (text string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for t, e := range q.m {
		if e.Hash == hash {
			return t, true
		}
	}
	return "", false
}

// Add records one execution.
func (q *QueryStats) Add(st *StatementStats) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range st.Tables {
		t := &st.Tables[i]
		q.totals.Logical += t.Logical
		q.totals.Physical += t.Physical
		q.totals.ReadAhead += t.ReadAhead
	}
	e := q.m[st.Text]
	if e == nil {
		if q.m == nil {
			q.m = map[string]*QueryStat{}
		}
		if len(q.m) >= maxQueryStats {
			q.evict()
		}
		h := fnv.New64a()
		h.Write([]byte(st.Text))
		e = &QueryStat{Hash: h.Sum64(), Text: st.Text, Created: st.Started}
		q.m[st.Text] = e
	}
	first := e.Count == 0
	e.Count++
	e.LastRun = st.Started
	put := func(v int64, total, last, min, max *int64) {
		*total += v
		*last = v
		if first || v < *min {
			*min = v
		}
		if first || v > *max {
			*max = v
		}
	}
	put(int64(st.CPU), &e.TotalCPU, &e.LastCPU, &e.MinCPU, &e.MaxCPU)
	put(int64(st.Elapsed), &e.TotalElapsed, &e.LastElapsed, &e.MinElapsed, &e.MaxElapsed)
	put(st.Logical, &e.TotalLogical, &e.LastLogical, &e.MinLogical, &e.MaxLogical)
	put(st.Physical, &e.TotalPhysical, &e.LastPhysical, &e.MinPhysical, &e.MaxPhysical)
	put(st.Rows, &e.TotalRows, &e.LastRows, &e.MinRows, &e.MaxRows)
	put(int64(st.DOP), &e.TotalDOP, &e.LastDOP, &e.MinDOP, &e.MaxDOP)
}

func (q *QueryStats) evict() {
	var old *QueryStat
	for _, e := range q.m {
		if old == nil || e.LastRun.Before(old.LastRun) {
			old = e
		}
	}
	delete(q.m, old.Text)
}

// List gives copies, the one run last first.
func (q *QueryStats) List() []QueryStat {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := make([]QueryStat, 0, len(q.m))
	for _, e := range q.m {
		out = append(out, *e)
	}
	sort.Slice(out, func(a, b int) bool { return out[a].LastRun.After(out[b].LastRun) })
	return out
}

// Clear forgets everything (DBCC FREEPROCCACHE).
func (q *QueryStats) Clear() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.m = nil
}
