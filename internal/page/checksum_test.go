package page

import (
	"errors"
	"strings"
	"testing"
)

func TestVerify(t *testing.T) {
	good := new(Page)
	good.Init(TypeData, 0, MakeID(1, 143), 1, 1)
	good.Insert(0, sized(917, 1))
	good.Seal()
	for _, c := range []struct {
		name  string
		spoil func(p *Page)
		want  string // "" none
	}{
		{"good", func(p *Page) {}, ""},
		{"bit flipped", func(p *Page) { p[5000] ^= 4 }, "page (1:143) is damaged: checksum 0x"},
		{"other page", func(p *Page) { p.setRef(32, MakeID(1, 144)); p.Seal() }, "page (1:143) is damaged: its header says page (1:144)"},
		{"zeros", func(p *Page) { *p = Page{} }, "page (1:143) is damaged: it was never written (all bytes zero)"},
		{"no checksum", func(p *Page) { p.put16(4, 0) }, "page (1:143) is damaged: it carries no checksum (flag bits 0x0)"},
		{"sealed with a bad slot", func(p *Page) { p.setSlotOffset(0, 9000); p.Seal() }, "page (1:143) is damaged: slot 0 at offset 9000, between 96 and 1013 wanted"},
	} {
		p := *good
		c.spoil(&p)
		err := p.Verify(MakeID(1, 143))
		var d *DamageError
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.As(err, &d) || d.Page != MakeID(1, 143)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	for _, n := range []int{12, 91, 1011} {
		p := new(Page)
		p.Init(TypeData, 0, MakeID(1, 9), 1, 1)
		for p.Insert(p.SlotCount(), sized(n, 1)) {
		}
		p.Seal()
		b.Run(strings.Repeat("#", n/500+1), func(b *testing.B) {
			b.SetBytes(Size)
			for b.Loop() {
				if err := p.Verify(MakeID(1, 9)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkChecksum(b *testing.B) {
	p := new(Page)
	b.SetBytes(Size)
	for b.Loop() {
		p.checksum()
	}
}
