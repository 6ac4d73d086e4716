package main

import (
	"context"
	"errors"
	"os"
)

// runReplay scans a load cold and serially with a trace, and has fio replay the very
// reads of each scan. In the pairs in which fio comes first it replays the reads of
// the scan before. Fio knows nothing of a read that waits for another's page, as a
// forwarding stub's does: where the floor is missed, a note tells what fio makes of the same reads one at a time.
func runReplay(ctx context.Context, b *bench, load string) (err error) {
	dir, remove, err := b.subdir("replay-" + load)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	if err := b.prepared(ctx, dir, load, load); err != nil {
		return err
	}
	name := "replay-" + load
	var last traced
	var log string
	ours := func(ctx context.Context) (float64, error) {
		var err error
		last, log, err = b.trace(ctx, dir, load, b.opt.rows)
		return last.rate(), err
	}
	peer := func(ctx context.Context) (float64, error) {
		if last.Reads == 0 {
			if _, err := ours(ctx); err != nil {
				return 0, err
			}
		}
		r, err := b.fioReplay(ctx, log, last, replayDepth)
		return r.rate(), err
	}
	if err := b.pairs(ctx, name, ours, peer); err != nil {
		return err
	}
	b.note(name, "%s reads of %.0f KB on average", number(float64(last.Reads)), float64(last.Bytes)/float64(last.Reads)/1024)
	if b.outcomes[name].verdict(b.opt.rows) == missed {
		r, err := b.fioReplay(ctx, log, last, 1)
		if err != nil {
			return err
		}
		b.note(name, "fio with one read at a time: %s MB/s; the scan whose reads those are: %s MB/s", number(r.rate()), number(last.rate()))
	}
	return os.Remove(log)
}
