package sqltype

import (
	"bytes"
	"math"
)

// CompareRaw compares two row-form values of the same type, neither NULL:
// negative, zero or positive. Character values compare by collation weight,
// the shorter padded with blanks; binary ones as if padded with zeros.
func CompareRaw(t Type, a, b []byte) int {
	switch t.Kind {
	case Bit, TinyInt:
		return int(a[0]) - int(b[0])
	case SmallInt:
		return cmpInt(int64(int16(le.Uint16(a))), int64(int16(le.Uint16(b))))
	case Int, SmallMoney:
		return cmpInt(int64(int32(le.Uint32(a))), int64(int32(le.Uint32(b))))
	case BigInt, Money:
		return cmpInt(int64(le.Uint64(a)), int64(le.Uint64(b)))
	case Real:
		return cmpFloat(float64(math.Float32frombits(le.Uint32(a))), float64(math.Float32frombits(le.Uint32(b))))
	case Float:
		return cmpFloat(math.Float64frombits(le.Uint64(a)), math.Float64frombits(le.Uint64(b)))
	case Decimal:
		return compareDecimalRaw(a, b)
	case DateTime:
		if c := cmpInt(int64(int32(le.Uint32(a[4:]))), int64(int32(le.Uint32(b[4:])))); c != 0 {
			return c
		}
		return cmpInt(int64(le.Uint32(a)), int64(le.Uint32(b)))
	case SmallDateTime:
		if c := cmpInt(int64(le.Uint16(a[2:])), int64(le.Uint16(b[2:]))); c != 0 {
			return c
		}
		return cmpInt(int64(le.Uint16(a)), int64(le.Uint16(b)))
	case Date, Time, DateTime2:
		return compareLE(a[:t.Len], b[:t.Len])
	case DateTimeOffset:
		return compareLE(a[:t.Len-2], b[:t.Len-2])
	case Char, VarChar:
		return compareChars(a, b)
	case NChar, NVarChar:
		return compareUnits(a, b)
	case Binary, VarBinary:
		return compareBinary(a, b)
	case UniqueIdentifier:
		return compareGUID(a, b)
	}
	panic("sqltype: " + t.String() + " has no row form")
}

// compareLE compares little-endian unsigned numbers of one length. datetime2
// stores the time below the date, so one comparison serves both.
func compareLE(a, b []byte) int {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return 0
}

// cmpFloat orders NaN, which SQL Server does not store, below all else.
func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a == b:
		return 0
	}
	return cmpInt(int64(b2i(!math.IsNaN(a))), int64(b2i(!math.IsNaN(b))))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func compareChars(a, b []byte) int {
	if bytes.Equal(a, b) {
		return 0
	}
	n := min(len(a), len(b))
	w := &ciAS.byByte
	for i := range n {
		if x, y := w[a[i]], w[b[i]]; x != y {
			return int(x) - int(y)
		}
	}
	for _, c := range a[n:] {
		if c != ' ' {
			return int(w[c]) - int(spaceWeight)
		}
	}
	for _, c := range b[n:] {
		if c != ' ' {
			return int(spaceWeight) - int(w[c])
		}
	}
	return 0
}

func compareUnits(a, b []byte) int {
	if bytes.Equal(a, b) {
		return 0
	}
	n := min(len(a), len(b)) &^ 1
	for i := 0; i < n; i += 2 {
		if x, y := le.Uint16(a[i:]), le.Uint16(b[i:]); x != y {
			if p, q := unitWeight(x), unitWeight(y); p != q {
				return int(p) - int(q)
			}
		}
	}
	if c := unitTail(a[n:]); c != 0 {
		return c
	}
	return -unitTail(b[n:])
}

// unitTail compares a remainder with blanks.
func unitTail(b []byte) int {
	for i := 0; i+1 < len(b); i += 2 {
		if u := le.Uint16(b[i:]); u != ' ' {
			return int(unitWeight(u)) - int(spaceWeight)
		}
	}
	return 0
}

func compareBinary(a, b []byte) int {
	n := min(len(a), len(b))
	if c := bytes.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	for _, x := range a[n:] {
		if x != 0 {
			return 1
		}
	}
	for _, x := range b[n:] {
		if x != 0 {
			return -1
		}
	}
	return 0
}

// guidOrder lists stored bytes from the most significant on.
var guidOrder = [16]uint8{10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3}

func compareGUID(a, b []byte) int {
	for _, i := range guidOrder {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return 0
}
