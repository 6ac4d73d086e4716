package sqltype

import (
	"strings"
	"unicode/utf8"
)

// Compare compares two values of one kind (any two character kinds, or any two
// integer kinds, count as one), neither NULL: negative, zero or positive.
// Its order is CompareRaw's.
func Compare(a, b Value) int {
	switch {
	case a.Kind == Decimal:
		return a.D.Cmp(*b.D)
	case a.Kind.IsApprox():
		return cmpFloat(a.Float(), b.Float())
	case a.Kind.IsString():
		return CompareText(a.S, b.S)
	case a.Kind.IsBinary():
		return compareBinaryText(a.S, b.S)
	case a.Kind == UniqueIdentifier:
		for _, i := range guidOrder {
			if a.S[i] != b.S[i] {
				return int(a.S[i]) - int(b.S[i])
			}
		}
		return 0
	}
	return cmpInt(a.I, b.I)
}

// CompareText compares text by the default collation, the shorter padded with blanks.
func CompareText(a, b string) int {
	if a == b {
		return 0
	}
	n := min(len(a), len(b))
	w := &ciAS.byByte
	for i := range n {
		x, y := a[i], b[i]
		if x >= utf8.RuneSelf || y >= utf8.RuneSelf {
			return compareUnits(AppendUTF16(nil, a[i:]), AppendUTF16(nil, b[i:]))
		}
		if w[x] != w[y] {
			return int(w[x]) - int(w[y])
		}
	}
	if c := textTail(a[n:]); c != 0 {
		return c
	}
	return -textTail(b[n:])
}

func textTail(s string) int {
	s = strings.TrimLeft(s, " ")
	if s == "" {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(s)
	return int(RuneWeight(r)) - int(spaceWeight)
}

func compareBinaryText(a, b string) int {
	n := min(len(a), len(b))
	if c := strings.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	if strings.Trim(a[n:], "\x00") != "" {
		return 1
	}
	if strings.Trim(b[n:], "\x00") != "" {
		return -1
	}
	return 0
}

// AppendGroupKey appends bytes that are equal for two values of one kind when
// Compare is 0 (neither NULL): a hash key for GROUP BY, DISTINCT and hash joins.
// Unlike AppendKey it needs no row form; its order means nothing.
func AppendGroupKey(dst []byte, v Value) []byte {
	switch {
	case v.Kind == Decimal:
		d := *v.D
		c, e := d.Coefficient(), d.Exponent()
		s := c.String()
		for e < 0 && len(s) > 1 && s[len(s)-1] == '0' {
			s, e = s[:len(s)-1], e+1
		}
		if c.Sign() == 0 {
			e = 0
		}
		dst = append(dst, s...)
		return append(dst, byte(e), 0)
	case v.Kind.IsApprox():
		return appendFloatKey(dst, v.Float())
	case v.Kind.IsString():
		return appendTextKey(dst, v.S)
	case v.Kind.IsBinary():
		return appendBinaryKey(dst, []byte(v.S))
	case v.Kind == UniqueIdentifier:
		return append(dst, v.S...)
	}
	return le.AppendUint64(dst, uint64(v.I))
}

func appendTextKey(dst []byte, s string) []byte {
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	for _, r := range s {
		w := RuneWeight(r)
		if w < 0xFF {
			dst = append(dst, byte(w))
			continue
		}
		dst = append(dst, 0xFF, byte(w), byte(w>>8), byte(w>>16))
	}
	return append(dst, 0) // no weight is 0
}
