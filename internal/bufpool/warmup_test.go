package bufpool

import (
	"runtime"
	"testing"
)

// TestWarmup: memory is populated ahead of the first use of frames, in whole pieces.
func TestWarmup(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is populated on Linux only")
	}
	const frames = 2*warmLead + 100
	p, err := newPool(frames)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if !populate(p.mapping[:1<<20]) {
		t.Skip("this kernel does not populate memory")
	}
	for _, c := range []struct{ used, to int32 }{
		{0, 0},
		{warmFrom - 1, 0},
		{warmFrom, 3 * warmPiece}, // warmFrom and the lead, in whole pieces
		{2*warmPiece - 1, 3 * warmPiece},
		{2 * warmPiece, 4 * warmPiece},
		{warmPiece, 4 * warmPiece}, // a frame used again
		{3*warmPiece + 5, frames},
		{frames - 1, frames},
	} {
		p.used(c.used)
		p.warm.done.Wait()
		if p.warm.to != c.to {
			t.Errorf("frame %d in use: populated up to %d, want %d", c.used, p.warm.to, c.to)
		}
	}
}

// A small pool is left to its first touch.
func TestWarmup_smallPool(t *testing.T) {
	p, err := newPool(2*warmLead - 1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.used(2*warmLead - 2)
	p.warm.done.Wait()
	if p.warm.to != 0 {
		t.Errorf("populated up to %d", p.warm.to)
	}
}
