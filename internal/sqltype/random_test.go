package sqltype

import (
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"scanfrag/internal/testseed"
)

func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewSource(testseed.Of(t)))
}

// storedTypes covers every kind with a row form, at several sizes.
func storedTypes() []Type {
	ts := []Type{CharOf(1), CharOf(7), VarCharOf(20), NCharOf(5), NVarCharOf(20), BinaryOf(5), VarBinaryOf(20)}
	for _, k := range []Kind{Bit, TinyInt, SmallInt, Int, BigInt, SmallMoney, Money, Real, Float, SmallDateTime, DateTime, Date, UniqueIdentifier} {
		ts = append(ts, Of(k))
	}
	for _, p := range []int{1, 9, 10, 19, 20, 28, 29, 38} {
		ts = append(ts, DecimalOf(p, p/3))
	}
	for s := uint8(0); s <= 7; s++ {
		ts = append(ts, timeType(Time, s), timeType(DateTime2, s), timeType(DateTimeOffset, s))
	}
	return ts
}

// randomText favours what comparison and keys find hard: blanks, tabs, both cases, accents.
func randomText(r *rand.Rand, max int, national bool) string {
	alphabet := []rune(" \t  aAbB-'zZéÉ€9")
	if national {
		alphabet = append(alphabet, 'Ж', 'ж', '日', '\u0001', '\uE000')
	}
	var b strings.Builder
	for range r.Intn(max + 1) {
		b.WriteRune(alphabet[r.Intn(len(alphabet))])
	}
	return b.String()
}

func randomValue(r *rand.Rand, t Type) Value {
	v := Value{Kind: t.Kind}
	small := r.Intn(3) == 0
	switch {
	case t.Kind == Bit:
		v.I = int64(r.Intn(2))
	case t.Kind.IsInt():
		lo, hi := intRange(t.Kind)
		v.I = lo + int64(r.Uint64()%uint64(hi-lo))
		if small {
			v.I = int64(r.Intn(4)) - b2iKind(t.Kind)
		}
	case t.Kind == Money:
		v.I = int64(r.Uint64())
	case t.Kind == SmallMoney:
		v.I = int64(int32(r.Uint32()))
	case t.Kind == Float:
		f := math.Float64frombits(r.Uint64())
		for math.IsNaN(f) || math.IsInf(f, 0) {
			f = math.Float64frombits(r.Uint64())
		}
		if small {
			f = float64(r.Intn(3)-1) / 2
		}
		return FloatOf(f)
	case t.Kind == Real:
		return RealOf((r.Float64() - 0.5) * math.Pow10(r.Intn(60)-30))
	case t.Kind == Decimal:
		c := new(big.Int).Rand(r, pow10(1+r.Intn(int(t.Prec))))
		if r.Intn(2) == 0 {
			c.Neg(c)
		}
		return decOf(c, int(t.Scale))
	case t.Kind == DateTime:
		v.I = minDTDay*ticksPerDay + r.Int63n((maxDTDay-minDTDay)*ticksPerDay)
	case t.Kind == SmallDateTime:
		v.I = r.Int63n(maxSmallDT)
	case t.Kind == Date:
		v.I = r.Int63n(maxDay)
	case t.Kind == Time:
		v.I = r.Int63n(unitsPerDay) / scaleUnits[t.Scale] * scaleUnits[t.Scale]
	case t.Kind == DateTime2, t.Kind == DateTimeOffset:
		v.I = r.Int63n((maxDay-2)*unitsPerDay)/scaleUnits[t.Scale]*scaleUnits[t.Scale] + unitsPerDay
		if t.Kind == DateTimeOffset {
			v.Off = int16(r.Intn(1681) - 840)
		}
	case t.Kind.IsString():
		v.S = fitText(randomText(r, t.Chars(), t.Kind.IsNational()), t)
	case t.Kind == UniqueIdentifier:
		b := make([]byte, 16)
		r.Read(b)
		if small {
			b = append(make([]byte, 15), byte(r.Intn(2)))
		}
		v.S = string(b)
	default:
		b := make([]byte, r.Intn(int(t.Len)+1))
		for i := range b {
			b[i] = byte(r.Intn(3) * 127)
		}
		v.S = string(b)
		if t.Kind == Binary {
			v.S += strings.Repeat("\x00", int(t.Len)-len(b))
		}
	}
	return v
}

