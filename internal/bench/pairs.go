package main

import (
	"context"
	"fmt"
	"slices"
)

// wantedPairs is how often a work is measured: the main job is long and has no peer.
func (b *bench) wantedPairs(w Work) int {
	if w.Name == mainWork || w.Name == growWork {
		return 1
	}
	return b.opt.pairs
}

// pairs measures both sides in turn; which of them begins alternates too. Peer is
// nil when there is none. Both return figures in the work's unit.
func (b *bench) pairs(ctx context.Context, name string, ours, peer func(context.Context) (float64, error)) error {
	o := b.outcomes[name]
	for i := range b.wantedPairs(o.Work) {
		var p Pair
		side := func(f func(context.Context) (float64, error), to *float64, who string) error {
			v, err := f(ctx)
			if err == nil && !(v > 0) {
				err = fmt.Errorf("%v %s is no measurement", v, o.Work.Unit)
			}
			if err != nil {
				return fmt.Errorf("%s, %s: %w", name, who, err)
			}
			*to = v
			return nil
		}
		steps := []func() error{func() error { return side(ours, &p.Ours, "ours") }}
		if peer != nil {
			steps = append(steps, func() error { return side(peer, &p.Peer, o.Work.Peer) })
		}
		if i%2 == 1 {
			slices.Reverse(steps)
		}
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		o.Pairs = append(o.Pairs, p)
		b.sayPair(o, i, p)
	}
	return nil
}

func (b *bench) sayPair(o *Outcome, i int, p Pair) {
	text := fmt.Sprintf("%s %d of %d: ours %s %s", o.Work.Name, i+1, b.wantedPairs(o.Work), number(p.Ours), o.Work.Unit)
	if p.Peer > 0 {
		text += fmt.Sprintf(", %s %s %s, ratio %.3f", o.Work.Peer, number(p.Peer), o.Work.Unit, o.Work.ratio(p))
	}
	b.say("%s", text)
}
