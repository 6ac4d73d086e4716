package page

import (
	"bytes"
	"testing"
)

func FuzzForwarding(f *testing.F) {
	f.Add(AppendStub(nil, RID{MakeID(1, 5), 6}), uint64(5), uint16(3))
	f.Add(sized(40, 1), uint64(MakeID(1, 118)), uint16(0))
	f.Add(AppendForwarded(nil, sized(40, 1), RID{MakeID(1, 5), 6}), uint64(7), uint16(1))
	f.Fuzz(func(t *testing.T, b []byte, id uint64, slot uint16) {
		home := RID{ID(id & 0xffffffffffff), slot}
		if got := StubTarget(AppendStub(nil, home)); got != home {
			t.Fatalf("stub of %v reads %v", home, got)
		}
		n, err := RecordLen(b, 0)
		if err != nil || n > MaxRecord {
			return
		}
		rec := b[:n]
		switch RecordKind(rec) {
		case KindStub:
			StubTarget(rec)
		case KindForwarded:
			if back, ok := BackPointer(rec); ok {
				prim := AppendUnforwarded(nil, rec)
				if m, err := RecordLen(prim, 0); err != nil || m != len(prim) {
					t.Fatalf("unforwarded % x: length %d, %v", prim, m, err)
				}
				if again := AppendForwarded(nil, prim, back); !bytes.Equal(again, rec) && rec[1] == 0 {
					if m, _ := RecordLen(again, 0); m != len(again) {
						t.Fatalf("forwarded again % x", again)
					}
				}
			}
		case KindPrimary:
			fwd := AppendForwarded(nil, rec, home)
			if m, err := RecordLen(fwd, 0); err != nil || m != len(fwd) {
				t.Fatalf("forwarded % x: length %d, %v", fwd, m, err)
			}
			if back, ok := BackPointer(fwd); !ok || back != home {
				t.Fatalf("back pointer %v %v, want %v", back, ok, home)
			}
			if got := AppendUnforwarded(nil, fwd); !bytes.Equal(got, rec) {
				t.Fatalf("unforwarded % x, want % x", got, rec)
			}
		}
	})
}
