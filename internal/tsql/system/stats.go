package system

import (
	"hash/fnv"
	"sort"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"scanfrag/internal/sqltype"
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
	Batch    string // the text of the whole batch, which is what sys.dm_exec_sql_text gives; "" is Text
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
	Hash                                  uint64 // of Text: query_hash
	BatchHash                             uint64 // of Batch: sql_handle
	Text, Batch                           string
	Start, End                            int // of Text in Batch, in UTF-16 bytes; End -1: to the end
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

// statKey tells statements apart: one text in two batches is two.
type statKey struct{ batch, text string }

// QueryStats collects statement statistics by statement text.
type QueryStats struct {
	mu     sync.Mutex
	m      map[statKey]*QueryStat
	totals IOTotals
}

// Totals are kept over Clear and over entries that made room.
func (q *QueryStats) Totals() IOTotals {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.totals
}

// Text is the batch behind a hash; ok false when it is not kept any more.
func (q *QueryStats) Text(hash uint64) (text string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range q.m {
		if e.BatchHash == hash {
			return e.Batch, true
		}
	}
	return "", false
}

// maxBatchText is the longest text that is kept, in bytes: 1000 of them bound the memory. Of a
// longer batch the statement's own text stands for it, a longer statement is cut.
const maxBatchText = 32 << 10

// kept is the text to keep: a copy, since a statement's text is a part of its batch's, which may be long.
func kept(text string) string {
	n := len(text)
	if n > maxBatchText {
		for n = maxBatchText; n > 0 && !utf8.RuneStart(text[n]); n-- {
		}
	}
	return strings.Clone(text[:n])
}

func newQueryStat(st *StatementStats) *QueryStat {
	text := kept(st.Text)
	e := &QueryStat{Hash: TextHash(text), Text: text, Batch: text, End: -1, Created: st.Started}
	if st.Batch != "" && len(st.Batch) <= maxBatchText {
		e.Batch = st.Batch
		if at := strings.Index(st.Batch, st.Text); at >= 0 {
			e.Start = 2 * sqltype.UTF16Len(st.Batch[:at])
			e.End = e.Start + 2*sqltype.UTF16Len(st.Text) - 2
		}
	}
	e.BatchHash = TextHash(e.Batch)
	return e
}

// TextHash is what handles carry of a text.
func TextHash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
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
	key := statKey{text: st.Text[:min(len(st.Text), maxBatchText)]}
	if len(st.Batch) <= maxBatchText {
		key.batch = st.Batch
	}
	e := q.m[key]
	if e == nil {
		if q.m == nil {
			q.m = map[statKey]*QueryStat{}
		}
		if len(q.m) >= maxQueryStats {
			q.evict()
		}
		e = newQueryStat(st)
		key.text = strings.Clone(key.text)
		q.m[key] = e
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
	var oldest statKey
	for k, e := range q.m {
		if old == nil || e.LastRun.Before(old.LastRun) {
			old, oldest = e, k
		}
	}
	delete(q.m, oldest)
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
