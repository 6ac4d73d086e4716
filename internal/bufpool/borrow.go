package bufpool

import (
	"context"
	"fmt"

	"scanfrag/internal/page"
)

// Borrow takes n frames out of the pool (evicting clean pages, writing dirty ones) for
// a sort's or another operator's own use, at most half the pool; Return gives them back.
// Their content is arbitrary.
func (p *Pool) Borrow(ctx context.Context, n int) ([]*page.Page, error) {
	if n < 0 || n > p.frames/2 {
		return nil, fmt.Errorf("borrow %d frames: a pool of %d lends at most half", n, p.frames)
	}
	if all := p.lent.Add(int64(n)); all > int64(p.frames/2) {
		p.lent.Add(-int64(n))
		return nil, fmt.Errorf("borrow %d frames: %d of the pool's %d are lent already, at most half may be", n, all-int64(n), p.frames)
	}
	out := make([]*page.Page, 0, n)
	var batch [64]int32
	for len(out) < n {
		got, err := p.take(ctx, batch[:min(len(batch), n-len(out))])
		for _, f := range batch[:got] {
			p.change(f, ^uint32(stWaiter), stLent)
			out = append(out, &p.pages[f])
		}
		p.supply.progress() // who counted on these frames shall look again
		if err != nil {
			p.lent.Add(int64(len(out) - n)) // Return gives the rest back
			p.Return(out)
			return nil, fmt.Errorf("borrow %d frames: %w", n, err)
		}
	}
	return out, nil
}

// Return takes back frames from Borrow, in any portions.
func (p *Pool) Return(frames []*page.Page) {
	for _, pg := range frames {
		f := p.frameOf(pg)
		if p.state[f].Load() != stLent {
			panic("bufpool: a frame is returned that was not borrowed")
		}
		p.release(f)
	}
	p.lent.Add(-int64(len(frames)))
}