func b2iKind(k Kind) int64 {
	if k == TinyInt {
		return 0
	}
	return 2
}

func same(a, b Value) bool {
	if a.Kind == Decimal {
		return b.Kind == Decimal && a.D.Equal(*b.D) && a.D.Exponent() == b.D.Exponent()
	}
	return a == b
}

func TestRowRoundTrip(t *testing.T) {
	r := seeded(t)
	for _, typ := range storedTypes() {
		for range 200 {
			v := randomValue(r, typ)
			row := AppendRow(nil, typ, v)
			if typ.IsFixed() && len(row) != typ.FixedLen() {
				t.Fatalf("%s: %d bytes, want %d", typ, len(row), typ.FixedLen())
			}
			if got := FromRow(typ, row); !same(v, got) {
				t.Fatalf("%s: wrote %+v, read %+v (% x)", typ, v, got, row)
			}
		}
	}
}

func sign(i int) int { return cmpInt(int64(i), 0) }

// Row comparison, value comparison and key order agree, and keys may be followed by others.
func TestOrdersAgree(t *testing.T) {
	r := seeded(t)
	for _, typ := range storedTypes() {
		for range 1500 {
			a, b := randomValue(r, typ), randomValue(r, typ)
			ra, rb := AppendRow(nil, typ, a), AppendRow(nil, typ, b)
			want := sign(CompareRaw(typ, ra, rb))
			if back := sign(CompareRaw(typ, rb, ra)); back != -want {
				t.Fatalf("%s: compare %q %q gives %d, reversed %d", typ, Format(typ, a), Format(typ, b), want, back)
			}
			if got := sign(Compare(a, b)); got != want {
				t.Fatalf("%s: values %q %q compare %d, rows %d", typ, Format(typ, a), Format(typ, b), got, want)
			}
			ka, kb := AppendKey(nil, typ, ra), AppendKey(nil, typ, rb)
			if got := strings.Compare(string(ka), string(kb)); got != want {
				t.Fatalf("%s: %q % x and %q % x: keys order %d, rows %d", typ, Format(typ, a), ka, Format(typ, b), kb, got, want)
			}
			if want != 0 && (strings.HasPrefix(string(ka), string(kb)) || strings.HasPrefix(string(kb), string(ka))) {
				t.Fatalf("%s: a key is the prefix of another: % x, % x", typ, ka, kb)
			}
			ga, gb := AppendGroupKey(nil, a), AppendGroupKey(nil, b)
			if (string(ga) == string(gb)) != (want == 0) {
				t.Fatalf("%s: %q %q: group keys equal %v, comparison %d", typ, a.S, b.S, string(ga) == string(gb), want)
			}
		}
	}
}

// Every value survives a conversion to text and back where the text is lossless.
func TestTextRoundTrip(t *testing.T) {
	r := seeded(t)
	for _, typ := range storedTypes() {
		style := 0
		switch {
		case typ.Kind.IsString():
			continue
		case typ.Kind == Money || typ.Kind == SmallMoney:
			style = 2
		case typ.Kind.IsApprox():
			style = 3
		case typ.Kind.IsBinary():
			style = 1
		case typ.Kind == DateTime || typ.Kind == SmallDateTime:
			style = 121
		}
		for range 200 {
			v := randomValue(r, typ)
			s, err := ConvertFrom(v, typ, VarCharOf(100), style, true)
			if err != nil {
				t.Fatalf("%s %+v: %v", typ, v, err)
			}
			back, err := Convert(s, typ, style, true)
			if err != nil || !same(v, back) {
				t.Fatalf("%s: %+v -> %q -> %+v, %v", typ, v, s.S, back, err)
			}
		}
	}
}
