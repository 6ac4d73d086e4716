package pagefile

import (
	"errors"
	"fmt"
	"testing"
)

func TestFaulty(t *testing.T) {
	boom := errors.New("boom")
	f := Faulty(NewMem("m"), Inject(
		Fault{Op: OpRead, First: 10, Last: 12, Times: 2, Err: boom},
		Fault{Op: OpWrite, First: 0, Last: 99, Skip: 1, Times: 1, Err: boom},
		Fault{Op: OpSync, Err: boom},
		Fault{Op: OpResize, Skip: 1, Times: 1, Err: boom},
	))
	buf := buffers(4)
	bad := func(err error) string { return fmt.Sprint(errors.Is(err, boom)) }
	var got []string
	got = append(got,
		bad(f.Resize(100)), bad(f.Resize(101)), bad(f.Resize(100)),
		bad(f.ReadPages(6, buf)), bad(f.ReadPages(7, buf)), bad(f.ReadPages(13, buf)), bad(f.ReadPages(12, buf)), bad(f.ReadPages(12, buf)),
		bad(f.WritePages(5, buf)), bad(f.WritePages(5, buf)), bad(f.WritePages(5, buf)),
		bad(f.Sync()), bad(f.Sync()), bad(f.Close()))
	want := "[false true false false true false true false false true false true true false]"
	if s := fmt.Sprint(got); s != want {
		t.Errorf("failed: %s\nwant:   %s", s, want)
	}
	if err := f.ReadPages(12, buf); errors.Is(err, boom) || !errors.Is(err, ErrClosed) {
		t.Errorf("after close: %v", err)
	}
}
