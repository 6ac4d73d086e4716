package page

import "testing"

func TestFileHeader(t *testing.T) {
	p := new(Page)
	p.Init(TypeFileHeader, 0, MakeID(1, 0), 0, 0)
	p.SetHighWater(0x01020304)
	if p.HighWater() != 0x01020304 || p[96] != 4 || len(p.Body()) != 8096 {
		t.Errorf("high-water mark %x, body of %d bytes", p.HighWater(), len(p.Body()))
	}
}
