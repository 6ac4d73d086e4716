package sqltype

import (
	"strings"
	"testing"
)

// Any bytes of the right length read as some value, which prints, converts to
// text and is stored again without a panic.
func FuzzRow(f *testing.F) {
	types := storedTypes()
	f.Add(uint8(0), []byte("abc"))
	f.Add(uint8(20), []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Add(uint8(30), []byte{0, 0, 0, 0, 0, 0, 0, 0, 0x80})
	f.Fuzz(func(t *testing.T, n uint8, b []byte) {
		typ := types[int(n)%len(types)]
		if typ.IsFixed() {
			if len(b) < typ.FixedLen() {
				return
			}
			b = b[:typ.FixedLen()]
		}
		v := FromRow(typ, b)
		for _, style := range []int{0, 1, 2, 3, 121, 126} {
			_, _ = FormatStyle(typ, v, style)
		}
		AppendKey(nil, typ, b)
		AppendGroupKey(nil, v)
		if CompareRaw(typ, b, b) != 0 {
			t.Fatalf("%s: % x differs from itself", typ, b)
		}
		for _, to := range types {
			if Allowed(typ.Kind, to.Kind) != Never {
				if w, err := ConvertFrom(v, typ, to, 0, true); err == nil && (w.Kind != to.Kind || w.Null) {
					t.Fatalf("%s to %s: %+v", typ, to, w)
				}
			}
		}
	})
}

// Text converts to every type or fails with an *Error; what converts fits its row form.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "1", "-2.5e10", "$1,000.50", "2024-02-29T23:59:59.1234567+14:00", "Feb 29 2024  1:05PM", "0x00FF",
		"6F9619FF-8B86-D011-B42D-00C04FC964FF", "99999999999999999999999999999999999999", "é\xff日本", "+ 5", "1:2:3:4"} {
		f.Add(s, 0)
		f.Add(s, 103)
		f.Add(s, 1)
	}
	types := storedTypes()
	f.Fuzz(func(t *testing.T, s string, style int) {
		s = strings.ToValidUTF8(s, "?")
		for _, to := range types {
			v, err := Convert(StringOf(NVarChar, s), to, style, true)
			if err != nil {
				if _, ok := err.(*Error); !ok {
					t.Fatalf("%T: %v", err, err)
				}
				continue
			}
			row := AppendRow(nil, to, v)
			back := FromRow(to, row)
			if Compare(v, back) != 0 {
				t.Fatalf("%q as %s: %+v stored as %+v", s, to, v, back)
			}
			if _, err := FormatStyle(to, v, 0); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Arbitrary pairs of character and binary rows: keys order as the rows compare.
func FuzzKeyOrder(f *testing.F) {
	f.Add([]byte("a b"), []byte("a  \t"))
	f.Add([]byte{0, 0}, []byte{})
	f.Add([]byte("é "), []byte("É"))
	types := []Type{VarCharOf(8000), NVarCharOf(4000), VarBinaryOf(8000)}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		for _, typ := range types {
			c := sign(CompareRaw(typ, a, b))
			k := strings.Compare(string(AppendKey(nil, typ, a)), string(AppendKey(nil, typ, b)))
			if c != k {
				t.Fatalf("%s: % x and % x: rows %d, keys %d", typ, a, b, c, k)
			}
		}
	})
}

func FuzzLiteral(f *testing.F) {
	for _, s := range []string{"1", "1.", ".5", "1e308", "1e999", "0xABC", "$5", "000000000000000000000000000000000000000000001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, lit := range []func(string) (Type, Value, error){IntLiteral, DecimalLiteral, FloatLiteral, MoneyLiteral, BinaryLiteral} {
			typ, v, err := lit(s)
			if err == nil && typ.Kind == Decimal {
				AppendRow(nil, typ, v)
			}
		}
		StringLiteral(s, true)
		StringLiteral(s, false)
		if typ, err := FromName(s, len(s), len(s)/2); err == nil {
			_ = typ.String()
		}
	})
}
