package page

import (
	"bytes"
	"strings"
	"testing"
)

func ghostPage(n int) (*Page, [][]byte) {
	var p Page
	l := Layout{FixedEnd: 8, Cols: 1}
	p.Init(TypeData, 0, MakeID(1, 20), 7, 1)
	p.SetMinLen(l.FixedEnd)
	var rows [][]byte
	for i := range n {
		rec := AppendRecord(nil, l, []byte{byte(i), 0, 0, 0}, nil, nil)
		p.Insert(i, rec)
		rows = append(rows, rec)
	}
	return &p, rows
}

func mustCheck(t *testing.T, p *Page) {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
}

func TestGhost(t *testing.T) {
	p, rows := ghostPage(8)
	used := p.Used()
	for _, i := range []int{0, 3, 4, 7} {
		p.ToggleGhost(i)
	}
	mustCheck(t, p)
	if p.GhostCount() != 4 || p.Used() != used || !p.Ghost(3) || p.Ghost(2) || !IsGhost(p.Record(7)) {
		t.Fatalf("%d ghosts, %d of %d bytes used", p.GhostCount(), p.Used(), used)
	}
	p.ToggleGhost(4)
	if p.GhostCount() != 3 || !bytes.Equal(p.Record(4), rows[4]) {
		t.Fatalf("revived as %x, was %x; %d ghosts", p.Record(4), rows[4], p.GhostCount())
	}
	if before := p.RemoveGhosts(5); before != 2 {
		t.Errorf("%d ghosts before slot 5, 2 wanted", before)
	}
	mustCheck(t, p)
	for i, from := range []int{1, 2, 4, 5, 6} {
		if !bytes.Equal(p.Record(i), rows[from]) {
			t.Errorf("slot %d: %x, %x wanted", i, p.Record(i), rows[from])
		}
	}
	if p.SlotCount() != 5 || p.GhostCount() != 0 || p.Used() != used/8*5 {
		t.Errorf("%d slots, %d ghosts, %d bytes used", p.SlotCount(), p.GhostCount(), p.Used())
	}
}

// Whatever moves or takes away a ghost keeps both pages' counts.
func TestGhost_counts(t *testing.T) {
	p, rows := ghostPage(8)
	q, _ := ghostPage(0)
	for i := range 6 {
		p.ToggleGhost(i)
	}
	p.MoveTail(q, 4)
	if p.GhostCount() != 4 || q.GhostCount() != 2 {
		t.Errorf("%d and %d ghosts after a split, 4 and 2 wanted", p.GhostCount(), q.GhostCount())
	}
	p.Remove(0)
	ghost := bytes.Clone(q.Record(0))
	p.Replace(0, rows[1])
	q.Replace(3, ghost)
	if p.GhostCount() != 2 || q.GhostCount() != 3 {
		t.Errorf("%d and %d ghosts, 2 and 3 wanted", p.GhostCount(), q.GhostCount())
	}
	mustCheck(t, p)
	mustCheck(t, q)
	q.SetGhostCount(1)
	if err := q.Check(); err == nil || !strings.Contains(err.Error(), "3 ghost records counted, 1 in the header") {
		t.Errorf("a wrong ghost count: %v", err)
	}
}

func TestXdes(t *testing.T) {
	p, _ := ghostPage(1)
	p.SetXdes(0xa1a2a3a4a5a6)
	if p.Xdes() != 0xa1a2a3a4a5a6 || p.GhostCount() != 0 || p.FreeCount() != Usable-13 {
		t.Errorf("%x, %d ghosts, %d free", p.Xdes(), p.GhostCount(), p.FreeCount())
	}
}
