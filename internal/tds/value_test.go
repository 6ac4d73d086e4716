package tds

import (
	"math"
	"strings"
	"testing"
)

func TestValueRoundTrip(t *testing.T) {
	for _, v := range []int64{0, 1, -1, 127, -32768, 1 << 31, math.MinInt64, math.MaxInt64} {
		for _, size := range []int{1, 2, 4, 8} {
			b := AppendInt(nil, v, size)
			want := map[int]int64{1: int64(uint8(v)), 2: int64(int16(v)), 4: int64(int32(v)), 8: v}[size]
			if got, err := Int(b[1:]); err != nil || got != want || int(b[0]) != size {
				t.Errorf("int %d in %d: %d %v", v, size, got, err)
			}
		}
		if got, err := Money(AppendMoney(nil, v, 8)[1:]); err != nil || got != v {
			t.Errorf("money %d: %d %v", v, got, err)
		}
		if got, err := Money(AppendMoney(nil, v, 4)[1:]); err != nil || got != int64(int32(v)) {
			t.Errorf("smallmoney %d: %d %v", v, got, err)
		}
	}
	for _, f := range []float64{0, -1.5, 1e30, math.SmallestNonzeroFloat32} {
		for _, size := range []int{4, 8} {
			got, err := Float(AppendFloat(nil, f, size)[1:])
			if want := f; err != nil || (size == 8 && got != want) || (size == 4 && got != float64(float32(want))) {
				t.Errorf("float %v in %d: %v %v", f, size, got, err)
			}
		}
	}
	if _, err := Float(AppendFloat(nil, math.NaN(), 8)[1:]); err == nil {
		t.Error("NaN accepted")
	}
}

func TestDecimalRoundTrip(t *testing.T) {
	for _, tt := range []struct {
		neg    bool
		hi, lo uint64
		prec   uint8
		size   int
	}{{false, 0, 0, 1, 4}, {true, 0, 4294967295, 9, 4}, {false, 0, math.MaxUint64, 19, 8}, {true, 0xFFFFFFFF, 7, 28, 12}, {true, 0x4B3B4CA85A86C47A, 0x098A223FFFFFFFFF, 38, 16}} {
		b := AppendDecimal(nil, tt.neg, tt.hi, tt.lo, tt.prec)
		neg, hi, lo, err := Decimal(b[1:])
		if err != nil || neg != tt.neg || hi != tt.hi || lo != tt.lo || len(b) != tt.size+2 || int(b[0]) != tt.size+1 {
			t.Errorf("%+v: % x -> %v %d %d %v", tt, b, neg, hi, lo, err)
		}
	}
}

func TestDatesRoundTrip(t *testing.T) {
	if d, k, err := DateTime(AppendDateTime(nil, -53690, 25919999)[1:]); err != nil || d != -53690 || k != 25919999 {
		t.Error(d, k, err)
	}
	if d, m, err := SmallDateTime(AppendSmallDateTime(nil, 65535, 1439)[1:]); err != nil || d != 65535 || m != 1439 {
		t.Error(d, m, err)
	}
	if d, err := Date(AppendDate(nil, maxDay)[1:]); err != nil || d != maxDay {
		t.Error(d, err)
	}
	const noon = 12*3600*1e7 + 1234567
	for scale, want := range []int64{12 * 3600 * 1e7, noon - 234567, noon - 34567, noon - 4567, noon - 567, noon - 67, noon - 7, noon} {
		s := uint8(scale)
		if v, err := Time(AppendTime(nil, noon, s)[1:], s); err != nil || v != want {
			t.Errorf("time(%d): %d %v, want %d", s, v, err, want)
		}
		if v, err := DateTime2(AppendDateTime2(nil, 7*unitsPerDay+noon, s)[1:], s); err != nil || v != 7*unitsPerDay+want {
			t.Errorf("datetime2(%d): %d %v", s, v, err)
		}
		if v, off, err := DateTimeOffset(AppendDateTimeOffset(nil, 8*unitsPerDay+noon, -839, s)[1:], s); err != nil || v != 8*unitsPerDay+want || off != -839 {
			t.Errorf("datetimeoffset(%d): %d %d %v", s, v, off, err)
		}
	}
}

