package tds

import "unicode/utf8"

// cp1252High holds the characters of bytes 0x80 to 0x9F in code page 1252. The
// five bytes without a character map to the control of the same number, as
// Windows does. Everything else in the code page is Latin-1.
var cp1252High = [32]rune{
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
	0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
	0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
}

// AppendCP1252 appends s in code page 1252, the one of
// SQL_Latin1_General_CP1_CI_AS. A character it lacks becomes '?'; SQL Server's
// best-fit substitutes (such as Ā to A) are not made.
func AppendCP1252(dst []byte, s string) []byte {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	dst = append(dst, s[:i]...)
	for _, r := range s[i:] {
		dst = append(dst, cp1252Byte(r))
	}
	return dst
}

func cp1252Byte(r rune) byte {
	if r < 0x80 || (r >= 0xA0 && r <= 0xFF) {
		return byte(r)
	}
	for i, h := range cp1252High {
		if h == r {
			return byte(0x80 + i)
		}
	}
	return '?'
}

// DecodeCP1252 reads code page 1252.
func DecodeCP1252(b []byte) string {
	i := 0
	for i < len(b) && b[i] < utf8.RuneSelf {
		i++
	}
	if i == len(b) {
		return string(b)
	}
	out := make([]byte, i, len(b)+len(b)/4+8)
	copy(out, b)
	for _, ch := range b[i:] {
		r := rune(ch)
		if ch >= 0x80 && ch < 0xA0 {
			r = cp1252High[ch-0x80]
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}
