package page

import "testing"

func TestMapOffsets(t *testing.T) {
	p := new(Page)
	p.InitMap(TypeIAM, MakeID(1, 80), 5, 1, MakeID(1, GAMInterval))
	if p.StartPage() != MakeID(1, GAMInterval) || p.u32(136) != GAMInterval {
		t.Errorf("start page %v", p.StartPage())
	}
	p.SetSinglePage(7, MakeID(1, 99))
	if p.u32(142+42) != 99 || p.SinglePage(7) != MakeID(1, 99) || p.SinglePage(0) != 0 {
		t.Error("single-page slot 7 not at its place")
	}
	p.SetMapBit(0, true)
	p.SetMapBit(GAMExtents-1, true)
	if p[194] != 1 || p[194+7987] != 0x80 || p.MapOnes(GAMExtents) != 2 || p.MapOnes(GAMExtents-1) != 1 {
		t.Errorf("map bytes %x %x", p[194], p[194+7987])
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	p.InitMap(TypePFS, MakeID(1, 1), 0, 0, 0)
	p.SetPFS(0, 0x44)
	p.SetPFS(PFSInterval-1, 0x61)
	for i := range ExtentPages {
		p.SetPFS(8+i, byte(0x40+i))
	}
	if p[100] != 0x44 || p[8187] != 0x61 || p.PFS(15) != 0x47 || p.PFS(8) != 0x40 || p.PFSExtent(8) != 0x4746454443424140 {
		t.Error("PFS bytes not at their place")
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
}

func TestNextMapBitModel(t *testing.T) {
	rng := newRand(t)
	p := new(Page)
	p.InitMap(TypeGAM, MakeID(1, 2), 0, 0, 0)
	var model [GAMExtents]bool
	for round := range 40 {
		if round == 20 {
			p.SetMap(true)
			for i := range model {
				model[i] = true
			}
		}
		i, on := rng.Intn(GAMExtents), rng.Intn(2) == 0
		if round%7 == 0 {
			i = GAMExtents - 1
		}
		p.SetMapBit(i, on)
		model[i] = on
		if p.MapBit(i) != on {
			t.Fatalf("bit %d", i)
		}
		for _, want := range []bool{true, false} {
			from := rng.Intn(GAMExtents + 10)
			next := -1
			for j := from; j < GAMExtents; j++ {
				if model[j] == want {
					next = j
					break
				}
			}
			if got := p.NextMapBit(from, want); got != next {
				t.Fatalf("next %v from %d: %d, model %d", want, from, got, next)
			}
		}
	}
}
