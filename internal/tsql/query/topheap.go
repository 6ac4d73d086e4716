package query

import (
	"bytes"
	"container/heap"
	"sort"
)

// topHeapMax is the largest TOP for which a heap of the best rows is kept instead of sorting all.
const topHeapMax = 10000

// rowSet collects rows and gives them back in key order.
type rowSet interface {
	Add(key, payload []byte) error
	Each(f func(key, payload []byte) error) error
	Len() int64
	Close()
}

// topRows keeps the n first rows in key order: a heap with the last of them on top.
type topRows struct {
	n    int
	rows []topRow
	seq  int64
}

type topRow struct {
	key, payload []byte
	seq          int64
}

func (t *topRows) less(a, b *topRow) bool {
	c := bytes.Compare(a.key, b.key)
	return c < 0 || c == 0 && a.seq < b.seq
}

func (t *topRows) Add(key, payload []byte) error {
	r := topRow{seq: t.seq}
	t.seq++
	if len(t.rows) == t.n {
		if bytes.Compare(key, t.rows[0].key) >= 0 {
			return nil
		}
		old := t.rows[0]
		r.key, r.payload = append(old.key[:0], key...), append(old.payload[:0], payload...)
		t.rows[0] = r
		heap.Fix((*topHeap)(t), 0)
		return nil
	}
	r.key, r.payload = bytes.Clone(key), bytes.Clone(payload)
	heap.Push((*topHeap)(t), r)
	return nil
}

func (t *topRows) Each(f func(key, payload []byte) error) error {
	sort.Slice(t.rows, func(i, j int) bool { return t.less(&t.rows[i], &t.rows[j]) })
	for i := range t.rows {
		if err := f(t.rows[i].key, t.rows[i].payload); err != nil {
			return err
		}
	}
	return nil
}

func (t *topRows) Len() int64 { return int64(len(t.rows)) }

func (t *topRows) Close() { t.rows = nil }

// topHeap is topRows as a heap, greatest first.
type topHeap topRows

func (h *topHeap) Len() int { return len(h.rows) }

func (h *topHeap) Less(i, j int) bool { return (*topRows)(h).less(&h.rows[j], &h.rows[i]) }

func (h *topHeap) Swap(i, j int) { h.rows[i], h.rows[j] = h.rows[j], h.rows[i] }

func (h *topHeap) Push(x any) { h.rows = append(h.rows, x.(topRow)) }

func (h *topHeap) Pop() any {
	r := h.rows[len(h.rows)-1]
	h.rows = h.rows[:len(h.rows)-1]
	return r
}