func TestDatesOutOfRange(t *testing.T) {
	errs := map[string]error{}
	_, _, errs["datetime tick"] = DateTime(AppendDateTime(nil, 0, 25920000)[1:])
	_, _, errs["datetime day"] = DateTime(AppendDateTime(nil, 2958464, 0)[1:])
	_, _, errs["smalldatetime"] = SmallDateTime(AppendSmallDateTime(nil, 0, 1440)[1:])
	_, errs["date"] = Date(AppendDate(nil, maxDay+1)[1:])
	_, errs["time"] = Time(AppendTime(nil, unitsPerDay, 7)[1:], 7)
	_, _, errs["offset"] = DateTimeOffset(AppendDateTimeOffset(nil, 0, 841, 7)[1:], 7)
	_, _, errs["local day before the first"] = DateTimeOffset(AppendDateTimeOffset(nil, 0, -1, 7)[1:], 7)
	_, _, errs["local day after the last"] = DateTimeOffset(AppendDateTimeOffset(nil, (maxDay+1)*unitsPerDay-1, 1, 7)[1:], 7)
	_, errs["short datetime2"] = DateTime2([]byte{1, 2}, 7)
	for name, err := range errs {
		if err == nil {
			t.Errorf("%s accepted", name)
		}
	}
}

func TestVariantRoundTrip(t *testing.T) {
	for name, tt := range map[string]struct {
		b    []byte
		id   TypeID
		data string
	}{
		"bit":      {AppendVariantInt(nil, TypeBit, 1), TypeBit, "\x01"},
		"bigint":   {AppendVariantInt(nil, TypeInt8, -1), TypeInt8, "\xff\xff\xff\xff\xff\xff\xff\xff"},
		"nvarchar": {AppendVariantNVarChar(nil, "é"), TypeNVarChar, "\xe9\x00"},
		"varchar":  {AppendVariantVarChar(nil, []byte("\xe9")), TypeBigVarChar, "\xe9"},
		"bytes":    {AppendVariantBytes(nil, "\x01\x02"), TypeBigVarBin, "\x01\x02"},
		"decimal":  {AppendVariantFixed(nil, TypeNumericN, AppendDecimal(nil, false, 0, 5, 9), 9, 2), TypeNumericN, "\x01\x05\x00\x00\x00"},
		"time":     {AppendVariantFixed(nil, TypeTimeN, AppendTime(nil, 10000000, 0), 0), TypeTimeN, "\x01\x00\x00"},
	} {
		c := &cursor{b: tt.b}
		v := c.value(TypeInfo{ID: TypeVariant, Len: VariantMaxLen})
		if c.err != nil || c.left() != 0 {
			t.Errorf("%s: %v, %d bytes left", name, c.err, c.left())
		}
		ti, data, err := Variant(v.B)
		if err != nil || ti.ID != tt.id || string(data) != tt.data {
			t.Errorf("%s: %+v % x %v", name, ti, data, err)
		}
	}
	if n := len(AppendVariantNVarChar(nil, strings.Repeat("x", 9000))); n != 4+2+7+8000 {
		t.Errorf("long text takes %d bytes", n)
	}
}

func FuzzVariant(f *testing.F) {
	f.Add(AppendVariantNVarChar(nil, "é")[4:])
	f.Add(AppendVariantInt(nil, TypeInt2, 3)[4:])
	f.Fuzz(func(t *testing.T, b []byte) { Variant(b) })
}

func FuzzValues(f *testing.F) {
	f.Add(AppendDateTimeOffset(nil, 1e15, 60, 7)[1:], byte(7))
	f.Fuzz(func(t *testing.T, b []byte, scale byte) {
		Int(b)
		Float(b)
		Money(b)
		Decimal(b)
		DateTime(b)
		SmallDateTime(b)
		Date(b)
		Time(b, scale)
		DateTime2(b, scale)
		DateTimeOffset(b, scale)
		DecodeUTF16(b)
	})
}

func TestEncodersDoNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 4096)
	nv, vc := TypeInfo{ID: TypeNVarChar, Len: 200}, TypeInfo{ID: TypeBigVarChar, Len: 200}
	n := testing.AllocsPerRun(100, func() {
		b := BeginRow(buf)
		b = AppendInt(b, 1, 4)
		b = AppendDecimal(b, true, 1, 2, 38)
		b = AppendDateTime2(b, 1e15, 7)
		b = AppendNVarChar(b, nv, "héllo")
		b = AppendBytes(b, vc, "hello")
		AppendDone(b, Done, DoneCount, 0xC1, 1)
	})
	if n != 0 {
		t.Errorf("%v allocations a row", n)
	}
}
