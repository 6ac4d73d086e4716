package page

import (
	"math/rand"
	"testing"

	"scanfrag/internal/testseed"
)

func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewSource(testseed.Of(t)))
}

func TestID(t *testing.T) {
	id := MakeID(3, 0xfffffff9)
	if id.File() != 3 || id.No() != 0xfffffff9 || id.Extent() != MakeID(3, 0xfffffff8) || id.String() != "(3:4294967289)" {
		t.Errorf("%v: file %d page %d extent %v", id, id.File(), id.No(), id.Extent())
	}
}

// Distinct values in every field, so that a wrong offset cannot pass.
func TestHeaderFields(t *testing.T) {
	p := new(Page)
	p.Init(TypeIndex, 3, MakeID(0x0102, 0x03040506), 0x0708090a, 0x0b0c)
	p.SetPrev(MakeID(0x0d0e, 0x0f101112))
	p.SetNext(MakeID(0x1314, 0x15161718))
	p.SetMinLen(0x191a)
	p.SetGhostCount(0x1b1c)
	if p.Type() != TypeIndex || p.Level() != 3 || p.ID() != MakeID(0x0102, 0x03040506) || p.ObjectID() != 0x0708090a ||
		p.IndexID() != 0x0b0c || p.Prev() != MakeID(0x0d0e, 0x0f101112) || p.Next() != MakeID(0x1314, 0x15161718) ||
		p.MinLen() != 0x191a || p.GhostCount() != 0x1b1c || p.FreeCount() != 8096 || p.FreeData() != 96 || p.Used() != 0 {
		t.Errorf("header % x", p[:96])
	}
}
