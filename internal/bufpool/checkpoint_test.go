package bufpool

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

func TestCheckpointPinned(t *testing.T) {
	p := openPool(t, 64)
	s := p.Open(memFile(t, 64))
	r, _ := s.Get(id1(1), nil)
	r.Dirty()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	if err := s.Checkpoint(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("checkpoint of a pinned page: %v", err)
	}
	cancel()
	go func() {
		time.Sleep(time.Millisecond)
		r.Release()
	}()
	if err := s.Checkpoint(context.Background()); err != nil || p.DirtyPages() != 0 {
		t.Errorf("checkpoint: %v, %d dirty pages", err, p.DirtyPages())
	}
	finish(t, p, s)
}

func TestWriteErrors(t *testing.T) {
	boom := errors.New("drive is gone")
	var broken atomic.Bool
	f := memFile(t, 1000)
	s0 := pagefile.Faulty(f, func(op pagefile.Op, _ uint32, _ int) error {
		if op == pagefile.OpWrite && broken.Load() {
			return boom
		}
		return nil
	})
	p := openPool(t, 64)
	s := p.Open(s0)
	broken.Store(true)
	var err error
	done := map[int]bool{}
	for i := 0; i < 1000 && err == nil; i++ { // more dirty pages than frames: somebody is told
		var r Ref
		if r, err = s.Fresh(id1(i)); err == nil {
			stamp(r.Page, id1(i), 7)
			r.Release()
			done[i] = true
		}
	}
	if !errors.Is(err, boom) {
		t.Fatalf("error %v, want %v", err, boom)
	}
	if err := s.Checkpoint(context.Background()); !errors.Is(err, boom) {
		t.Errorf("checkpoint: error %v, want %v", err, boom)
	}
	broken.Store(false)
	if err := s.Checkpoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := p.DirtyPages(); n != 0 {
		t.Errorf("%d dirty pages after a checkpoint", n)
	}
	c := f.CrashClone()
	var pg page.Page
	for i := range 1000 {
		want := uint64(0)
		if done[i] {
			want = 7
		}
		if err := c.ReadPages(uint32(i), []*page.Page{&pg}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(pg.Verify(id1(i)), checkStamp(&pg, id1(i), want)); err != nil {
			t.Error(err)
		}
	}
	finish(t, p, s)
}
