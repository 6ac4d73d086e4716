package tsql_test

import (
	"runtime"
	"strings"
	"testing"

	"scanfrag/internal/tsql"
)

// heapAt is a sink that reads the live heap at the first message.
type heapAt struct {
	null
	live uint64
}

func (h *heapAt) Message(m tsql.Message) error {
	if h.live == 0 {
		var ms runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&ms)
		h.live = ms.HeapAlloc
	}
	return h.null.Message(m)
}

// TestLongBatch bounds what a batch of many statements keeps at its beginning, when most is kept, and at its end.
func TestLongBatch(t *testing.T) {
	s := newSession(t)
	const n = 20000
	body := strings.Repeat("SELECT 1\n", n)
	for _, c := range []struct {
		what, text string
		bytes      uint64 // per statement
	}{
		{"at the start", "PRINT 1\n" + body, 900},
		{"at the end", body + "PRINT 1", 150},
		{"with a label", "again:\n" + body + "PRINT 1", 3000},
	} {
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		sink := &heapAt{}
		if err := s.Batch(t.Context(), c.text, nil, sink); err != nil || sink.err != nil {
			t.Fatal(err, sink.err)
		}
		if per := (max(sink.live, before.HeapAlloc) - before.HeapAlloc) / n; sink.live == 0 || per > c.bytes {
			t.Errorf("%s: %d bytes for each statement, more than %d", c.what, per, c.bytes)
		} else {
			t.Logf("%s: %d bytes for each statement", c.what, per)
		}
	}
	sink := &null{}
	if err := s.Batch(t.Context(), "SELECT 1"+strings.Repeat("+1", 260000), nil, sink); err != nil || sink.err == nil || !strings.HasPrefix(sink.err.Error(), "701 ") {
		t.Errorf("%v, message %v", err, sink.err)
	}
}
