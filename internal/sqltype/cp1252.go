package sqltype

import (
	"unicode/utf8"
)

// cp1252High maps bytes 0x80..0x9F; the rest is Latin-1. The five bytes the
// code page leaves undefined map to the C1 control of the same number, as
// Windows does, so that every byte survives a round trip.
var cp1252High = [32]rune{
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
}

func cp1252Rune(b byte) rune {
	if b >= 0x80 && b < 0xA0 {
		return cp1252High[b-0x80]
	}
	return rune(b)
}

// cp1252Byte encodes r; '?' when the code page lacks it. (Windows' best-fit
// mapping of e.g. Ā to A is not reproduced.)
func cp1252Byte(r rune) (b byte, ok bool) {
	if r < 0x80 || r >= 0xA0 && r <= 0xFF {
		return byte(r), true
	}
	for i, h := range cp1252High {
		if h == r {
			return byte(0x80 + i), true
		}
	}
	return '?', false
}

func isASCII(s string) bool {
	i := 0
	for ; i+8 <= len(s); i += 8 { // one test for eight bytes: char(1000) is common
		t := s[i : i+8]
		if (t[0]|t[1]|t[2]|t[3]|t[4]|t[5]|t[6]|t[7])&utf8.RuneSelf != 0 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// AppendCP1252 appends text in code page 1252.
func AppendCP1252(dst []byte, s string) []byte {
	if isASCII(s) {
		return append(dst, s...)
	}
	for _, r := range s {
		b, _ := cp1252Byte(r)
		dst = append(dst, b)
		if r > 0xFFFF { // two UTF-16 units, two question marks
			dst = append(dst, b)
		}
	}
	return dst
}

// FromCP1252 decodes code page 1252 to UTF-8.
func FromCP1252(b []byte) string {
	ascii := true
	for _, c := range b {
		if c >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return string(b)
	}
	out := make([]byte, 0, len(b)+8)
	for _, c := range b {
		out = utf8.AppendRune(out, cp1252Rune(c))
	}
	return string(out)
}

// ToCP1252Text replaces what code page 1252 lacks by question marks, as the
// conversion of nvarchar to varchar does.
func ToCP1252Text(s string) string {
	if isASCII(s) {
		return s
	}
	return FromCP1252(AppendCP1252(nil, s))
}
