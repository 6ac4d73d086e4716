package engine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/testseed"
)

func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(uint64(testseed.Of(t)), 1))
}

type undoRec struct {
	kind undoKind
	no   uint32
	b    []byte
}

// The log against a slice: random appends, marks and partial rollbacks, with two blocks of memory for two logs.
func TestUndoLog_againstModel(t *testing.T) {
	rnd := seeded(t)
	blocks := &undoBlocks{max: 3}
	dir := t.TempDir()
	type pair struct {
		log   *undoLog
		model []undoRec
		marks []int // positions in model
		pos   []int64
	}
	var logs []*pair
	for range 2 {
		logs = append(logs, &pair{log: &undoLog{blocks: blocks, scratch: func() string { return dir }, run: -1}})
	}
	back := func(p *pair, to int, pos int64) {
		for len(p.model) > to {
			want := p.model[len(p.model)-1]
			kind, no, b, ok, err := p.log.pop(pos)
			if err != nil || !ok {
				t.Fatalf("pop: %v, %v with %d records left", ok, err, len(p.model)-to)
			}
			if kind != want.kind || no != want.no || !bytes.Equal(b, want.b) {
				t.Fatalf("record %d: kind %d storage %d %d bytes, want kind %d storage %d %d bytes", len(p.model), kind, no, len(b), want.kind, want.no, len(want.b))
			}
			p.model = p.model[:len(p.model)-1]
		}
		if _, _, _, ok, err := p.log.pop(pos); ok || err != nil {
			t.Fatalf("a record too many (or %v)", err)
		}
	}
	for range 3000 {
		p := logs[rnd.IntN(len(logs))]
		switch n := rnd.IntN(100); {
		case n < 3:
			p.marks, p.pos = append(p.marks, len(p.model)), append(p.pos, p.log.pos())
		case n < 5 && len(p.marks) > 0:
			k := len(p.marks) - 1 - rnd.IntN(min(len(p.marks), 10))
			back(p, p.marks[k], p.pos[k])
			p.marks, p.pos = p.marks[:k], p.pos[:k]
		default:
			if err := p.log.ensure(); err != nil {
				t.Fatal(err)
			}
			r := undoRec{undoKind(2 + rnd.IntN(5)), rnd.Uint32(), make([]byte, rnd.IntN(8100))}
			for i := range r.b {
				r.b[i] = byte(rnd.Uint32())
			}
			p.log.add(r.kind, r.no, len(append(p.log.tail(), r.b...)))
			p.model = append(p.model, r)
		}
	}
	for _, p := range logs {
		back(p, 0, 0)
		p.log.drop()
	}
	if blocks.out != 0 {
		t.Errorf("%d blocks were not given back", blocks.out)
	}
}

func TestUndoLog_spillsToFile(t *testing.T) {
	dir := t.TempDir()
	blocks := &undoBlocks{max: 2}
	l := &undoLog{blocks: blocks, scratch: func() string { return dir }, run: -1}
	const n = 1000
	for i := range n {
		if err := l.ensure(); err != nil {
			t.Fatal(err)
		}
		l.add(undoHeapUpdate, uint32(i), len(append(l.tail(), bytes.Repeat([]byte{byte(i)}, 8000)...)))
	}
	if blocks.out != 3 || l.first < 5 { // one of them is being written
		t.Errorf("%d blocks in memory, %d in the file", blocks.out, l.first)
	}
	for i := n - 1; i >= 0; i-- {
		_, no, b, ok, err := l.pop(0)
		if err != nil || !ok || no != uint32(i) || len(b) != 8000 || b[4000] != byte(i) {
			t.Fatalf("record %d: %v %d %d %v", i, ok, no, len(b), err)
		}
	}
	l.drop()
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestUndoLog_mergesNeighbouringInserts(t *testing.T) {
	l := &undoLog{blocks: &undoBlocks{max: 2}, scratch: os.TempDir, run: -1}
	ins := func(no uint32, pg uint32, slot uint16) {
		if err := l.ensure(); err != nil {
			t.Fatal(err)
		}
		l.heapInsert(no, page.RID{Page: page.MakeID(1, pg), Slot: slot})
	}
	ins(1, 8, 0)
	ins(1, 8, 1)
	ins(1, 8, 2)
	ins(2, 8, 3) // another table
	ins(2, 8, 5) // a gap
	ins(2, 9, 6) // another page
	l.pos()      // a mark
	ins(2, 9, 7)
	ins(2, 9, 8)
	var got []string
	for {
		_, no, b, ok, err := l.pop(0)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		got = append(got, fmt.Sprintf("%d:%d.%d+%d", no, page.ID(le.Uint64(b)).No(), le.Uint16(b[8:]), le.Uint16(b[10:])))
	}
	if want := "[2:9.7+2 2:9.6+1 2:8.5+1 2:8.3+1 1:8.0+3]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	l.drop()
}

func TestUndoLog_scratchFails(t *testing.T) {
	l := &undoLog{blocks: &undoBlocks{max: 1}, scratch: func() string { return "/does/not/exist" }, run: -1}
	if err := l.ensure(); err != nil {
		t.Fatal(err)
	}
	var err error
	for err == nil {
		if err = l.ensure(); err == nil {
			l.add(undoHeapUpdate, 0, len(append(l.tail(), make([]byte, 8000)...)))
		}
	}
	if _, _, b, ok, perr := l.pop(0); !ok || perr != nil || len(b) != 8000 {
		t.Errorf("after %v the log cannot be read: %v %v", err, ok, perr)
	}
	l.drop()
}

// A block that turns out not to have been written is in memory again, and nothing of the log is lost.
func TestUndoLog_writeFails(t *testing.T) {
	f, err := os.Open(os.DevNull) // takes no writes
	if err != nil {
		t.Fatal(err)
	}
	blocks := &undoBlocks{max: 2}
	l := &undoLog{blocks: blocks, file: &scratchFile{f: f}, run: -1}
	n := 0
	for ; l.ensure() == nil; n++ {
		l.add(undoHeapUpdate, uint32(n), len(append(l.tail(), bytes.Repeat([]byte{byte(n)}, 8000)...)))
	}
	l.file.removed = true
	for i := n - 1; i >= 0; i-- {
		_, no, b, ok, err := l.pop(0)
		if err != nil || !ok || no != uint32(i) || len(b) != 8000 || b[4000] != byte(i) {
			t.Fatalf("record %d of %d: %v %d %d %v", i, n, ok, no, len(b), err)
		}
	}
	l.drop()
	if n < 300 || blocks.out != 0 {
		t.Errorf("%d records before the error, %d blocks were not given back", n, blocks.out)
	}
}

func BenchmarkUndoLog_heapInsert(b *testing.B) {
	l := &undoLog{blocks: &undoBlocks{max: 64}, scratch: os.TempDir, run: -1}
	rid := page.RID{Page: page.MakeID(1, 100)}
	for b.Loop() {
		if err := l.ensure(); err != nil {
			b.Fatal(err)
		}
		l.heapInsert(1, rid)
		if rid.Slot++; rid.Slot == 300 {
			rid.Slot = 0
			rid.Page++
		}
	}
	l.drop()
}
