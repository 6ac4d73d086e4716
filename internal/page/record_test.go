package page

import (
	"bytes"
	"testing"
)

func TestRecordAccessors(t *testing.T) {
	l := Layout{FixedEnd: 12, Cols: 5, Vars: 3}
	rec := AppendRecord(nil, l, []byte{1, 2, 3, 4, 5, 6, 7, 8}, []byte{1 << 3}, [][]byte{[]byte("ab"), nil, []byte("cde")})
	want := []byte{0x30, 0, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 5, 0, 8, 3, 0, 25, 0, 25, 0, 28, 0, 'a', 'b', 'c', 'd', 'e'}
	if !bytes.Equal(rec, want) {
		t.Fatalf("record\n% x, want\n% x", rec, want)
	}
	if RecordKind(rec) != KindPrimary || FixedEnd(rec) != 12 || Columns(rec) != 5 || Vars(rec) != 3 {
		t.Errorf("kind %d, fixed end %d, %d columns, %d vars", RecordKind(rec), FixedEnd(rec), Columns(rec), Vars(rec))
	}
	for bit, null := range []bool{false, false, false, true, false, true} {
		if IsNull(rec, bit) != null {
			t.Errorf("bit %d: %v", bit, !null)
		}
	}
	SetNull(rec, 3, false)
	SetNull(rec, 0, true)
	if rec[14] != 1 {
		t.Errorf("bitmap %x after SetNull", rec[14])
	}
	for i, w := range []string{"ab", "", "cde", ""} {
		v, cplx := Var(rec, i)
		if string(v) != w || cplx || (v == nil) != (i == 3) {
			t.Errorf("variable column %d: %q %v", i, v, cplx)
		}
	}
}

func TestWithVar(t *testing.T) {
	l := Layout{FixedEnd: 8, Cols: 4, Vars: 3}
	mk := func(vars ...string) []byte {
		var b [][]byte
		for _, v := range vars {
			b = append(b, []byte(v))
		}
		return AppendRecord(nil, l, []byte{1, 2, 3, 4}, nil, b)
	}
	for _, c := range []struct {
		in   []byte
		i    int
		val  string
		want []byte
	}{
		{mk(), 0, "uniq", mk("uniq")},
		{mk(), 2, "x", mk("", "", "x")},
		{mk("a", "b", "c"), 1, "longer", mk("a", "longer", "c")},
		{mk("a", "b", "c"), 2, "", mk("a", "b")},
		{mk("a", "", "c"), 2, "", mk("a")},
		{mk("", "", "c"), 2, "", mk()},
		{mk("a"), 0, "", mk()},
		{mk(), 1, "", mk()},
	} {
		if got := WithVar([]byte{0xee}, c.in, c.i, []byte(c.val), false); !bytes.Equal(got[1:], c.want) || got[0] != 0xee {
			t.Errorf("% x with %d=%q\n% x, want\n% x", c.in, c.i, c.val, got[1:], c.want)
		}
	}
	got := WithVar(nil, mk("a"), 1, []byte("zz"), true)
	if v, cplx := Var(got, 1); string(v) != "zz" || !cplx {
		t.Errorf("complex column: %q %v", v, cplx)
	}
	// The uniquifier costs 8 bytes in a row without a variable part, 6 in one with.
	if d := len(WithVar(nil, mk(), 0, make([]byte, UniquifierLen), false)) - len(mk()); d != 8 {
		t.Errorf("uniquifier costs %d bytes, want 8", d)
	}
}

func TestForwarded(t *testing.T) {
	home := RID{MakeID(3, 0x01020304), 0x0506}
	l := Layout{FixedEnd: 8, Cols: 3, Vars: 2}
	for _, vars := range [][][]byte{nil, {[]byte("abc")}, {nil, []byte("z")}, {[]byte("q"), []byte("rs")}} {
		rec := AppendRecord(nil, l, []byte{9, 8, 7, 6}, []byte{1}, vars)
		fwd := AppendForwarded(nil, rec, home)
		add := 12
		if vars == nil {
			add = 14
		}
		if len(fwd) != len(rec)+add {
			t.Errorf("%d variable columns: +%d bytes, want +%d", len(vars), len(fwd)-len(rec), add)
		}
		if n, err := RecordLen(append(bytes.Clone(fwd), 0, 0), 0); n != len(fwd) || err != nil {
			t.Errorf("length %d of %d: %v", n, len(fwd), err)
		}
		if got, ok := BackPointer(fwd); got != home || !ok {
			t.Errorf("back pointer %v %v", got, ok)
		}
		if RecordKind(fwd) != KindForwarded || Vars(fwd) != len(vars) || !IsNull(fwd, 0) {
			t.Errorf("kind %d, %d vars, null %v", RecordKind(fwd), Vars(fwd), IsNull(fwd, 0))
		}
		for i := range 3 {
			a, _ := Var(rec, i)
			b, cplx := Var(fwd, i)
			if !bytes.Equal(a, b) || cplx {
				t.Errorf("column %d: %q, forwarded %q %v", i, a, b, cplx)
			}
		}
		if got := AppendUnforwarded([]byte{1}, fwd); !bytes.Equal(got[1:], rec) {
			t.Errorf("back to primary\n% x, want\n% x", got[1:], rec)
		}
		if _, ok := BackPointer(rec); ok {
			t.Error("back pointer in a primary record")
		}
	}
}

func TestNewRecordPatched(t *testing.T) {
	l := Layout{FixedEnd: 12, Cols: 9}
	rec := NewRecord([]byte{1, 2}, l)[2:]
	copy(rec[4:], "abcdefgh")
	SetNull(rec, 8, true)
	if want := AppendRecord(nil, l, []byte("abcdefgh"), []byte{0, 1}, nil); !bytes.Equal(rec, want) {
		t.Errorf("% x, want % x", rec, want)
	}
}

// A record that loses its last variable value is padded to the smallest record, as AppendRecord makes it.
func TestWithVarPads(t *testing.T) {
	for _, l := range []Layout{{FixedEnd: 4, Cols: 1, Vars: 1}, {FixedEnd: 5, Cols: 2, Vars: 1}, {FixedEnd: 4, Cols: 9, Vars: 9}, {FixedEnd: 8, Cols: 2, Vars: 1}} {
		fixed := bytes.Repeat([]byte{7}, l.FixedEnd-4)
		nulls := bytes.Repeat([]byte{1}, (l.Cols+7)/8)
		full := AppendRecord(nil, l, fixed, nulls, [][]byte{[]byte("a")})
		want := AppendRecord(nil, l, fixed, nulls, nil)
		if got := WithVar([]byte{0xee}, full, 0, nil, false); !bytes.Equal(got[1:], want) {
			t.Errorf("%+v: WithVar made % x, want % x", l, got[1:], want)
		}
	}
}
